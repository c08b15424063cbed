"""Talk to clients over WebSockets."""
