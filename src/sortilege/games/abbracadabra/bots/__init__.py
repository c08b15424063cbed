"""Play Abbracadabra from what a seat can see."""
