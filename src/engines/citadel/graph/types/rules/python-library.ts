import { outside, type Type, UNKNOWN_TYPE, union } from "../types.ts";

type Outside = Type & { readonly kind: "outside" };

const DICTS = /^(?:[Dd]ict|Mapping|MutableMapping|[Dd]efault[Dd]ict|OrderedDict|WeakValueDictionary)$/;
const TEXTS: ReadonlySet<string> = new Set(["str", "bytes", "Text"]);

/** One item of what is iterated or indexed. */
export function itemOf(type: Outside, how: "each" | "index"): Type {
  const [first, second] = type.args;
  if (TEXTS.has(type.name)) return type;
  if (DICTS.test(type.name)) return (how === "index" ? second : first) ?? outside();
  return first ?? outside();
}

/** What a call of a function of the standard library gives. */
export function builtInResult(callee: Outside, args: readonly Type[]): Type {
  const [first = UNKNOWN_TYPE, second = UNKNOWN_TYPE] = args;
  switch (callee.name) {
    case "TypeVar":
      return outside("#TypeVar");
    case "list":
    case "set":
    case "frozenset":
    case "sorted":
    case "reversed":
    case "iter":
    case "deque":
      return outside(callee.name === "set" ? "set" : "list", [elementOf(first)]);
    case "tuple":
      return first.kind === "tuple" ? first : outside("list", [elementOf(first)]);
    case "next":
      return elementOf(first);
    case "enumerate":
      return outside("list", [{ kind: "tuple", items: [outside("int"), elementOf(first)] }]);
    case "zip":
      return outside("list", [{ kind: "tuple", items: args.map(elementOf) }]);
    case "min":
    case "max":
      return args.length > 1 ? union(args) : elementOf(first);
    case "filter":
      return outside("list", [elementOf(second)]);
    case "copy":
    case "deepcopy":
      return first;
    case "str":
    case "int":
    case "float":
    case "bool":
    case "bytes":
    case "len":
    case "repr":
    case "dict":
      return outside(callee.name === "len" ? "int" : callee.name === "repr" ? "str" : callee.name);
    case "type":
      return first.kind === "instance" ? { kind: "static", cls: first.cls } : UNKNOWN_TYPE;
    default:
      return UNKNOWN_TYPE;
  }
}

function elementOf(type: Type): Type {
  if (type.kind === "tuple") return union(type.items);
  return type.kind === "outside" ? itemOf(type, "each") : UNKNOWN_TYPE;
}

/** What a method of a type of the standard library gives. */
export function methodResult(receiver: Outside, name: string, args: readonly Type[]): Type {
  if (TEXTS.has(receiver.name)) return ofText(receiver, name);
  const held = DICTS.test(receiver.name) ? ofDictionary(receiver, name, args) : ofCollection(receiver, name);
  if (held.kind !== "unknown") return held;
  if (receiver.name === "itertools" && (name === "chain" || name === "islice")) return args[0] ?? UNKNOWN_TYPE;
  return MODULES.has(receiver.name) ? builtInResult(outside(name), args) : UNKNOWN_TYPE;
}

function ofText(receiver: Outside, name: string): Type {
  if (/split|partition/.test(name)) return outside("list", [receiver]);
  if (name === "encode") return outside("bytes");
  return outside(name === "decode" ? "str" : receiver.name);
}

function ofDictionary(receiver: Outside, name: string, args: readonly Type[]): Type {
  const [key = UNKNOWN_TYPE, value = UNKNOWN_TYPE] = receiver.args;
  switch (name) {
    case "get":
    case "pop":
    case "setdefault":
      return union([value, args[1] ?? outside("None")]);
    case "values":
      return outside("list", [value]);
    case "keys":
      return outside("list", [key]);
    case "items":
      return outside("list", [{ kind: "tuple", items: [key, value] }]);
    case "copy":
      return receiver;
    default:
      return UNKNOWN_TYPE;
  }
}

function ofCollection(receiver: Outside, name: string): Type {
  const [first] = receiver.args;
  if (!first) return UNKNOWN_TYPE;
  if (name === "pop" || name === "popleft") return first;
  return /^(?:copy|union|intersection|difference)$/.test(name) ? receiver : UNKNOWN_TYPE;
}

const MODULES: ReadonlySet<string> = new Set("builtins collections copy typing typing_extensions".split(" "));

const BUILT_IN: ReadonlySet<string> = new Set(
  `abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright credits delattr
  dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int isinstance
  issubclass iter len list locals map max memoryview min next object oct open ord pow print property quit range repr reversed round set
  setattr slice sorted staticmethod str sum super tuple type vars zip reveal_type reveal_locals unicode basestring long xrange raw_input
  unichr reduce cmp execfile file reload NotImplemented StopIteration StopAsyncIteration KeyboardInterrupt SystemExit GeneratorExit
  BaseExceptionGroup`.split(/\s+/),
);

/** What needs no import. */
export const isBuiltIn = (name: string): boolean =>
  BUILT_IN.has(name) || /^__\w+__$|^[A-Z]\w*(?:Error|Exception|Warning|ExceptionGroup)$|^Exception$/.test(name);
