# Sourced by the scripts beside it: makes .venv in the repository, once, and again when pyproject.toml changes. The machine
# code of the loops is built then, too, and again when their sources change.
# Usage: prepare_environment EXTRAS     sets $environment
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
environment="$root/.venv"
machine_code_stamp="$environment/.seqform-machine-code"
unfinished="$environment/.seqform-unfinished"
# Compiled modules are kept, here also where the caller keeps them out of the tree: a process starts three times as fast.
export PYTHONDONTWRITEBYTECODE="" PYTHONPYCACHEPREFIX="$environment/bytecode"

# The sets of extras that contain the packages of one, itself first, as pyproject.toml has them.
containing() {
    case "$1" in
        common | quick | docs) echo "$1" dev ;;
        *) echo "$1" ;;
    esac
}

# A stamp is written last, so that a set-up that was interrupted is done again by the next call.
environment_is_ready() {
    local sum extras stamp
    [ -x "$environment/bin/python" ] && [ ! -e "$unfinished" ] || return
    sum=$(cksum < "$root/pyproject.toml")
    for extras in $(containing "$1"); do
        stamp="$environment/.seqform-$extras"
        [ -f "$stamp" ] && [ "$(< "$stamp")" = "$sum" ] && return
    done
    return 1
}

# The sources of the machine code, how it was built and the compilers that are there: a build without bounds checks comes
# after one with them, and one with a compiler after one without. A file of types without a source has no machine code.
machine_code_sum() (
    cd "$root"
    types=$(find backends -name '*.pxd' | LC_ALL=C sort)
    {
        cat $types ${types//.pxd/.py} setup.py scripts/build_backend/*.py build/settings.txt 2> /dev/null || true
        echo "${SEQFORM_CHECKED:-} ${SEQFORM_PLAIN:-}" "$(command -v cc gcc clang || true)"
    } | cksum
)

machine_code_is_ready() {
    [ -f "$machine_code_stamp" ] && [ "$(< "$machine_code_stamp")" = "$(machine_code_sum)" ]
}

prepare_environment() {
    environment_is_ready "$1" && machine_code_is_ready && return
    # One set-up at a time: others wait for the lock, and then find the work done.
    if command -v flock > /dev/null; then
        exec 9> "$root/.venv.lock"
        flock --nonblock 9 || { echo "waiting for another set-up of $environment" >&2 && flock 9; }
        set_up_what_is_missing "$1"
        exec 9>&-
    else
        set_up_what_is_missing "$1"
    fi
}

set_up_what_is_missing() {
    if ! environment_is_ready "$1"; then
        set_up_environment "$1"
    elif ! machine_code_is_ready; then
        echo "building machine code (half a minute)" >&2
        install "$root" --no-deps
        finish_machine_code
    fi
}

set_up_environment() {
    local extras=$1 python="${PYTHON:-python3}"
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
        echo "$python: seqform needs Python 3.11 or newer; name one by PYTHON=/path/to/python3" >&2
        exit 2
    }
    echo "setting up $environment (once; half a minute with uv, three minutes with pip)" >&2
    if [ -e "$unfinished" ] || ! "$environment/bin/python" -c "" 2> /dev/null; then
        rm -rf "$environment"
        make_environment "$python"
    fi
    : > "$unfinished"
    install "$root[$extras]"
    finish_machine_code
    "$environment/bin/python" -m compileall -q -j 0 "$root/models" "$root/builders" "$root/backends" "$root/src" || true
    cksum < "$root/pyproject.toml" > "$environment/.seqform-$extras"
    rm "$unfinished"
}

install() {
    install_with_uv "$@" || install_with_pip "$@" || {
        echo "the set-up of $environment failed; the next call begins again" >&2
        exit 2
    }
}

finish_machine_code() {
    machine_code_sum > "$machine_code_stamp"
    if [ -z "${SEQFORM_PLAIN:-}" ] && [ -z "$(find "$root/backends" \( -name '*.so' -o -name '*.pyd' \) -print -quit)" ]; then
        echo "no machine code was built, so that long computations take many times as long; 'pip install -v $root' says why" >&2
    fi
}

make_environment() {
    if command -v uv > /dev/null && uv venv --quiet --seed --python "$1" "$environment"; then
        return
    fi
    "$1" -m venv --clear "$environment" || {
        echo "$1 -m venv fails; on Debian and Ubuntu, apt install python3-venv" >&2
        exit 2
    }
}

install_with_uv() {
    local uv
    if ! uv=$(command -v uv); then
        uv="$environment/bin/uv"
        [ -x "$uv" ] || "$environment/bin/python" -m pip install --quiet --disable-pip-version-check uv || return
    fi
    UV_SYSTEM_CERTS="${UV_SYSTEM_CERTS:-1}" "$uv" pip install --quiet --python "$environment/bin/python" \
        --reinstall-package seqform --editable "$@"
}

install_with_pip() {
    echo "uv cannot install; going on with pip, which takes longer" >&2
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile --editable "$@"
}
