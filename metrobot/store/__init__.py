"""What is kept: tables, migrations, and all the SQL there is."""
