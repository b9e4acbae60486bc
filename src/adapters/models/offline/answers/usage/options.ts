import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { isAside } from "../../aside.ts";
import { type Looking, lookAll } from "../../looking.ts";
import { isComment, readNumbered } from "../../result-text.ts";
import { cited, listedInOrder, search } from "../answer.ts";
import { saysWord } from "../declared/answer-defaults.ts";
import { declarationIn, type Member } from "../declared/declaration.ts";
import { CODE_GLOB } from "../declared/find-declarations.ts";
import type { ShownCode } from "./shown-code.ts";

/** What sets something up: its class or type is called so. */
const DECLARES_OPTIONS =
  "^\\s*(?:(?:export|declare|default|abstract|final) +)*(?:class|interface|type) +\\w*(?:Options|Config|Configuration|Settings|Params|Props|Init)\\b";
const DECLARED_MAX = 12;
const LINES_MAX = 500;
const SHOWN_MAX = 4;
/** So much of what is asked the name of an option and what is said of it must say. */
const SHARE_MIN = 0.5;
const SAID_SHARE = 0.4;
const NEAR_SHARE = 0.8;

export interface Option extends Member {
  readonly owner: string;
}

/** Options that are called by the words of a question, the nearest first; empty where none is. */
export function* optionsNamed(words: readonly string[]): Looking<readonly Option[]> {
  const all = yield* allOptions();
  const ranked = all
    .map((option) => ({ option, share: shareOf(option, words) }))
    .filter(({ share }) => share >= SHARE_MIN)
    .toSorted((one, other) => other.share - one.share);
  const near = ranked.filter(({ share }) => share >= (ranked[0]?.share ?? 0) * NEAR_SHARE);
  return near.slice(0, SHOWN_MAX).map(({ option }) => option);
}

/** What is part of many names and tells none of them. */
const OF_ANY =
  /^(?:.|max|min|maximum|minimum|num|number|count|default|is|use|enable|enabled|allow|include|ms|seconds|usd|bytes)$/;

/** How much of a question it says; nothing where its name says none of it, or no more than half of itself is asked by several words. */
function shareOf({ name, said }: Option, words: readonly string[]): number {
  const parts = wordParts(name).filter((part) => !OF_ANY.test(part));
  const named = words.filter((word) => parts.some((part) => saysWord(part, word)));
  const asked = parts.filter((part) => words.some((word) => saysWord(part, word)));
  const isHalf = asked.length * 2 === parts.length && words.length === 1;
  if (named.length === 0 || (asked.length * 2 <= parts.length && !isHalf)) return 0;
  const told = words.filter((word) => !named.includes(word) && saysWord(said, word));
  return (named.length + SAID_SHARE * told.length) / words.length;
}

export function* allOptions(): Looking<readonly Option[]> {
  const { lines } = yield* search(DECLARES_OPTIONS, { glob: CODE_GLOB, ignore_case: false, limit: 60 });
  const places = lines.filter(({ path, text }) => !isAside(path) && !isComment(path, text)).slice(0, DECLARED_MAX);
  const read = yield* lookAll(
    places.map(({ path, line }) => ({ name: "read_file", input: { path, offset: line, limit: LINES_MAX } })),
  );
  return places.flatMap(({ path }, index) => {
    const found = read[index];
    const declared = found && !found.failed ? declarationIn(readNumbered(found.text, path)) : undefined;
    const fields = declared?.members.filter((member) => isSet(member) && !member.isPrivate) ?? [];
    return fields.map((member) => ({ ...member, owner: declared?.name ?? "" }));
  });
}

/** What is given a value: a function may be one. */
const isSet = ({ kind, text }: Member): boolean => kind === "field" || /^\s*(?:readonly )?\w+\??:/.test(text);

/** Options as a list, with their types and what is said of them. */
export const optionsText = (options: readonly Option[]): string =>
  listedInOrder(
    "Options that are named so",
    options.map(
      (option) => `${cited(option)}  # ${[option.owner, option.said].filter((one) => one !== "").join(": ")}`,
    ),
  );

/** The code that sets one of them, the shortest first: a document's before an example's. */
export function settingOf(options: readonly Option[], all: readonly ShownCode[]): ShownCode | undefined {
  const ordered = all.toSorted(
    (one, other) => Number(other.isOfDocument) - Number(one.isOfDocument) || one.lines.length - other.lines.length,
  );
  for (const option of options)
    for (const code of ordered) {
      const at = code.lines.findIndex((_, index) => sets(code, index, option));
      if (at >= 0) return { ...code, lines: code.lines.slice(Math.max(0, at - LINES_BEFORE), at + LINES_BEHIND) };
    }
  return undefined;
}

const LINES_BEFORE = 3;
const LINES_BEHIND = 9;

/** Whether a line gives an option its value, and not what another class calls the same. */
function sets({ lines }: ShownCode, at: number, { name, owner }: Option): boolean {
  const text = lines[at]?.text ?? "";
  const place = new RegExp(`(?<![.\\w])["']?${name}["']?\\s*[=:](?!=)`).exec(text);
  if (!place) return false;
  const indent = text.search(/\S/);
  const above = lines.slice(0, at).findLast((line) => line.text.trim() !== "" && line.text.search(/\S/) < indent);
  const call = /(\w+)\([^()]*$/.exec(text.slice(0, place.index)) ?? /(\w+)\(\s*$/.exec(above?.text ?? "");
  return call === null || call[1] === owner;
}
