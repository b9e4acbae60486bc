import { capabilityOf } from "../capability/capability.ts";
import {
  type Danger,
  type DangerCode,
  type DangerContext,
  firstDanger,
  hidden,
  unresolved,
  worstOf,
} from "../dangers/danger.ts";
import { deniedRead } from "../dangers/denied-reads.ts";
import { dangerOf, dangerOfPart, startableOf } from "../dangers/index.ts";
import { deniedInWords, handedWhole, namedDanger } from "../dangers/named-words.ts";
import { writeDanger } from "../dangers/write-danger.ts";
import { floorDanger } from "../floor/floor.ts";
import { withOwnJobs } from "../meaning/own-jobs.ts";
import { folderNamed } from "../meant/named-paths.ts";
import { spend } from "../meant/work.ts";
import { parseLine, scopeOf } from "../parse-line.ts";
import type { Part } from "../part.ts";
import { placeOf } from "../places.ts";
import type { CommandClass, CommandPolicyOptions } from "../policy-types.ts";
import { startedByVariables } from "../programs/git/git-starts.ts";
import { partsWhatIsRead, surroundings, unprovenBecause } from "../proof.ts";
import { programName } from "../scan.ts";
import { withToldOptions } from "../starts/option-variables.ts";
import { CHOOSES_PROGRAMS, handedOn, setBy } from "../starts/set-variables.ts";
import { startedByTold, toldDanger } from "../starts/told-commands.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { destroysInCode, embeddedDanger } from "./commands-in-text.ts";
import type { Unwrapped } from "./shaped-wrappers.ts";
import { type Inner, isShell, readingsOf, scriptOf } from "./shell-starts.ts";
import type { Unit } from "./unit.ts";
import { unwrap } from "./wrappers.ts";

const DEPTH_MAX = 8;
const COMMAND_STEPS = 60;
/** Beyond this many nothing is read, which is asked about in every mode. */
const UNITS_MAX = 600;
/** Of what one level of wrappers starts, as many are followed to count the levels. */
const STARTS_FOLLOWED_MAX = 8;
const HARMLESS_VALUE = /^(cat|true|false|:|less|more|vi|vim|nano|)$/;

/** The units of one part: itself first, then whatever it starts. */
export function unitsOf(part: Part, options: CommandPolicyOptions): readonly Unit[] {
  const units: Unit[] = [];
  collectStarting(part, { options, units, depth: 0, isInner: false });
  return units;
}

/** Asked first: what is refused for how many wrappers stand in each other is not judged wrapper by wrapper. */
function collectStarting(part: Part, collecting: Collecting): void {
  if (!startsDeeperThan(DEPTH_MAX - collecting.depth, part)) return collect(part, collecting);
  pushUnseen(part, TOO_DEEP, collecting, part.argv);
}

function startsDeeperThan(depthMax: number, { argv, input }: Part): boolean {
  let starts: readonly (readonly ShellWord[])[] = [argv];
  for (let depth = 0; depth <= depthMax && starts.length > 0; depth++)
    starts = starts
      .flatMap((words) => unwrap(words, input)?.inner ?? [])
      .flatMap((inner) => (inner.kind === "words" && inner.words.length > 0 ? [inner.words] : []))
      .slice(0, STARTS_FOLLOWED_MAX);
  return starts.length > 0;
}

interface Collecting {
  readonly options: CommandPolicyOptions;
  readonly units: Unit[];
  readonly depth: number;
  readonly isInner: boolean;
}

function collect(written: Part, collecting: Collecting): void {
  const { options, units, isInner } = collecting;
  const part = withToldOptions(written, setBy(written));
  if (units.length > UNITS_MAX || spend(COMMAND_STEPS + (part.argv.length << 3))) {
    if (units.length === UNITS_MAX + 1) pushUnseen(part, TOO_MANY, collecting);
    return;
  }
  const unproven = unprovenBecause(part.argv, part, options);
  if (unproven === undefined) {
    // A proof leaves nothing to look for: it starts nothing and harms nothing.
    units.push({
      part,
      words: part.argv,
      isInner,
      isTransparent: false,
      startsOthers: false,
      danger: undefined,
      unproven,
      class: "read",
    });
    return;
  }
  const context: DangerContext = { folders: part.folders, input: part.input, options, given: part.given };
  const unwrapped = unwrap(withOwnJobs(part), part.input);
  const danger =
    worstOf([
      aroundDanger(part, context),
      // No rule may name what it writes there, as it may what it does besides.
      ofOwnWords(namedDanger, part, unwrapped, context),
      handedWhole(part, context),
      worse(dangerOf(part.argv, context), () =>
        destroysInCode(part, context, (inner) => unitsOf(inner, options).flatMap((each) => each.danger ?? [])),
      ),
      floorDanger(part, context),
      toldDanger(part, context, dangerOfPart),
    ]) ?? embeddedDanger(part, context, collecting.depth, dangerOfPart);
  const starts = [
    ...(unwrapped?.inner.filter((inner) => inner.kind !== "words" || inner.words.length > 0) ?? []),
    ...startedByVariables(setBy(part)).map(scriptOf),
    ...startedByTold(setBy(part)),
  ];
  const isTransparent =
    starts.length > 0 &&
    (unwrapped?.isTransparent === true || isPlainShell(part.argv)) &&
    surroundings(part, options) === undefined;
  const unit: Unit = {
    part,
    words: part.argv,
    isInner,
    isTransparent,
    startsOthers: starts.length > 0,
    startable: startableOf(part.argv),
    // What rules say of files is no harm of another kind.
    danger: worstOf([danger, ...[deniedInWords, deniedRead].map((of) => ofOwnWords(of, part, unwrapped, context))]),
    unproven,
    class: classOf(part, danger, options),
  };
  const at = units.push(unit);
  for (const inner of starts) collectInner(inner, part, collecting);
  // What adds nothing only reads where all that it starts does.
  if (isTransparent && unit.danger === undefined && units.slice(at).every((each) => each.unproven === undefined))
    units[at - 1] = { ...unit, class: "read" };
}

/** Without what it starts, which is judged as itself. */
function ofOwnWords(
  dangerOfWords: typeof namedDanger,
  { argv: [program, ...words] }: Part,
  unwrapped: Unwrapped | undefined,
  context: DangerContext,
): Danger | undefined {
  if (program === undefined || !isLiteral(program)) return undefined;
  const started = new Set((unwrapped?.inner ?? []).flatMap((inner) => (inner.kind === "words" ? inner.words : [])));
  const scripts = new Set((unwrapped?.inner ?? []).flatMap((inner) => (inner.kind === "script" ? inner.text : [])));
  const own = words.filter((word) => !started.has(word) && !scripts.has(word.text));
  return dangerOfWords(program, own, context);
}

function collectInner(inner: Inner, part: Part, collecting: Collecting): void {
  const next = { ...collecting, depth: collecting.depth + 1, isInner: true };
  if (inner.kind === "unseen" || next.depth > DEPTH_MAX) {
    pushUnseen(part, inner.kind === "unseen" ? inner : TOO_DEEP, next);
    return;
  }
  if (inner.kind === "words") {
    const { folder } = inner;
    const folders = folder ? part.folders.map((from) => folderNamed(folder, from, collecting.options)) : part.folders;
    collect(
      {
        ...part,
        source: inner.words.map((word) => word.text).join(" "),
        argv: inner.words,
        assignments: [],
        redirections: [],
        problems: [],
        folders,
        ...handedOn(part),
      },
      next,
    );
    return;
  }
  const isBash = /^(?:.*\/)?bash$/.test(part.argv[0]?.text ?? "");
  for (const text of isBash ? [inner.text] : readingsOf(inner.text)) collectScript(text, part, next);
}

function collectScript(text: string, part: Part, next: Collecting): void {
  const parsed = parseLine(text, { ...scopeOf(next.options), folders: part.folders }, part.input);
  if (parsed.kind === "unreadable") {
    pushUnseen(part, { why: parsed.why, isHidden: true }, next);
    return;
  }
  for (const each of parsed.parts) {
    const given = new Map([...(part.given ?? []), ...wordsFor(part), ...(each.given ?? [])]);
    collectStarting({ ...each, given }, next);
  }
}

/** `bash -c 'rm "$1"' _ build`: what stands behind a script are its words, where the line tells them. */
function wordsFor({ argv: [program, ...words] }: Part): readonly (readonly [string, readonly string[]])[] {
  const at = words.findIndex(({ text }) => /^-\w*c$/.test(text));
  if (program === undefined || !isShell(programName(program)) || at < 0) return [];
  const told = words.slice(at + 3).map((word) => (isLiteral(word) ? word : word.standsFor));
  return [["@", told.every((word) => word !== undefined) ? told.map(({ text }) => text) : []]];
}

interface Unseen {
  readonly why: string;
  readonly isHidden?: boolean;
}

const TOO_MANY: Unseen = { why: "it starts more commands than are followed", isHidden: true };
const TOO_DEEP: Unseen = { why: "commands start commands too deeply to follow", isHidden: true };

/** @param words  by which rules know it */
function pushUnseen(
  part: Part,
  { why, isHidden = false }: Unseen,
  { units, isInner }: Collecting,
  words: Unit["words"] = [],
): void {
  units.push({
    part,
    words,
    isInner: isInner || words.length === 0,
    isTransparent: false,
    startsOthers: false,
    danger: isHidden ? hidden(why) : { ...unresolved(why), deletesUnknown: true },
    unproven: why,
    class: "unknown",
  });
}

/** `bash -c 'text'` with nothing else runs the text and reads no start-up file. */
function isPlainShell(words: readonly ShellWord[]): boolean {
  const [program, option, script] = words;
  return (
    words.length === 3 &&
    /^(ba|da)?sh$/.test(program?.text ?? "") &&
    option?.text === "-c" &&
    script !== undefined &&
    isLiteral(script)
  );
}

/** Harm in what stands around the words: problems, redirections, variables. */
function aroundDanger(part: Part, context: DangerContext): Danger | undefined {
  const floor = part.problems.find((problem) => problem.blocks === "floor");
  if (floor) return hidden(floor.text);
  const always = part.problems.find((problem) => problem.blocks === "always");
  if (always) return unresolved(always.text);
  const redirected = firstDanger(part.redirections, ({ kind, target }) =>
    kind === "write" ? writeDanger(target, context) : networkRead(target, context),
  );
  if (redirected) return redirected;
  const chosen = setBy(part).find(
    ({ name, value }) =>
      CHOOSES_PROGRAMS.test(name) &&
      !partsWhatIsRead({ name, value }, part) &&
      !(isLiteral(value) && /PAGER|EDITOR|VISUAL/.test(name) && HARMLESS_VALUE.test(value.text)),
  );
  if (chosen) return unresolved(`${chosen.name} chooses what programs run or read`);
  if (part.argv[0]?.text === "hash" && part.argv.some((word) => /^-\w*p/.test(word.text)))
    return { ...unresolved("it gives a program another name"), deletesUnknown: true };
  if (part.argv[0]?.text === "alias" && part.argv.some((word) => word.text.includes("=")))
    return { ...unresolved("an alias changes what a later word means"), deletesUnknown: true };
  return undefined;
}

function networkRead(target: ShellWord, context: DangerContext): Danger | undefined {
  return isLiteral(target) && placeOf(target, context.folders, context.options).region === "network"
    ? { code: "D5", text: `${target.text} is a network connection` }
    : undefined;
}

/** What is catastrophic counts before what is only not known. */
function worse(danger: Danger | undefined, look: () => Danger | undefined): Danger | undefined {
  return danger && !danger.isCatastrophic ? (look() ?? danger) : danger;
}
const CLASS_OF_DANGER: Record<DangerCode, CommandClass> = {
  D1: "irreversible",
  D2: "irreversible",
  D3: "irreversible",
  D4: "irreversible",
  D5: "network",
  D6: "irreversible",
  D7: "write-outside",
  D8: "irreversible",
  D9: "irreversible",
  D10: "irreversible",
  D11: "irreversible",
  D12: "protected",
  D13: "write-outside",
  unresolved: "unknown",
};

/** What a command touches, for people and for modes that treat kinds alike. */
function classOf(part: Part, danger: Danger | undefined, options: CommandPolicyOptions): CommandClass {
  if (danger) return CLASS_OF_DANGER[danger.code];
  return capabilityOf(part, options)?.class ?? "unknown";
}
