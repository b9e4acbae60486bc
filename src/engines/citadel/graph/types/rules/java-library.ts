import { outside, type Type, UNKNOWN_TYPE } from "../types.ts";

/** What methods of the class library give, by name; a name means the same wherever it occurs. */
const RESULTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    int: "length size indexOf lastIndexOf hashCode compareTo compare ordinal intValue parseInt codePointAt read nextInt bitCount getModifiers signum identityHashCode compareToIgnoreCase",
    boolean:
      "equals isEmpty contains containsKey containsValue startsWith endsWith hasNext isPresent matches find equalsIgnoreCase isInstance isArray isInterface isPrimitive isAssignableFrom isDigit isLetter isWhitespace isUpperCase isLowerCase booleanValue parseBoolean anyMatch allMatch noneMatch isEnum isAnonymousClass isAnnotationPresent isStatic isAbstract isNaN isInfinite isBlank exists isDirectory isFile",
    String:
      "toString substring trim toLowerCase toUpperCase getName getSimpleName getMessage getLocalizedMessage readLine nextLine concat repeat strip replaceAll replaceFirst getProperty lineSeparator getenv group getPath getAbsolutePath getCanonicalName getTypeName toPattern toHexString toBinaryString toOctalString toPlainString name",
    char: "charAt setLength",
    long: "longValue parseLong currentTimeMillis nanoTime getTime count",
    double: "doubleValue parseDouble",
    float: "floatValue parseFloat",
    byte: "byteValue",
    short: "shortValue",
    Iterator: "iterator listIterator",
  }).flatMap(([type, names]) => names.split(" ").map((name) => [name, type])),
);

const ELEMENT: ReadonlySet<string> = new Set(
  `next previous peek poll pop element first last getFirst getLast removeFirst removeLast pollFirst pollLast peekFirst peekLast
  take orElse orElseThrow orElseGet orElseThrow removeLast firstElement lastElement call join nextElement newInstance cast getDeclaringClass`.split(
    /\s+/,
  ),
);
const SAME: ReadonlySet<string> = new Set(
  "filter sorted limit skip distinct peek subList headSet tailSet subSet descendingSet reversed or parallelStream clone".split(
    " ",
  ),
);
const MAPS = /Map$|^(?:Properties|Hashtable|Dictionary)$/;
const SELF: ReadonlySet<string> = new Set(["StringBuilder", "StringBuffer"]);

type Outside = Type & { readonly kind: "outside" };

/** What a method of the class library gives; unknown where that is not known. */
export function libraryResult(receiver: Outside, name: string, args: readonly Type[]): Type {
  const [first, second] = receiver.args;
  const isMap = MAPS.test(receiver.name);
  if (name === "valueOf" && /^[A-Z]/.test(receiver.name)) return outside(receiver.name);
  if (name === "toString" && receiver.name !== "") return outside("String");
  if (SELF.has(receiver.name) && /^(?:append|insert|reverse|delete|replace|deleteCharAt)$/.test(name)) return receiver;
  if (receiver.name === "String") return ofString(name);
  const held = isMap ? ofMap(name, [first, second]) : ofHolder(receiver, name, args);
  return held.kind === "unknown" ? ofAny(name, args) : held;
}

function ofHolder(receiver: Outside, name: string, args: readonly Type[]): Type {
  const [first] = receiver.args;
  if (/Entry$/.test(receiver.name)) return ofEntry(name, receiver.args);
  return first ? ofCollection(receiver, first, name, args) : UNKNOWN_TYPE;
}

function ofMap(name: string, [key, value]: readonly [Type | undefined, Type | undefined]): Type {
  if (!key || !value) return UNKNOWN_TYPE;
  if (VALUE.test(name)) return value;
  if (name === "keySet" || name === "navigableKeySet") return outside("Set", [key]);
  if (name === "values") return outside("Collection", [value]);
  if (name === "entrySet") return outside("Set", [outside("Entry", [key, value])]);
  if (/Entry$/.test(name)) return outside("Entry", [key, value]);
  return /Key$/.test(name) ? key : UNKNOWN_TYPE;
}

const VALUE = /^(?:get|put|remove|getOrDefault|computeIfAbsent|putIfAbsent|merge|compute|computeIfPresent|replace)$/;

function ofEntry(name: string, [key = UNKNOWN_TYPE, value = UNKNOWN_TYPE]: readonly Type[]): Type {
  if (name === "getKey") return key;
  return name === "getValue" || name === "setValue" ? value : UNKNOWN_TYPE;
}

function ofCollection(receiver: Outside, first: Type, name: string, args: readonly Type[]): Type {
  // An element is taken out by its place, or told to go by itself.
  if (name === "remove") return args[0]?.kind === "outside" ? first : outside("boolean");
  if (name === "get" || ELEMENT.has(name)) return first;
  if (SAME.has(name)) return receiver;
  const built = BUILT[name];
  return built !== undefined && Object.hasOwn(BUILT, name) ? outside(built, [first]) : UNKNOWN_TYPE;
}

const BUILT: Readonly<Record<string, string>> = {
  iterator: "Iterator",
  listIterator: "Iterator",
  stream: "Stream",
  findFirst: "Optional",
  findAny: "Optional",
  min: "Optional",
  max: "Optional",
  toList: "List",
};

function ofAny(name: string, args: readonly Type[]): Type {
  const [first] = args;
  if (LISTS.has(name))
    return outside("List", first?.kind === "outside" && first.args.length > 0 ? first.args : args.slice(0, 1));
  if (/^(?:unmodifiable|synchronized|checked|requireNonNull)/.test(name) && first) return first;
  if (name === "getClass") return outside("Class", [UNKNOWN_TYPE]);
  return Object.hasOwn(RESULTS, name) ? outside(RESULTS[name]) : UNKNOWN_TYPE;
}

const LISTS: ReadonlySet<string> = new Set(["asList", "of", "singletonList", "unmodifiableList"]);

function ofString(name: string): Type {
  if (name === "split") return outside("[]", [outside("String")]);
  if (name === "toCharArray") return outside("[]", [outside("char")]);
  if (name === "getBytes") return outside("[]", [outside("byte")]);
  if (Object.hasOwn(RESULTS, name)) return outside(RESULTS[name]);
  return outside("String");
}
