import type { ShellWord } from "../words.ts";

/** Modules that take paths, packages and tests. */
const NAMES_OF_PYTHON =
  /^(?:pytest|unittest|pip|venv|virtualenv|build|json\.tool|http\.server|compileall|py_compile|zipfile|tarfile|black|isort|ruff|flake8|mypy|pylint|ensurepip|site|sysconfig|calendar|ast|dis|tokenize|pydoc|twine|coverage|tox|nox|pre_commit|sphinx|mkdocs|django|flask|uvicorn|gunicorn|base64|gzip|webbrowser|idlelib|tkinter|antigravity|this)(?:\.|$)/;

export const isKnownModule = (module: string): boolean => NAMES_OF_PYTHON.test(module);

/** The texts that another module may take for code. */
export function codeOfModule(name: string, words: readonly ShellWord[]): readonly ShellWord[] {
  const at = moduleAt(name, words);
  if (at < 0 || isKnownModule(words[at]?.text ?? "")) return [];
  return words.slice(at + 1).filter(({ text }) => /[(;]/.test(text));
}

/** Where the name of a module stands among the words of Python; -1 where there is none. */
export function moduleAt(name: string, words: readonly ShellWord[]): number {
  if (!/^(?:python|pypy)[\d.]*$/.test(name)) return -1;
  const option = words.findIndex(({ text }) => /^-[bBdEiIOPqsSuvx]*m$/.test(text));
  const script = words.findIndex(({ text }, at) => !text.startsWith("-") && !/^-[WX]$/.test(words[at - 1]?.text ?? ""));
  return option >= 0 && (script < 0 || option < script) && option + 1 < words.length ? option + 1 : -1;
}
