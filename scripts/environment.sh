# Sourced by the scripts beside it: makes .venv in the repository, once, and again when pyproject.toml changes.
# Usage: prepare_environment EXTRAS     sets $environment
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
environment="$root/.venv"

prepare_environment() {
    local extras=$1 stamp wanted
    stamp="$environment/.seqform-$extras"
    wanted=$(cksum < "$root/pyproject.toml")
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
        return
    fi
    echo "setting up $environment (once; takes two or three minutes)" >&2
    "${PYTHON:-python3}" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
        echo "seqform needs Python 3.11 or newer; name one by PYTHON=/path/to/python3" >&2
        exit 2
    }
    [ -x "$environment/bin/python" ] || "${PYTHON:-python3}" -m venv "$environment"
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --editable "$root${extras:+[$extras]}"
    "$environment/bin/python" -m seqform.backends.lemke
    "$environment/bin/python" -m seqform.backends.perturbed
    "$environment/bin/python" -m seqform.backends.first_order
    "$environment/bin/python" -m seqform.backends.bestnash
    printf '%s' "$wanted" > "$stamp"
}
