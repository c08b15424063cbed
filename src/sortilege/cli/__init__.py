"""The `sortilege` command."""
