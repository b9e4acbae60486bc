import { type Grammar, words } from "../grammar.ts";
import { goImport } from "../imports.ts";
import { GoScopes } from "../scopes/go-scopes.ts";

export const go: Grammar = {
  language: "go",
  grammar: "go",
  extensions: [".go"],
  symbols: {
    function_declaration: { kind: "function" },
    method_declaration: { kind: "method", receiver: "receiver" },
    type_spec: { kind: "class" },
    type_alias: { kind: "class", form: "alias" },
    func_literal: { kind: "function", before: /(\w+)\s*:?=\s*$/ },
    method_elem: { kind: "method", isSignature: true },
  },
  calls: { call_expression: { field: "function" } },
  imports: { import_spec: goImport },
  // An embedded type has no field name of its own.
  heritage: { field_declaration: { unless: "name" }, type_elem: {} },
  scopes: (file) => new GoScopes(file),
  strings: words("interpreted_string_literal raw_string_literal"),
  joins: words("binary_expression parenthesized_expression"),
  self: words(""),
  parent: words(""),
  declared: { pattern: /\b([a-z_]\w*)\s*(?:\s|:=\s*&?)\*?([A-Z]\w*|[a-z]\w*(?=\s*\{))(?=[\s,){])/g, typeFirst: false },
  builtIn:
    words(`append cap clear close complex copy delete imag len make max min new panic print println real recover string int int8 int16
    int32 int64 uint uint8 uint16 uint32 uint64 float32 float64 byte rune bool error uintptr any`),
  commonMethods:
    words(`Add Close Do Done Error Errorf Exec Fatal Fatalf Get Len Lock Log Logf Print Printf Println Query QueryRow Read RLock RUnlock
    Run Scan Set String Unlock Wait Write WriteString`),
};
