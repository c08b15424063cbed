"""Define what any game is: state, moves, events, views, records. (kernel.compile uses numba if installed.)"""
