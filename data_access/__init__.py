"""Everything that knows: contracts, rules, importers, the store, readings and writings.

Importable without any user-interface or server package.
"""
