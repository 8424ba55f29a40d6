"""Mathematical programs and their solutions."""
