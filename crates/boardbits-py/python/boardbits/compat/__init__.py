"""Functions that can replace those of other packages: the same arguments, results and numbering for images.

An argument that is not supported raises `NotImplementedError`.
"""
