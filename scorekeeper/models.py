"""What a score sheet keeps."""
