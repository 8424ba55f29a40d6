"""The functions of the commands, a file for each command or a few that belong together."""
