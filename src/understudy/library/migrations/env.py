"""How Alembic runs the steps: on the connection that it is handed, in one transaction."""

from __future__ import annotations

from alembic import context

from understudy.library.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
