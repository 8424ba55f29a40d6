"""Files of games, profiles, assessments, solutions, paths, programs and figures."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
