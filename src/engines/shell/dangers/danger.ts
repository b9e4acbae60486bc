import type { Input } from "../part.ts";
import { type Folders, type Place, placeOf } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import type { ShellWord } from "../words.ts";

/** Kinds of harm that the safety floor stops in every mode:
 *  D1 deletion beyond the workspace or of it · D2 forced push · D3 lost work in git · D4 raised privileges · D5 network tools · D6 disks ·
 *  D7 modes and owners outside · D8 publishing · D9 databases · D10 infrastructure · D11 processes and machine · D12 start-up files and
 *  configuration · D13 writing outside · unresolved: could be any of these. */
export type DangerCode =
  | "D1"
  | "D2"
  | "D3"
  | "D4"
  | "D5"
  | "D6"
  | "D7"
  | "D8"
  | "D9"
  | "D10"
  | "D11"
  | "D12"
  | "D13"
  | "unresolved";

export interface Danger {
  readonly code: DangerCode;
  readonly text: string;
  /** Another way to what is wanted by it, in which nothing is lost. */
  readonly instead?: string;
  /** Beyond repair for the whole machine: refused, not asked. */
  readonly isCatastrophic?: boolean;
  /** What would run is written so that it cannot be read: asked in every mode. */
  readonly isHidden?: boolean;
  /** It is had on all of a folder that is worked in: asked in every mode, also where code hands it to a shell. */
  readonly endsWhole?: true;
  /** It may delete, and what is not known: asked in every mode where the line names what must not be lost. */
  readonly deletesUnknown?: true;
}

export interface DangerContext {
  readonly folders: Folders;
  readonly input: Input;
  readonly options: CommandPolicyOptions;
  /** What the line gives its names anywhere. */
  readonly given?: ReadonlyMap<string, readonly string[]> | undefined;
}

/** Words come without the program's name. */
export type DangerCheck = (words: readonly ShellWord[], context: DangerContext) => Danger | undefined;
export type DangerTable = Readonly<Record<string, DangerCheck>>;

export const danger = (code: DangerCode, text: string): Danger => ({ code, text });
export const unresolved = (text: string): Danger => ({ code: "unresolved", text });
export const hidden = (text: string): Danger => ({ code: "unresolved", text, isHidden: true });
/** What is not known before it runs, and hidden when this line has put it together. */
export const notKnown = (text: string, word: ShellWord | undefined): Danger =>
  word?.isAssembled ? hidden(text) : unresolved(text);

export const place = (word: ShellWord, context: DangerContext): Place =>
  placeOf(word, context.folders, context.options);

/** Whether a path is none of the workspace's own; `root` is the workspace itself. */
export const isBeyond = (target: Place): boolean => !["inside", "root", "stream", "scratch"].includes(target.region);

/** The worst of what is found; the first of equals. */
export const firstDanger = <T>(items: readonly T[], check: (item: T) => Danger | undefined): Danger | undefined => {
  let worst: Danger | undefined;
  for (const item of items) {
    worst = worstOf([worst, check(item)]);
    if (worst?.isCatastrophic) break;
  }
  return worst;
};

/** What no mode lets run counts before what is asked in every mode, and that before the rest; the first of equals. */
export const worstOf = (found: readonly (Danger | undefined)[]): Danger | undefined =>
  found.reduce((worst, each) => (rankOf(each) > rankOf(worst) ? each : worst), undefined);

function rankOf(found: Danger | undefined): number {
  if (found === undefined) return 0;
  if (found.isCatastrophic) return 4;
  if (found.isHidden) return 3;
  return found.deletesUnknown ? 2 : 1;
}
