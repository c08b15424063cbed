"""One table in play: seats, clocks, talk, tournaments. No sockets, no SQL: values in, values out."""
