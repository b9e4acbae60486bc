import { type Grammar, words } from "../grammar.ts";
import { javaImport } from "../imports.ts";
import { JavaScopes } from "../scopes/java-scopes.ts";

export const java: Grammar = {
  language: "java",
  grammar: "java",
  extensions: [".java"],
  symbols: {
    class_declaration: { kind: "class" },
    interface_declaration: { kind: "class", form: "interface" },
    enum_declaration: { kind: "class", form: "enum" },
    record_declaration: { kind: "class", form: "record" },
    annotation_type_declaration: { kind: "class", form: "annotation" },
    method_declaration: { kind: "method" },
    annotation_type_element_declaration: { kind: "method" },
    constructor_declaration: { kind: "method", form: "constructor" },
    compact_constructor_declaration: { kind: "method", form: "constructor" },
  },
  calls: {
    method_invocation: { field: "name" },
    object_creation_expression: { field: "type", constructs: true },
    explicit_constructor_invocation: { field: "constructor" },
  },
  imports: { import_declaration: javaImport },
  scopes: (file) => new JavaScopes(file),
  heritage: { superclass: {}, super_interfaces: {}, extends_interfaces: {} },
  strings: words("string_literal"),
  joins: words("binary_expression parenthesized_expression"),
  hasImplicitThis: true,
  self: words("this"),
  parent: words("super"),
  declared: {
    pattern: /\b([A-Z][\w$]*)(?:<[^<>;(){}]*>)?(?:\[\])?\s+([a-zA-Z_$][\w$]*)\s*(?=[=;,):])/g,
    typeFirst: true,
  },
  builtIn:
    words(`System String Object Integer Long Double Float Boolean Character Byte Short Math Thread Runnable Exception RuntimeException
    IllegalArgumentException IllegalStateException NullPointerException UnsupportedOperationException StringBuilder StringBuffer Iterable
    Comparable Cloneable AutoCloseable Throwable Error Enum Record Class Override Deprecated Process ProcessBuilder Runtime List Map Set
    ArrayList HashMap HashSet LinkedHashMap LinkedList TreeMap Arrays Collections Collectors Optional Stream Objects Files Paths Path
    BigDecimal BigInteger LocalDate LocalDateTime Instant Duration Pattern Matcher UUID Scanner Iterator Logger Connection
    PreparedStatement Statement ResultSet CallableStatement DataSource`),
  commonMethods:
    words(`add addAll append apply accept build charAt clear close collect compareTo contains containsKey containsValue entrySet equals
    execute executeQuery executeUpdate filter findFirst flatMap flush forEach format get getBytes getClass getKey getMessage getName getOrDefault
    getString getInt getLong getValue hashCode hasNext indexOf isEmpty isPresent iterator join keySet length map next of orElse orElseThrow
    parallelStream prepareStatement print println printStackTrace put putAll read readLine remove replace run set setString setInt setLong
    size sort split startsWith stream submit substring test toArray toList toLowerCase toString toUpperCase trim valueOf values write`),
};
