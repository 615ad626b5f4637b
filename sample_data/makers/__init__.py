"""The scripts that write the sample files: one module per case, two that know a format."""
