"""The commands of the command line, one file for each thing that a person wants done."""
