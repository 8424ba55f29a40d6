# Sourced by the scripts beside it: makes .venv in the repository, once, and again when pyproject.toml changes.
# Usage: prepare_environment EXTRAS     sets $environment
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
environment="$root/.venv"
# Compiled modules are kept, here also where the caller keeps them out of the tree: a process starts three times as fast.
export PYTHONDONTWRITEBYTECODE="" PYTHONPYCACHEPREFIX="$environment/bytecode"

# The stamp is written last, so that a set-up that was interrupted is done again by the next call.
environment_is_ready() {
    local wanted
    [ -x "$environment/bin/python" ] && [ -f "$1" ] && wanted=$(cksum < "$root/pyproject.toml") &&
        [ "$(< "$1")" = "$wanted" ]
}

prepare_environment() {
    local stamp="$environment/.seqform-$1"
    environment_is_ready "$stamp" && return
    # One set-up at a time: others wait for the lock, and then find the work done.
    if command -v flock > /dev/null; then
        exec 9> "$root/.venv.lock"
        flock --nonblock 9 || { echo "waiting for another set-up of $environment" >&2 && flock 9; }
        environment_is_ready "$stamp" || set_up_environment "$1" "$stamp"
        exec 9>&-
    else
        set_up_environment "$1" "$stamp"
    fi
}

set_up_environment() {
    local extras=$1 stamp=$2 python="${PYTHON:-python3}" target unfinished="$environment/.seqform-unfinished"
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
    target="$root${extras:+[$extras]}"
    install_with_uv "$target" || install_with_pip "$target" || {
        echo "the set-up of $environment failed; the next call begins again" >&2
        exit 2
    }
    "$environment/bin/python" -m compileall -q -j 0 "$root/models" "$root/builders" "$root/backends" "$root/src" || true
    cksum < "$root/pyproject.toml" > "$stamp"
    rm "$unfinished"
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
    UV_SYSTEM_CERTS="${UV_SYSTEM_CERTS:-1}" "$uv" pip install --quiet --python "$environment/bin/python" --editable "$1"
}

install_with_pip() {
    echo "uv cannot install; going on with pip, which takes longer" >&2
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile --editable "$1"
}
