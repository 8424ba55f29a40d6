"""Files of games, profiles, assessments, solutions, paths, programs and figures."""
