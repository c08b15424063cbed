"""What earlier versions wrote and said still holds."""
