"""The stubs say what the module has, neither more nor less, and everything has a docstring."""

import ast
import inspect
from pathlib import Path

import pytest
import wanqi

STUBS = ast.parse((Path(wanqi.__file__).parent / "_wanqi.pyi").read_text())
CLASSES = {node.name: node for node in STUBS.body if isinstance(node, ast.ClassDef)}


def test_every_name_has_a_stub():
    functions = {node.name for node in STUBS.body if isinstance(node, ast.FunctionDef)}
    assert set(CLASSES) | functions == set(wanqi.__all__)


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_a_class_is_as_its_stub(name):
    stub, real = CLASSES[name], getattr(wanqi, name)
    told = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
    told |= {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)}
    has = {member for member in vars(real) if not member.startswith("_")}
    assert {member for member in told if not member.startswith("_")} == has
    assert real.__doc__
    for member in has:
        assert inspect.getdoc(getattr(real, member)), f"{name}.{member} has no docstring"
