import { ARGUMENT_WORDS, framesCall, THINKING, THINKING_ENDS, THINKING_TAGS } from "./frames.ts";
import type { RawCall } from "./model.ts";
import { labelOf, nextPlace, type Source, skipSpace, tokenFrom } from "./source.ts";
import type { Tag, Token } from "./tokens.ts";
import { jsonAt, pythonAt } from "./values.ts";

interface Span {
  readonly at: number;
  readonly end: number;
}
export interface Element extends Span {
  readonly kind: "element";
  readonly tag: Tag;
  readonly items: readonly Item[];
  /** Offset of what closes it; its body lies between `tag.end` and this. */
  readonly bodyEnd: number;
  /** By its own closing tag, by another tag, or by the end of the text. */
  readonly closedBy: "own" | "other" | "end";
}
/** What stands in a frame, in its order. */
export type Item =
  | Element
  | (Span & { readonly kind: "text" | "mark" })
  | (Span & { readonly kind: "value"; readonly value: unknown; readonly repairs: readonly string[] })
  | (Span & { readonly kind: "calls"; readonly calls: readonly RawCall[] });

interface Open {
  readonly tag: Tag;
  readonly items: Item[];
  readonly seen: Set<string>;
  readonly isContainer: boolean;
}

interface Builder {
  readonly source: Source;
  readonly stack: Open[];
  /** How many elements of each tag are open. */
  readonly open: Map<string, number>;
  readonly keys: ReadonlySet<string>;
  /** Up to where the text has been given to an item. */
  from: number;
  /** A value in it does not end within the text. */
  isOpen: boolean;
}

export interface Built {
  readonly element: Element;
  /** The text ends inside a value. */
  readonly isCut: boolean;
  /** More text may change it. */
  readonly isOpen: boolean;
}

/**
 * The element that the tag at `index` opens, whatever is wrong in it: a closing tag closes all that it stands in, one that
 * closes nothing is text, and a value without an end ends at the next member. JSON, Python calls and CDATA are stepped over.
 *
 * @param keys  members that the tool knows, at which a value without an end ends
 */
export function elementAt(source: Source, index: number, keys: ReadonlySet<string>): Built {
  const { tokens, text } = source;
  const root = tokens[index] as Tag;
  if (root.form === "empty") return { element: emptyElement(root), isCut: false, isOpen: false };
  const builder: Builder = { source, stack: [], open: new Map(), keys, from: root.end, isOpen: false };
  push(builder, root);
  takeLeaf(builder);
  for (let next = index + 1; next < tokens.length; next += 1) {
    const token = tokens[next];
    if (token === undefined || token.at < builder.from) continue;
    if (token.kind === "tag" && token.form === "close") {
      const closed = close(builder, token);
      if (closed !== undefined) return { element: closed, isCut: false, isOpen: builder.isOpen };
    } else if (endsRoot(builder, root, token)) return unclosed(builder, token.at);
    else takeToken(builder, token);
  }
  source.vain += text.length - root.at;
  return unclosed(builder, text.length);
}

/** Whether a token cannot stand in the element: thinking, or the same frame once more. */
function endsRoot(builder: Builder, root: Tag, token: Token): boolean {
  const { isContainer } = topOf(builder);
  if (token.kind === "mark") return isContainer && (THINKING.has(token.text) || THINKING_ENDS.has(token.text));
  if (token.kind !== "tag") return false;
  if (THINKING_TAGS.has(token.tag)) return isContainer && !builder.keys.has(token.tag);
  return token.tag === root.tag && framesCall(root.tag) && labelOf(token) === labelOf(root);
}

function takeToken(builder: Builder, token: Token): void {
  const { isContainer } = topOf(builder);
  if (token.kind === "bracket") {
    // Behind a quote it is a part of a text.
    if (isContainer && !/["']/.test(builder.source.text[token.at - 1] ?? "")) takeLeaf(builder, token.at);
  } else if (token.kind === "mark") {
    if (isContainer) take(builder, { kind: "mark", at: token.at, end: token.end });
  } else if (token.kind === "tag") {
    endsValue(builder, token);
    if (token.form === "empty") return take(builder, emptyElement(token));
    flush(builder, token.at);
    topOf(builder).seen.add(token.tag);
    push(builder, token);
    takeLeaf(builder);
  }
}

function emptyElement(tag: Tag): Element {
  return { kind: "element", at: tag.at, end: tag.end, tag, items: [], bodyEnd: tag.end, closedBy: "own" };
}

function topOf(builder: Builder): Open {
  return builder.stack[builder.stack.length - 1] as Open;
}

function push(builder: Builder, tag: Tag): void {
  const isContainer =
    builder.stack.length === 0 || framesCall(tag.tag) || (ARGUMENT_WORDS.has(tag.tag) && labelOf(tag) === undefined);
  builder.stack.push({ tag, items: [], seen: new Set(), isContainer });
  builder.open.set(tag.tag, (builder.open.get(tag.tag) ?? 0) + 1);
  builder.from = tag.end;
}

function flush(builder: Builder, to: number): void {
  if (to > builder.from) topOf(builder).items.push({ kind: "text", at: builder.from, end: to });
  builder.from = Math.max(builder.from, to);
}

function take(builder: Builder, item: Item): void {
  flush(builder, item.at);
  topOf(builder).items.push(item);
  builder.from = item.end;
}

/** A value of JSON or a Python call that begins here: whatever looks like markup in it is none. */
function takeLeaf(builder: Builder, bracket?: number): void {
  const { source } = builder;
  const top = topOf(builder);
  const at = bracket ?? skipSpace(source.text, builder.from);
  const character = source.text[at];
  if (character === "{" || character === "[") {
    const python = top.isContainer && character === "[" ? pythonAt(source, at) : undefined;
    if (python?.kind === "calls") return take(builder, { kind: "calls", at, end: python.end, calls: python.calls });
    const limit = top.isContainer ? nextPlace(source.closes.get(top.tag.tag), at) : undefined;
    const read = jsonAt(source, at, { isStrict: !top.isContainer, ...(limit === undefined ? {} : { limit }) });
    if (read.kind === "cut") builder.isOpen = true;
    if (read.kind === "json")
      take(builder, { kind: "value", at, end: read.end, value: read.value, repairs: read.repairs });
    return;
  }
  if (character === "<" && source.text.startsWith("<![CDATA[", at)) {
    const token = source.tokens[tokenFrom(source, at)];
    if (token?.kind === "cdata") flush(builder, token.end);
    else builder.isOpen = true;
    return;
  }
  if (!top.isContainer) return;
  const python = pythonAt(source, at);
  if (python.kind === "cut") builder.isOpen = true;
  if (python.kind === "calls") take(builder, { kind: "calls", at, end: python.end, calls: python.calls });
}

/** Whether the member that begins here ends the value around it, which nothing closes. */
function endsValue(builder: Builder, tag: Tag): void {
  const { source, stack } = builder;
  const top = topOf(builder);
  if (
    stack.length < 2 ||
    source.tools.names.includes(top.tag.tag) ||
    (top.isContainer && labelOf(top.tag) === undefined)
  )
    return;
  const parent = stack[stack.length - 2] as Open;
  const isSameKind =
    top.tag.tag === tag.tag && labelOf(top.tag) !== undefined && labelOf(tag) !== undefined && !framesCall(tag.tag);
  const isSibling = parent.seen.has(tag.tag) || (stack.length === 2 && builder.keys.has(tag.tag));
  const close = nextPlace(source.closes.get(top.tag.tag), tag.at);
  const isUnclosed = close === Number.POSITIVE_INFINITY || nextPlace(source.opens.get(top.tag.tag), tag.at) < close;
  if (isSameKind || (isSibling && isUnclosed && top.tag.tag !== tag.tag))
    pop(builder, { end: tag.at, bodyEnd: tag.at, closedBy: "other" });
}

function pop(builder: Builder, how: Pick<Element, "end" | "bodyEnd" | "closedBy">): Element {
  flush(builder, how.bodyEnd);
  const { tag, items } = builder.stack.pop() as Open;
  builder.open.set(tag.tag, (builder.open.get(tag.tag) ?? 1) - 1);
  builder.from = how.end;
  const element: Element = { kind: "element", at: tag.at, tag, items, ...how };
  if (builder.stack.length > 0) topOf(builder).items.push(element);
  return element;
}

/** @returns the root, once it is closed */
function close(builder: Builder, given: Tag): Element | undefined {
  const { stack, open } = builder;
  // `<function:f>` may end with `</function>`.
  const token = topOf(builder).tag.prefix === given.tag ? { ...given, tag: topOf(builder).tag.tag } : given;
  if ((open.get(token.tag) ?? 0) === 0) {
    // What closes nothing is text, but for the end of a value that stands behind its key: `<p>a</p> 1 </p>`.
    const top = topOf(builder);
    if (top.isContainer && (top.seen.has(token.tag) || framesCall(token.tag)))
      take(builder, { kind: "mark", at: token.at, end: token.end });
    return undefined;
  }
  while (topOf(builder).tag.tag !== token.tag) pop(builder, { end: token.at, bodyEnd: token.at, closedBy: "other" });
  const closed = pop(builder, { end: token.end, bodyEnd: token.at, closedBy: "own" });
  return stack.length === 0 ? closed : undefined;
}

const CLOSING_NOISE = /[\s}\],;]*/y;

/** The root without its closing tag: it ends with the last thing in it that is no text. */
function unclosed(builder: Builder, stop: number): Built {
  const isCut = builder.stack.length > 1;
  while (builder.stack.length > 1) pop(builder, { end: stop, bodyEnd: stop, closedBy: "end" });
  const root = topOf(builder);
  const items = [...root.items];
  while (items.at(-1)?.kind === "text") items.pop();
  const last = items.at(-1);
  let end = last?.end ?? stop;
  if (last === undefined && stop > root.tag.end) items.push({ kind: "text", at: root.tag.end, end: stop });
  CLOSING_NOISE.lastIndex = end;
  const noise = last === undefined ? 0 : (CLOSING_NOISE.exec(builder.source.text)?.[0].trimEnd().length ?? 0);
  end += noise;
  const element: Element = {
    kind: "element",
    at: root.tag.at,
    tag: root.tag,
    items,
    end: Math.min(end, stop),
    bodyEnd: Math.min(end, stop),
    closedBy: "end",
  };
  return { element, isCut, isOpen: true };
}
