"""Code of kernels that only kernels call, which becomes machine code as part of its callers.

By itself Numba would make such a kernel machine code too, once for each of the kernels around it. Nobody runs
that, and it took a quarter of the time in which the solver is compiled.
"""

from __future__ import annotations

from typing import Any

from llvmlite.binding import parse_bitcode
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult, compile_result

_LINKED = "linked"

_NEEDED = (
    "_ensure_finalized",
    "_finalize_dynamic_globals",
    "_get_module_for_linking",
    "_verify_declare_only_symbols",
    "add_linking_library",
)
"""What Numba's own library must have for this to work, which its documentation does not promise."""


def is_possible() -> bool:
    """Tell whether this Numba is built as needed; with another, inner kernels are compiled its own way."""
    return all(hasattr(JITCodeLibrary, name) for name in _NEEDED)


class LinkedLibrary(JITCodeLibrary):
    """Intermediate code of one kernel and of those that it calls; see Numba's base class for the methods."""

    @property
    def codegen(self) -> Any:
        """What makes machine code of others."""
        return _WithoutAddresses(self._codegen)

    def finalize(self) -> None:
        """Take in the code of the kernels that are called; what is left to optimise, callers do."""
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> Any:
        """Return what :func:`rebuilt` takes."""
        return self.name, _LINKED, self._get_module_for_linking().as_bitcode()


class LinkedCompiler(Compiler):
    """Compiles a kernel that only kernels call."""

    def compile_extra(self, func: Any) -> CompileResult:
        """Compile a function."""
        self.state.library = LinkedLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


def rebuilt(target_context: Any, saved: tuple[Any, ...]) -> CompileResult:
    """Return a kernel from what Numba's ``CompileResult._reduce`` gave of it, of whichever kind."""
    (name, kind, code), fndesc, environment, signature, objectmode, lifted, types, reload_init, others = saved
    if kind != _LINKED:
        return CompileResult._rebuild(target_context, *saved)
    for load in reload_init or ():
        load()
    library = LinkedLibrary(target_context.codegen(), name)
    library._final_module = library._shared_module = parse_bitcode(code)
    library._finalize_dynamic_globals()
    library._finalized = True
    return compile_result(
        target_context=target_context,
        typing_context=target_context.typing_context,
        library=library,
        environment=environment,
        entry_point=target_context.get_executable(library, fndesc, environment),
        fndesc=fndesc,
        type_annotation=types,
        signature=signature,
        objectmode=objectmode,
        lifted=lifted,
        reload_init=reload_init,
        referenced_envs=others,
    )


def connect(compiled: CompileResult) -> None:
    """Tell machine code where the environments are of the kernels that were linked into it."""
    if not isinstance(compiled.library, LinkedLibrary):
        for environment in compiled._find_referenced_environments():
            compiled.codegen.set_env(environment.env_name, environment)


class _WithoutAddresses:
    """A code generator to code that has no addresses yet."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Leave it to the callers' code."""
