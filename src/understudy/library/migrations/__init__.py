"""Steps from each form of the database to the next, run by Alembic when a library is opened."""
