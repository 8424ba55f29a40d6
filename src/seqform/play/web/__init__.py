"""Playing in a browser: a page served on this machine, and a page in one file that needs no server.

    >>> from seqform.play import open_session
    >>> from seqform.play.web import offline_page
    >>> offline_page(open_session("kuhn")).startswith("<!DOCTYPE html>")
    True

Starlette, Jinja and uvicorn, of the extra ``play``, are imported when a page is served.
"""

from seqform.play.web.offline import offline_page
from seqform.play.web.server import serve
from seqform.system.packages import submodules

__getattr__ = submodules(__name__)

__all__ = ["offline_page", "serve"]
