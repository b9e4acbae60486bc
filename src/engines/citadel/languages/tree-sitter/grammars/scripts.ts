import { type Grammar, words } from "../grammar.ts";
import { includedFile, phpUse, rubyRequire } from "../imports.ts";

export const ruby: Grammar = {
  language: "ruby",
  grammar: "ruby",
  extensions: [".rb", ".rake", ".gemspec"],
  shebang: /^#!.*\bruby\b/,
  symbols: {
    class: { kind: "class", heritage: ["superclass"] },
    module: { kind: "class", form: "module" },
    method: { kind: "function" },
    singleton_method: { kind: "function", form: "singleton" },
  },
  calls: { call: { field: "method" } },
  imports: {},
  importCalls: { require: rubyRequire, require_relative: rubyRequire, load: rubyRequire },
  constructorName: "new",
  mixins: words("include extend prepend"),
  strings: words("string heredoc_body"),
  joins: words("chained_string binary"),
  hasImplicitThis: true,
  self: words("self"),
  parent: words("super"),
  declared: { pattern: /=(?<=\b(\w+)\s?=)\s*([A-Z]\w*)\.new\b/g, typeFirst: false },
  builtIn:
    words(`puts print p raise require lambda proc loop format sprintf printf attr_accessor attr_reader attr_writer private protected public
    module_function freeze gets exit abort catch throw rand sleep system Array Hash String Integer Float File Dir Time Date Struct Math
    Kernel Process IO Set JSON YAML StandardError RuntimeError ArgumentError Comparable Enumerable block_given? define_method alias_method
    private_constant describe it expect before after context let`),
  commonMethods:
    words(`add all? any? call chomp clear close collect compact concat count delete detect downcase dup each each_with_index each_with_object
    empty? end_with? execute fetch find first flatten freeze get gsub include? index inject insert inspect is_a? join key? keys last length
    map match max merge min new nil? open pop push put read reduce reject replace respond_to? reverse select send size slice sort sort_by
    split start_with? strip sub sum tap to_a to_h to_i to_s to_sym uniq upcase update values write zip`),
};

export const php: Grammar = {
  language: "php",
  grammar: "php",
  extensions: [".php", ".phtml"],
  shebang: /^#!.*\bphp\b|^<\?php/,
  symbols: {
    class_declaration: { kind: "class" },
    interface_declaration: { kind: "class", form: "interface" },
    trait_declaration: { kind: "class", form: "trait" },
    enum_declaration: { kind: "class", form: "enum" },
    function_definition: { kind: "function" },
    method_declaration: { kind: "method" },
    assignment_expression: {
      kind: "function",
      name: "left",
      value: { field: "right", types: ["anonymous_function", "arrow_function"] },
    },
  },
  calls: {
    function_call_expression: { field: "function" },
    member_call_expression: { field: "name" },
    nullsafe_member_call_expression: { field: "name" },
    scoped_call_expression: { field: "name" },
    object_creation_expression: { constructs: true },
  },
  imports: {
    namespace_use_declaration: phpUse,
    require_expression: includedFile,
    require_once_expression: includedFile,
    include_expression: includedFile,
    include_once_expression: includedFile,
  },
  heritage: { base_clause: {}, class_interface_clause: {}, use_declaration: {} },
  strings: words("string encapsed_string heredoc nowdoc"),
  joins: words("binary_expression parenthesized_expression"),
  self: words("$this self static"),
  parent: words("parent"),
  declared: { pattern: /(?:\b([A-Z]\w*)\s+\$(\w+))/g, typeFirst: true },
  builtIn:
    words(`array_filter array_key_exists array_keys array_map array_merge array_pop array_push array_shift array_slice array_values count date
    define defined die echo empty explode fclose fgets file_exists file_get_contents file_put_contents fopen fwrite header htmlspecialchars
    implode in_array intval is_array is_null is_numeric is_string isset json_decode json_encode max md5 min mysqli_query number_format
    ob_start preg_match preg_replace print_r printf round rtrim session_start sprintf str_replace strlen strpos strtolower strtoupper
    substr time trim ucfirst unset usort var_dump Exception InvalidArgumentException RuntimeException PDO DateTime stdClass Countable
    ArrayAccess JsonSerializable Iterator IteratorAggregate`),
  commonMethods:
    words(`add all bind bindParam bindValue close count execute fetch fetchAll filter find first format get getMessage has map prepare push
    query save set toArray where with write`),
};

export const bash: Grammar = {
  language: "bash",
  grammar: "bash",
  extensions: [".sh", ".bash", ".ksh"],
  shebang: /^#!.*\b(?:ba|da|k|z)?sh\b/,
  symbols: { function_definition: { kind: "function" } },
  calls: { command: { field: "name" } },
  imports: {},
  importCalls: { source: includedFile, ".": includedFile },
  strings: words("string raw_string ansi_c_string heredoc_body"),
  joins: words("concatenation"),
  self: words(""),
  parent: words(""),
  builtIn:
    words(`alias awk basename bg cat cd chmod chown command cp curl cut date declare diff dirname docker echo egrep env eval exec exit export
    false fg fgrep find git grep gunzip gzip head hostname id jobs kill let ln local ls mkdir mktemp mv npm popd printf ps pushd pwd read
    readonly return rm rmdir rsync scp sed seq set shift shopt sleep sort ssh sudo tail tar tee test time touch tr trap true type typeset
    ulimit umask uname uniq unset wait wc wget which whoami xargs [ [[ : node python python3 java make`),
  commonMethods: words(""),
};
