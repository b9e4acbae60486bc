import { nearWord } from "../../base/near-word.ts";
import type { CallForm } from "./call-form.ts";
import type { BlamedFailure } from "./failure.ts";

/** A call that failed, and how. */
export interface TriedCall extends BlamedFailure {
  readonly form: CallForm;
}

const WORDS_MAX = 4;

/**
 * What stands in `done`, which succeeded, in the place of the words to blame in `tried`; an empty list means that they were
 * left out. Undefined where `done` is about something else: a call that differs in more than that place mends nothing.
 */
export function mendOf({ form, failure, blamed }: TriedCall, done: CallForm): readonly string[] | undefined {
  if (failure.kind === "change-refused") return reshaped(form, done);
  const [word = ""] = blamed;
  if (form.kind === "arguments" || done.kind === "arguments") return otherValue(form, done, word);
  if (form.folder !== done.folder) return undefined;
  if (failure.kind === "more-needed") return inserted(form.words, done.words);
  if (failure.kind === "path-missing") return otherPath(form.words, done.words, word);
  const between = replaced(form.words, done.words, blamed);
  if (failure.kind !== "option-unknown") return between && doesTheSame(blamed, between) ? between : undefined;
  if (between?.length === 1 && between[0]?.startsWith("-")) return between;
  return withoutOption(form.words, done.words, word) ? [] : undefined;
}

/** A failed command as it should work with what mended such a failure before. */
export function mended({ form, blamed }: TriedCall, worked: readonly string[]): string | undefined {
  const [word] = blamed;
  if (form.kind !== "command" || word === undefined) return undefined;
  return form.words.toSpliced(form.words.indexOf(word), blamed.length, ...worked).join(" ");
}

function reshaped(form: CallForm, done: CallForm): readonly string[] | undefined {
  if (form.kind !== "arguments" || done.kind !== "arguments") return undefined;
  if (done.written.length !== 1 || done.written[0] !== form.written[0]) return undefined;
  const [before, after] = [form, done].map(({ tool, names }) => [tool, ...names]);
  return after === undefined || before?.join(" ") === after.join(" ") ? undefined : after;
}

function otherValue(form: CallForm, done: CallForm, blamed: string): readonly string[] | undefined {
  if (form.kind !== "arguments" || done.kind !== "arguments" || form.tool !== done.tool) return undefined;
  const [name] = [...form.values].find(([, value]) => value === blamed) ?? [];
  const value = name === undefined ? undefined : done.values.get(name);
  return value !== undefined && value !== blamed && isSameFile(blamed, value) ? [value] : undefined;
}

/** One file of that name elsewhere: what else the same program was told does not matter. */
function otherPath(words: readonly string[], done: readonly string[], blamed: string): readonly string[] | undefined {
  if (words[0] !== done[0] || done.includes(blamed)) return undefined;
  const found = done.filter((word) => !words.includes(word) && isSameFile(blamed, word));
  return found.length === 1 ? found : undefined;
}

function replaced(
  words: readonly string[],
  done: readonly string[],
  blamed: readonly string[],
): readonly string[] | undefined {
  const at = words.indexOf(blamed[0] ?? "");
  const behind = words.slice(at + blamed.length);
  const count = done.length - at - behind.length;
  if (at < 0 || count < 1 || count > WORDS_MAX) return undefined;
  const isSame =
    words.slice(0, at).every((word, index) => word === done[index]) &&
    behind.every((word, index) => word === done[at + count + index]);
  const between = done.slice(at, at + count);
  return isSame && between.join(" ") !== blamed.join(" ") ? between : undefined;
}

/** An option may have taken the word behind it along. */
function withoutOption(words: readonly string[], done: readonly string[], blamed: string): boolean {
  const at = words.indexOf(blamed);
  const value = words[at + 1];
  const counts = blamed.includes("=") || value === undefined || value.startsWith("-") ? [1] : [1, 2];
  return counts.some((count) => words.toSpliced(at, count).join(" ") === done.join(" "));
}

function inserted(words: readonly string[], done: readonly string[]): readonly string[] | undefined {
  const count = done.length - words.length;
  if (count < 1 || count > WORDS_MAX) return undefined;
  const at = words.findIndex((word, index) => word !== done[index]);
  const from = at < 0 ? words.length : at;
  const isSame = words.slice(from).every((word, index) => word === done[from + count + index]);
  return isSame ? done.slice(from, from + count) : undefined;
}

const TEST_WORD =
  /^(?:tests?|check|checks|spec|specs|verify|pytest|jest|vitest|mocha|tox|nox|unittest|ctest|rspec|phpunit)\b/i;

/** Words of commands that look for a program, or fetch it: they name it, and do not what it does. */
const LOOKS_OR_FETCHES =
  /^(?:install|i|add|get|which|whereis|type|command|show|info|list|search|find|fd|grep|rg|ls|cat|head|tail|echo|help|man|--help|--version|-v|-V|-h)$/;

/** Whether words do what those to blame were to do: by a like name, by the same file, or as tests as well. */
function doesTheSame(blamed: readonly string[], words: readonly string[]): boolean {
  if (words.some((word) => LOOKS_OR_FETCHES.test(word) && !blamed.includes(word))) return false;
  const own = plainName(blamed.at(-1) ?? "");
  const names = words.map(plainName);
  if (names.some((name) => name === own || nearWord(own, [name]) !== undefined)) return true;
  if (own.length > 2 && names.some((name) => name.length > 2 && (name.includes(own) || own.includes(name))))
    return true;
  return TEST_WORD.test(own) && names.some((name) => TEST_WORD.test(name));
}

const nameOf = (path: string): string => path.slice(path.replace(/\/+$/, "").lastIndexOf("/") + 1);
const plainName = (word: string): string => nameOf(word).replace(/^-+/, "").toLowerCase();

function isSameFile(left: string, right: string): boolean {
  const [one, other] = [nameOf(left), nameOf(right)];
  return one !== "" && (one === other || nearWord(one, [other]) !== undefined);
}
