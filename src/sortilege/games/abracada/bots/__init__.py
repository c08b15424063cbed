"""Play abracada from what a seat can see."""
