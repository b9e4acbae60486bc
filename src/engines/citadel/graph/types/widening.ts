import type { Fit } from "./types.ts";

/** What the numbers of Java, C# and C widen into without a cast. */
const NUMBERS: Readonly<Record<string, string>> = {
  byte: "short int long float double",
  short: "int long float double",
  char: "int long float double",
  int: "long float double",
  long: "float double",
  float: "double",
};
const BOXES: Readonly<Record<string, string>> = {
  int: "Integer",
  long: "Long",
  short: "Short",
  byte: "Byte",
  char: "Character",
  boolean: "Boolean",
  float: "Float",
  double: "Double",
};
const UNBOXED = new Map(Object.entries(BOXES).map(([plain, box]) => [box, plain]));
/** Types of the library that are types of others, as far as overloads of libraries commonly tell them apart. */
const PARENTS: Readonly<Record<string, string>> = {
  String: "CharSequence Comparable Serializable",
  StringBuilder: "CharSequence Appendable",
  StringBuffer: "CharSequence Appendable",
  Integer: "Number Comparable Serializable",
  Long: "Number Comparable Serializable",
  Short: "Number Comparable Serializable",
  Byte: "Number Comparable Serializable",
  Float: "Number Comparable Serializable",
  Double: "Number Comparable Serializable",
  BigDecimal: "Number Comparable Serializable",
  BigInteger: "Number Comparable Serializable",
  Boolean: "Comparable Serializable",
  Character: "Comparable Serializable",
  ArrayList: "List Collection Iterable",
  LinkedList: "List Collection Iterable Deque Queue",
  List: "Collection Iterable",
  Set: "Collection Iterable",
  HashSet: "Set Collection Iterable",
  LinkedHashSet: "HashSet Set Collection Iterable",
  TreeSet: "SortedSet Set Collection Iterable",
  SortedSet: "Set Collection Iterable",
  Collection: "Iterable",
  HashMap: "Map",
  LinkedHashMap: "HashMap Map",
  TreeMap: "SortedMap Map",
  Properties: "Hashtable Map",
  PrintStream: "OutputStream Closeable Appendable",
  FileInputStream: "InputStream Closeable",
  ByteArrayInputStream: "InputStream Closeable",
  FileOutputStream: "OutputStream Closeable",
  ByteArrayOutputStream: "OutputStream Closeable",
  StringReader: "Reader Closeable Readable",
  InputStreamReader: "Reader Closeable Readable",
  BufferedReader: "Reader Closeable Readable",
  StringWriter: "Writer Closeable Appendable",
  PrintWriter: "Writer Closeable Appendable",
  Writer: "Closeable Appendable",
  Reader: "Closeable Readable",
  IOException: "Exception Throwable",
  RuntimeException: "Exception Throwable",
  IllegalArgumentException: "RuntimeException Exception Throwable",
  IllegalStateException: "RuntimeException Exception Throwable",
  NumberFormatException: "IllegalArgumentException RuntimeException Exception Throwable",
  Exception: "Throwable",
  Error: "Throwable",
  Class: "Type GenericDeclaration AnnotatedElement Serializable",
  ParameterizedType: "Type",
  GenericArrayType: "Type",
  WildcardType: "Type",
  TypeVariable: "Type",
  Method: "Executable AccessibleObject Member AnnotatedElement",
  Field: "AccessibleObject Member AnnotatedElement",
  Constructor: "Executable AccessibleObject Member AnnotatedElement",
};

/** Whose parents are all known here: what is not among them is no parent. */
const CLOSED: ReadonlySet<string> = new Set([
  ...Object.keys(PARENTS),
  ...Object.keys(BOXES),
  "Object",
  "CharSequence",
  "Number",
]);

const has = (list: string | undefined, name: string): boolean => list?.split(" ").includes(name) === true;

/** Whether a value of one type of a library goes into another, both by name. */
export function isWider(from: string, to: string): Fit {
  if (from === "" || to === "") return "unsure";
  if (from === to || to === "Object" || has(NUMBERS[from], to) || has(PARENTS[from], to)) return "exact";
  if (from === "null") return Object.hasOwn(BOXES, to) ? "no" : "exact";
  if (isBoxed(from, to)) return "boxed";
  return isClosed(from, to) ? "no" : "unsure";
}

function isBoxed(from: string, to: string): boolean {
  const box = BOXES[from];
  if (box !== undefined) return box === to || has(PARENTS[box], to);
  const plain = UNBOXED.get(from);
  return plain !== undefined && (plain === to || has(NUMBERS[plain], to));
}

/** All that the one goes into is known here, or all that goes into the other. */
const isClosed = (from: string, to: string): boolean =>
  CLOSED.has(from) ||
  [from, to].some((name) => Object.hasOwn(BOXES, name) || name === "[]") ||
  to === "String" ||
  // What is wider does not go into what is narrower.
  has(PARENTS[to], from);
