import { FAILURE_KINDS, type Failure, failureKey } from "./failure.ts";

/** What failed, and what then worked in its place: words of calls, never of what they printed. */
export interface Remedy {
  /** Unlike those of the others that are kept for the folder. */
  readonly id: number;
  readonly failure: Failure;
  /** The words that were to blame, which `worked` stands for; none where words were added, or a change was made otherwise. */
  readonly blamed: readonly string[];
  readonly worked: readonly string[];
  /** How often the failure was met. */
  readonly seen: number;
  /** How often it was told and taken, and worked; and how often it then failed. */
  readonly used: number;
  readonly missed: number;
  /** YYYY-MM-DD */
  readonly last: string;
}

/** The newest are kept. */
export const REMEDIES_MAX = 200;
const WORDS_MAX = 8;
/** One word of a command line that is no text: no blank, no quote, nothing that a shell would read. */
const PLAIN_WORD = /^[\w@%+=:,./~^[\]-]{1,80}$/;
/** What lets more happen than before is nothing to be recommended, however well it worked. */
const LOOSENS =
  /^(?:sudo|doas|su|pkexec|-f|--force|--no-verify|-k|--(?:\w+-)*(?:insecure|unsafe|dangerously|force|trusted?|privileged|sandbox)(?:-\w+)*|--(?:allow|no-check|skip|disable|ignore)-.*)(?:=.*)?$/;

/** Whether a remedy may be kept: few plain words, and no leave in them that the failed call had not. */
export function isKeepable({ failure, blamed, worked }: Pick<Remedy, "failure" | "blamed" | "worked">): boolean {
  const words = [failure.folder, ...failure.words, ...blamed, ...worked];
  if ([failure.words, blamed, worked].some((list) => list.length > WORDS_MAX)) return false;
  return words.every((word) => PLAIN_WORD.test(word)) && !worked.some((word) => LOOSENS.test(word));
}

/** It is told only while it did not fail more often than it worked. */
export const isTold = ({ used, missed }: Remedy): boolean => missed < 2 || missed <= used;

/** A remedy as it was read from a file that anybody could have written. */
export function readRemedy(value: unknown): Remedy | undefined {
  const { id, failure, blamed, worked, seen, used, missed, last } = (value ?? {}) as Remedy;
  if (typeof failure !== "object" || failure === null || !FAILURE_KINDS.includes(failure.kind)) return undefined;
  if (typeof failure.folder !== "string" || ![failure.words, blamed, worked].every(isWordList)) return undefined;
  if (![id, seen, used, missed].every(Number.isSafeInteger) || !/^\d{4}-\d\d-\d\d$/.test(String(last)))
    return undefined;
  const { kind, folder, words } = failure;
  const read = { id, failure: { kind, folder, words }, blamed, worked, seen, used, missed, last };
  return isKeepable(read) ? read : undefined;
}

const isWordList = (value: unknown): boolean => Array.isArray(value) && value.every((word) => typeof word === "string");

/** The list with `remedy` as its newest, in the place of an older one of the same failure. */
export function withRemedy(list: readonly Remedy[], remedy: Omit<Remedy, "id">): readonly Remedy[] {
  const key = failureKey(remedy.failure);
  const old = list.find(({ failure }) => failureKey(failure) === key);
  const id = old?.id ?? Math.max(0, ...list.map((one) => one.id)) + 1;
  return [...list.filter((one) => one !== old), { ...remedy, id }].slice(-REMEDIES_MAX);
}

/** What failed and what mended it, in one line without a full stop. */
export function remedyText({ failure: { kind, words, folder }, blamed, worked }: Remedy): string {
  const where = folder === "." ? "" : ` in ${folder}`;
  const [first = "", ...others] = kind === "change-refused" ? worked : [worked.join(" ")];
  if (kind === "change-refused") return `${words[0]} was changed by ${first} with ${others.join(", ")}`;
  if (kind === "more-needed") return `${words.join(" ")} worked${where} with ${first} added`;
  if (worked.length === 0) return `it worked without ${blamed.join(" ")}`;
  return `${first} worked${where} in place of ${blamed.join(" ")}`;
}
