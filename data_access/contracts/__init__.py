"""The records of the domain as frozen types; foreign spellings never reach them."""
