"""Run the migrations on the connection that the store hands over."""

from alembic import context

from metrobot.store.schema.indexes import WHOLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=WHOLE,
    # Both databases can take back a change of tables, so a migration that
    # fails half-way leaves the database as it was.
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
