import { type Grammar, words } from "../grammar.ts";
import { includeImport, usingDirective } from "../imports.ts";
import { CScopes } from "../scopes/c-scopes.ts";
import { CSharpScopes } from "../scopes/c-sharp-scopes.ts";

export const cpp: Grammar = {
  language: "cpp",
  grammar: "cpp",
  extensions: [".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx", ".ipp"],
  symbols: {
    function_definition: { kind: "function", name: "declarator" },
    class_specifier: { kind: "class", needs: "body" },
    struct_specifier: { kind: "class", form: "struct", needs: "body" },
    union_specifier: { kind: "class", form: "union", needs: "body" },
    enum_specifier: { kind: "class", form: "enum", needs: "body" },
    namespace_definition: { kind: "module", form: "namespace" },
    lambda_expression: { kind: "function", before: /(\w+)\s*=\s*$/ },
  },
  calls: {
    call_expression: { field: "function" },
    new_expression: { field: "type", constructs: true },
  },
  imports: { preproc_include: includeImport },
  embedded: /\bEXEC\s+(?:SQL|CICS|DLI)\b[^;]{0,20000};/g,
  heritage: { base_class_clause: {} },
  strings: words("string_literal raw_string_literal"),
  joins: words("concatenated_string binary_expression parenthesized_expression"),
  hasImplicitThis: true,
  self: words("this"),
  parent: words(""),
  declared: {
    pattern: /\b([A-Z]\w*)(?:<[^<>;(){}]*>)?\s*[*&]*\s+[*&]*([a-zA-Z_]\w*)\s*(?=[=;,){(])/g,
    typeFirst: true,
  },
  builtIn:
    words(`std abort abs atoi atol calloc exit fclose feof fflush fgets fopen fprintf fputs fread free fscanf fseek fwrite getenv isalpha isdigit
    isspace malloc memcmp memcpy memmove memset perror printf puts putchar qsort rand realloc scanf sizeof snprintf sprintf sscanf static_cast
    dynamic_cast reinterpret_cast const_cast strcasecmp strcat strchr strcmp strcpy strdup strlen strncat strncmp strncpy strrchr strstr
    strtok strtol system time tolower toupper assert defined va_start va_end va_arg open read write close`),
  commonMethods:
    words(`append at back begin c_str clear close count data emplace emplace_back empty end erase find first flush front get insert
    length lock open pop pop_back push push_back read reset resize second size str substr swap top unlock value what write`),
};

/** The package of grammars has none for C; the C++ one reads it. */
export const c: Grammar = {
  ...cpp,
  language: "c",
  extensions: [".c", ".h"],
  hasImplicitThis: false,
  scopes: (file) => new CScopes(file),
  // `typedef struct { … } ACCOUNT;` has its name behind it, and is a definition all the same.
  symbols: {
    ...cpp.symbols,
    type_definition: {
      kind: "class",
      form: "typedef",
      name: "declarator",
      value: { field: "type", types: ["struct_specifier", "union_specifier", "enum_specifier"], unless: "name" },
    },
  },
};

export const cSharp: Grammar = {
  language: "csharp",
  grammar: "c-sharp",
  extensions: [".cs"],
  symbols: {
    class_declaration: { kind: "class" },
    interface_declaration: { kind: "class", form: "interface" },
    struct_declaration: { kind: "class", form: "struct" },
    record_declaration: { kind: "class", form: "record" },
    enum_declaration: { kind: "class", form: "enum" },
    namespace_declaration: { kind: "module", form: "namespace" },
    method_declaration: { kind: "method" },
    constructor_declaration: { kind: "method", form: "constructor" },
    destructor_declaration: { kind: "method", form: "destructor" },
    property_declaration: { kind: "method", form: "property", needs: "accessors" },
    local_function_statement: { kind: "function" },
  },
  calls: {
    invocation_expression: { field: "function" },
    object_creation_expression: { field: "type", constructs: true },
  },
  imports: { using_directive: usingDirective },
  heritage: { base_list: {} },
  scopes: (file) => new CSharpScopes(file),
  strings: words("string_literal verbatim_string_literal raw_string_literal interpolated_string_expression"),
  joins: words("binary_expression parenthesized_expression"),
  hasImplicitThis: true,
  self: words("this"),
  parent: words("base"),
  declared: { pattern: /\b([A-Z]\w*)(?:<[^<>;(){}]*>)?\??\s+([a-zA-Z_]\w*)\s*(?=[=;,){])/g, typeFirst: true },
  builtIn:
    words(`Console Math String Convert Environment File Path Directory DateTime TimeSpan Guid Task Thread List Dictionary HashSet Array Enumerable
    Exception ArgumentException ArgumentNullException InvalidOperationException NotImplementedException IDisposable IEnumerable Enum Type
    StringBuilder Regex Encoding object string int nameof typeof JsonSerializer HttpClient Stream SqlCommand SqlConnection`),
  commonMethods:
    words(`Add AddRange Any All Append AppendLine Clear Close Contains ContainsKey Count Dispose EndsWith Equals Execute ExecuteNonQuery
    ExecuteReader ExecuteScalar First FirstOrDefault Format Get GetHashCode GetType Insert Invoke Join Max Min Open OrderBy Read ReadLine
    Remove Replace Select SelectMany Set Single Skip Sort Split StartsWith Substring Sum Take ToArray ToDictionary ToList ToLower ToString
    ToUpper Trim TryGetValue Where Write WriteLine`),
};
