"""What is told of the rows of a sweep: tables, pictures, and the page with both."""
