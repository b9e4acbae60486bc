import { type Grammar, type SymbolRule, words } from "../grammar.ts";
import { ecmaScriptImport } from "../imports.ts";
import { EcmaScriptScopes } from "../scopes/ecmascript-scopes.ts";
import type { ReadFile } from "../scopes/scope-reader.ts";

const FUNCTIONS = ["arrow_function", "function_expression", "generator_function"];
const value = (field: string, name: string, kind: SymbolRule["kind"] = "function"): SymbolRule => ({
  kind,
  name,
  value: { field, types: FUNCTIONS, hints: ["=>", "function"] },
});

const SYMBOLS: Readonly<Record<string, SymbolRule>> = {
  function_declaration: { kind: "function" },
  generator_function_declaration: { kind: "function" },
  class_declaration: { kind: "class" },
  method_definition: { kind: "function" },
  variable_declarator: value("value", "name"),
  assignment_expression: value("right", "left"),
  pair: value("value", "key"),
};

/** What only TypeScript has. */
const TYPES: Readonly<Record<string, SymbolRule>> = {
  abstract_class_declaration: { kind: "class" },
  interface_declaration: { kind: "class", form: "interface" },
  enum_declaration: { kind: "class", form: "enum" },
  internal_module: { kind: "module", form: "namespace" },
  module: { kind: "module", form: "namespace", needs: "body" },
  public_field_definition: value("value", "name"),
  function_signature: { kind: "function", isSignature: true },
  method_signature: { kind: "function", isSignature: true },
  abstract_method_signature: { kind: "function", isSignature: true },
};

const shared = {
  calls: {
    call_expression: { field: "function" },
    new_expression: { field: "constructor", constructs: true },
  },
  scopes: (file: ReadFile) => new EcmaScriptScopes(file),
  imports: { import_statement: ecmaScriptImport, export_statement: reexport },
  importCalls: { require: ecmaScriptImport, import: ecmaScriptImport },
  strings: words("string template_string"),
  joins: words("binary_expression parenthesized_expression"),
  self: words("this"),
  parent: words("super"),
  builtIn:
    words(`Array ArrayBuffer Atomics BigInt Boolean Buffer Date Error EvalError Float32Array Float64Array Function Infinity Int32Array
    Intl JSON Map Math Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError
    URIError URL URLSearchParams Uint8Array WeakMap WeakRef WeakSet AbortController AbortSignal TextDecoder TextEncoder Worker
    clearInterval clearTimeout console decodeURIComponent document encodeURIComponent fetch globalThis isFinite isNaN parseFloat parseInt
    process queueMicrotask setImmediate setInterval setTimeout structuredClone window crypto performance Element HTMLElement Event Response
    Request Headers describe it test expect beforeEach afterEach beforeAll afterAll`),
  commonMethods:
    words(`add all any apply at bind call catch charAt charCodeAt clear close codePointAt concat delete end endsWith entries every exec
    fill filter finally find findIndex findLast flat flatMap forEach from get has includes indexOf isArray join json keys lastIndexOf length log
    map match matchAll next normalize of on off once emit padEnd padStart parse pop push read reduce repeat replace replaceAll resolve reverse
    search send set shift slice some sort splice split startsWith stringify substring substr test text then toFixed toLowerCase toString
    toUpperCase trim trimEnd trimStart unshift update values write addEventListener removeEventListener subscribe pipe`),
} as const;

const DECLARED = {
  // From the sign back to the name: the other way round every word of the file would be tried.
  pattern: /[:=](?<=(?<![\w$])([\w$]+)\s?\??\s?[:=])\s*(?:(?:readonly|new)\s+)?([A-Z][\w$]*)\b(?!\s*\.)/g,
  typeFirst: false,
} as const;
const CONSTRUCTED = { pattern: /=(?<=(?<![\w$])([\w$]+)\s?=)\s*new\s+([A-Z][\w$]*)\b/g, typeFirst: false } as const;

/** Only `export … from` imports. */
function reexport(text: string): ReturnType<typeof ecmaScriptImport> {
  const head = text.slice(0, REEXPORT_LENGTH_MAX);
  return /^\s*export\s+(?:type\s+)?(?:\*|\{[^}]*\})[^;{("']*\bfrom\s*["']/.test(head) ? ecmaScriptImport(head, "") : [];
}
const REEXPORT_LENGTH_MAX = 4_000;

export const typescript: Grammar = {
  ...shared,
  language: "typescript",
  grammar: "typescript",
  extensions: [".ts", ".mts", ".cts"],
  symbols: { ...SYMBOLS, ...TYPES },
  heritage: { class_heritage: {}, extends_type_clause: {} },
  declared: DECLARED,
};

export const tsx: Grammar = { ...typescript, language: "tsx", grammar: "tsx", extensions: [".tsx"] };

export const javascript: Grammar = {
  ...shared,
  language: "javascript",
  grammar: "javascript",
  extensions: [".js", ".mjs", ".cjs", ".jsx"],
  shebang: /^#!.*\b(?:node|deno|bun)\b/,
  symbols: { ...SYMBOLS, field_definition: value("value", "property") },
  heritage: { class_heritage: {} },
  declared: CONSTRUCTED,
};
