import { outside, type Type, UNKNOWN_TYPE, union } from "../types.ts";

const LISTS: ReadonlySet<string> = new Set(
  "[] Array ReadonlyArray Set ReadonlySet Iterator Iterable IterableIterator Generator AsyncGenerator AsyncIterable".split(
    " ",
  ),
);

/** The element of what is iterated. */
export function elementOf(type: Type & { readonly kind: "outside" }): Type {
  const [first, second] = type.args;
  if (/Map$/.test(type.name) && second) return { kind: "tuple", items: [first ?? UNKNOWN_TYPE, second] };
  if (type.name === "string" || type.name === "String") return outside("string");
  return first ?? outside();
}

type Outside = Type & { readonly kind: "outside" };

/** A call of a method of the language's own objects. */
interface MethodCall {
  readonly receiver: Outside;
  /** What the receiver holds: elements, or keys and values. */
  readonly first: Type;
  readonly second: Type;
  readonly args: readonly Type[];
  /** What a function that is passed gives back. */
  readonly called: (type: Type | undefined) => Type;
}

type Results = ReadonlyMap<string, (call: MethodCall) => Type>;

const results = (table: Readonly<Record<string, (call: MethodCall) => Type>>): Results =>
  new Map(Object.entries(table).flatMap(([names, result]) => names.split(" ").map((name) => [name, result] as const)));

const itself = ({ receiver }: MethodCall): Type => receiver;
const element = ({ first }: MethodCall): Type => first;
const promise = (type: Type): Type => outside("Promise", [unwrapped(type)]);
const iterator = (...items: readonly Type[]): Type => outside("Iterator", items);
const pair = (...items: readonly Type[]): Type => ({ kind: "tuple", items });

const SETTLED = results({
  catch: ({ first, args, called }) => promise(union([first, called(args[0])])),
  finally: itself,
  resolve: ({ args }) => promise(args[0] ?? outside("undefined")),
  all: ({ args: [list] }) =>
    list?.kind === "outside" ? outside("Promise", [outside("[]", list.args.map(unwrapped))]) : UNKNOWN_TYPE,
});
const PROMISE: Results = new Map([...SETTLED, ["then", ({ args, called }) => promise(called(args[0]))]]);
const MAP = results({
  get: ({ second }) => second,
  values: ({ second }) => iterator(second),
  keys: ({ first }) => iterator(first),
  entries: ({ receiver }) => iterator(pair(...receiver.args)),
  set: itself,
});
const LIST = results({
  "filter slice concat reverse sort splice fill toSorted toReversed copyWithin add": itself,
  "find findLast pop shift at": element,
  map: ({ args, called }) => outside("[]", [called(args[0])]),
  flatMap: ({ args, called }) => called(args[0]),
  values: ({ first }) => iterator(first),
  keys: () => iterator(),
  entries: ({ first }) => iterator(pair(outside("number"), first)),
  reduce: ({ first, args }) => args[1] ?? first,
});
const OBJECT = results({
  "assign freeze seal create": ({ args: [object] }) =>
    object === undefined || object.kind === "static" ? UNKNOWN_TYPE : object,
  values: ({ args: [object] }) => outside("[]", object?.kind === "outside" ? object.args.slice(1) : [UNKNOWN_TYPE]),
  entries: ({ args: [object] }) => outside("[]", [object?.kind === "outside" ? pair(...object.args) : UNKNOWN_TYPE]),
  keys: () => outside("[]", [outside("string")]),
});
const ARRAY = results({
  from: ({ args: [list, map], called }) => {
    if (map) return outside("[]", [called(map)]);
    return outside("[]", [list?.kind === "outside" ? elementOf(list) : UNKNOWN_TYPE]);
  },
});

function tableOf({ name }: Outside): Results | undefined {
  if (name === "Promise") return PROMISE;
  if (/Map$/.test(name) || name === "Record") return MAP;
  if (name === "Object") return OBJECT;
  if (name === "Array") return new Map([...LIST, ...ARRAY]);
  return LISTS.has(name) ? LIST : undefined;
}

/** What a method of the language's own objects gives; unknown where that is not known. */
export function methodResult(receiver: Outside, name: string, call: Pick<MethodCall, "args" | "called">): Type {
  const [first = UNKNOWN_TYPE, second = UNKNOWN_TYPE] = receiver.args;
  return tableOf(receiver)?.get(name)?.({ ...call, receiver, first, second }) ?? UNKNOWN_TYPE;
}

export const unwrapped = (type: Type): Type =>
  type.kind === "outside" && /^Promise(?:Like)?$/.test(type.name)
    ? (type.args[0] ?? outside())
    : type.kind === "union"
      ? union(type.items.map(unwrapped))
      : type;
