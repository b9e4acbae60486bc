import { type Grammar, words } from "../grammar.ts";
import { rustUse } from "../imports.ts";

export const rust: Grammar = {
  language: "rust",
  grammar: "rust",
  extensions: [".rs"],
  symbols: {
    function_item: { kind: "function" },
    function_signature_item: { kind: "function", isSignature: true },
    struct_item: { kind: "class", form: "struct" },
    enum_item: { kind: "class", form: "enum" },
    union_item: { kind: "class", form: "union" },
    trait_item: { kind: "class", form: "trait", heritage: ["bounds"] },
    impl_item: { kind: "class", name: "type", isExtension: true, heritage: ["trait"] },
    mod_item: { kind: "module", needs: "body" },
    macro_definition: { kind: "function", form: "macro" },
    closure_expression: { kind: "function", before: /\blet\s+(?:mut\s+)?(\w+)\s*(?::[^=;]+)?=\s*$/ },
  },
  calls: { call_expression: { field: "function" }, macro_invocation: { field: "macro" } },
  imports: { use_declaration: rustUse, mod_item: rustUse },
  strings: words("string_literal raw_string_literal"),
  joins: words("parenthesized_expression"),
  self: words("self Self"),
  parent: words(""),
  declared: {
    pattern: /[:=](?<=\b([a-z_]\w*)\s?[:=])\s*&?\s*(?:'\w+\s+)?(?:mut\s+)?(?:dyn\s+)?([A-Z]\w*)\b/g,
    typeFirst: false,
  },
  builtIn:
    words(`Some None Ok Err Box Vec String HashMap HashSet BTreeMap Rc Arc RefCell Mutex Option Result std core println print eprintln
    eprint format vec panic assert assert_eq assert_ne debug_assert write writeln todo unimplemented unreachable matches include_str
    drop u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 str char Clone Copy Debug Default Display Iterator From Into PartialEq Eq Hash Ord
    PartialOrd Drop Error Send Sync`),
  commonMethods:
    words(`all and_then any as_bytes as_mut as_ref as_str borrow borrow_mut chars clone cloned cmp collect contains contains_key count
    default ends_with entry enumerate eq expect extend filter filter_map find first flat_map fold get get_mut insert into into_iter is_empty
    is_err is_none is_ok is_some iter iter_mut join last len lines lock map map_err max min next ok ok_or or_else parse pop position push
    push_str read remove replace rev send skip sort split starts_with sum take to_owned to_string to_vec trim unwrap unwrap_or
    unwrap_or_default unwrap_or_else values write zip`),
};
