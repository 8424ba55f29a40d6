"""Playing on the whole screen of a terminal, by keys and buttons; needs Textual, of the extra ``play``.

>>> from seqform.play import open_session
>>> from seqform.play.screen import TableApp
>>> app = TableApp(open_session("kuhn"))  # app.run() plays
"""

from seqform.play.screen.app import TableApp

__all__ = ["TableApp"]
