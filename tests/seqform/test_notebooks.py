"""Objects in a live kernel of Jupyter have the text, HTML and LaTeX that they have elsewhere."""

import json
import re
from typing import Any

import pytest

import seqform as sf

OBJECTS = {
    "equilibrium": 'sf.solve("kuhn", exact=True)',
    "certificate": 'sf.solve("kuhn", exact=True).certificate',
    "profile": 'sf.solve("kuhn", exact=True).profile',
    "game": 'sf.load("kuhn")',
    "plan": 'sf.plan("kuhn", "quasi-perfect")',
    "classes": 'sf.solve("leduc(suits=1)", preprocess="lossless", backend="highs")',
    "equilibria": 'sf.equilibria("vsvet-figure-1", starts=3)',
    "trace": 'sf.trace("vsvet-figure-1")',
    "comparison": 'sf.compare("kuhn", {"first": sf.solve("kuhn", exact=True), "second": "uniform"})',
    "sensitivity": 'sf.sensitivity("kuhn")',
    "value function": 'sf.value_function("kuhn", bet=(0, 2))',
    "correspondence": 'sf.equilibrium_correspondence("stag-hunt", hare=(3, 5), points=3)',
    "frontier": 'sf.frontier("kuhn", player=0)',
    "best responses": 'sf.best_response_diagram("chicken")',
    "table of payoffs": 'sf.payoff_table("chicken")',
    "regions of payoffs": 'sf.payoff_regions("chicken")',
    "check of a strategy": 'sf.check_strategy("kuhn", "uniform", player=0)',
}

VIEWS = """
def views(item):
    latex = item.to_latex() if hasattr(item, "to_latex") else ""
    return {"text": str(item), "formatted": f"{item}", "html": item._repr_html_(), "latex": latex}
"""


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A client of a live kernel, which keeps its files in a folder of the test, as the home may not be writable."""
    pytest.importorskip("ipykernel")
    manager = pytest.importorskip("jupyter_client.manager")
    folder = tmp_path_factory.mktemp("jupyter")
    with pytest.MonkeyPatch.context() as environment:
        for variable in (
            "JUPYTER_RUNTIME_DIR",
            "JUPYTER_DATA_DIR",
            "JUPYTER_CONFIG_DIR",
            "IPYTHONDIR",
        ):
            environment.setenv(variable, str(folder / variable.lower()))
        with manager.run_kernel(kernel_name="python3") as client:
            yield client


def printed(kernel: Any, code: str) -> str:
    """Run code in the kernel and return what it writes to standard output."""
    texts = []

    def collect(message: Any) -> None:
        content = message["content"]
        if message["msg_type"] == "stream" and content["name"] == "stdout":
            texts.append(content["text"])
        assert message["msg_type"] != "display_data", "a table is shown in place of text"

    reply = kernel.execute_interactive(code, output_hook=collect, timeout=120)
    assert reply["content"]["status"] == "ok", reply["content"]
    return "".join(texts)


def without_seconds(text: str) -> str:
    """Return a text in one line with a mark in the place of measured times, and without the phases that took any."""
    line = " ".join(text.split())
    marked = re.sub(r"\d[\d.e-]*(?=(&nbsp;|\s|~)*(s|ms)\b)", "#", line)
    without_phases = re.sub(r"; ([\w ]+ # s(, )?)+", "", marked)
    return re.sub("Time of the solvers.*", "", without_phases)


@pytest.mark.slow
@pytest.mark.parametrize("code", OBJECTS.values(), ids=OBJECTS)
def test_views_in_a_notebook_are_those_of_a_script(kernel: Any, code: str) -> None:
    names: dict[str, Any] = {"sf": sf}
    exec(VIEWS, names)
    expected = names["views"](eval(code, names))
    shown = json.loads(
        printed(kernel, f"import json, seqform as sf\n{VIEWS}\nprint(json.dumps(views({code})))")
    )
    assert shown.keys() == expected.keys()
    for view, text in expected.items():
        assert without_seconds(shown[view]) == without_seconds(text), view
    assert shown["text"].strip()
