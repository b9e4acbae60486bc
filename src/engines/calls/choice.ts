import { bind } from "./bind.ts";
import { announcesCall, framesCall } from "./frames.ts";
import type { RawCall, ToolCall } from "./model.ts";
import { type Source, skipSpace } from "./source.ts";
import { jsonAt } from "./values.ts";

/** What stands at a token, decided. */
export type Choice = (
  | { readonly kind: "calls"; readonly calls: readonly ToolCall[]; readonly end: number }
  /** A token of a frame: neither call nor content. */
  | { readonly kind: "token"; readonly end: number }
  | { readonly kind: "thinking"; readonly end: number }
  /** Content, in which nothing else is looked for; with a reason where it was meant as a call. */
  | { readonly kind: "text"; readonly end: number; readonly reason?: string }
  | { readonly kind: "none" }
) & {
  /** The text ends in it, so that more text may change it. */
  readonly isOpen?: boolean;
};

export const NONE: Choice = { kind: "none" };
export const UNREADABLE =
  "A call could not be read. Send one JSON object with the name and the arguments, every quote in a text escaped.";
export const CUT =
  "The text ends in the middle of a call. Send the call again, complete, or split the work into smaller calls.";

/** All of several calls or none: half a list is not what the model meant. */
export function chooseCalls(source: Source, raw: readonly RawCall[], end: number): Choice {
  const calls: ToolCall[] = [];
  const reasons: string[] = [];
  for (const one of raw) {
    const binding = bind(one, source.tools);
    if (binding.kind === "bound") calls.push(binding.call);
    else reasons.push(binding.reason);
  }
  return reasons.length === 0 ? { kind: "calls", calls, end } : { kind: "text", end, reason: reasons.join(" ") };
}

/** Whether the end of the text cuts what may belong to the thing before it: an element, a mark, an object. */
export function mayGoOn({ text }: Source, at: number): boolean {
  const rest = text.slice(at, at + REST_CHARACTERS_MAX);
  return /^\s*$/.test(rest) || (/^\s*[<[{]/.test(rest) && !/[>\]]/.test(rest));
}

const REST_CHARACTERS_MAX = 160;

/** Where the next frame begins after the token at `index`; the end of the text where there is none. */
export function nextFrame(source: Source, index: number): number {
  const from = source.tokens[index]?.at ?? 0;
  for (let next = index + 1; next < source.tokens.length; next += 1) {
    const token = source.tokens[next];
    if (token?.at === from) continue;
    if (token?.kind === "mark" && announcesCall(token.text)) return token.at;
    if (token?.kind === "tag" && token.form === "open" && (framesCall(token.tag) || token.tag === "think"))
      return token.at;
  }
  source.vain += source.tokens.length - index;
  return source.text.length;
}

/** JSON; of a list that the text breaks off, the elements that are complete, as with frames that follow each other. */
export function listOrJson(source: Source, at: number, limit: number): ReturnType<typeof jsonAt> {
  const read = jsonAt(source, at, { limit });
  if (read.kind === "json" || source.text[at] !== "[") return read;
  const elements: unknown[] = [];
  let end = at + 1;
  for (let next = skipSpace(source.text, end); source.text[next] === "{"; ) {
    const element = jsonAt(source, next);
    if (element.kind !== "json") break;
    elements.push(element.value);
    end = element.end;
    next = skipSpace(source.text, end);
    if (source.text[next] === ",") next = skipSpace(source.text, next + 1);
  }
  const rest = skipSpace(source.text, end);
  const isOpen = rest >= source.text.length || source.text[rest] === ",";
  return elements.length > 0 && isOpen ? { kind: "json", value: elements, end, repairs: ["closed a list"] } : read;
}
