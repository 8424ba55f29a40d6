"""Playing on the whole screen of a terminal, by keys and buttons; needs Textual, of the extra ``play``.

>>> from seqform.play import open_session
>>> from seqform.play.screen import PlayApp
>>> app = PlayApp(open_session("kuhn"))  # app.run() plays
"""

from seqform.play.screen.app import PlayApp

__all__ = ["PlayApp"]
