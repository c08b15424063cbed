"""What any game is. Standard library only, no input or output, no clock."""
