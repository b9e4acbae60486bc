import { type Grammar, words } from "../grammar.ts";
import { pythonImport } from "../imports.ts";
import { PythonScopes } from "../scopes/python-scopes.ts";

export const python: Grammar = {
  language: "python",
  grammar: "python",
  extensions: [".py", ".pyi"],
  shebang: /^#!.*\bpython[\d.]*\b/,
  symbols: {
    function_definition: { kind: "function" },
    class_definition: { kind: "class", heritage: ["superclasses"] },
    lambda: { kind: "function", needs: "body", before: /(?:^|\n)[ \t]*(\w+)\s*(?::[^=\n]+)?=\s*$/ },
  },
  calls: { call: { field: "function" } },
  imports: { import_statement: pythonImport, import_from_statement: pythonImport },
  scopes: (file) => new PythonScopes(file),
  strings: words("string"),
  joins: words("concatenated_string binary_operator parenthesized_expression"),
  self: words("self cls"),
  parent: words("super"),
  declared: { pattern: /[:=](?<=\b(\w+)\s?[:=])\s*["']?([A-Z]\w*)\b(?!\s*\.)/g, typeFirst: false },
  builtIn:
    words(`abs all any ascii bin bool bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec
    filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max
    memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum
    super tuple type vars zip __import__ ABC Enum Exception ValueError TypeError KeyError IndexError RuntimeError OSError IOError
    NotImplementedError AttributeError StopIteration AssertionError BaseException Protocol NamedTuple TypedDict Generic BaseModel`),
  commonMethods:
    words(`add append appendleft capitalize clear close copy count decode encode endswith execute executemany extend fetchall fetchone
    find flush format get group groups index insert isdigit items join keys lower lstrip match pop popleft read readline readlines remove
    replace rfind rstrip search seek setdefault sort split splitlines startswith strip sub title update upper values write commit rollback cursor`),
};
