"""Play abbracadabra from what a seat can see."""
