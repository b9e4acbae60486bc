import { destroysThroughBrought, makesNoLinks, throughWhatItBrought } from "./brought-paths.ts";
import { capabilitiesNeeded, isCoveredByLeave } from "./capability/capability.ts";
import { EDITORS } from "./capability/edit-capability.ts";
import { coveredBy } from "./coverage.ts";
import type { DangerContext } from "./dangers/danger.ts";
import { isBeyondLeave } from "./dangers/services.ts";
import { codeTextFloor } from "./floor/code.ts";
import { endsAll } from "./floor/ending.ts";
import { forbidden, ruledByPath } from "./forbidden.ts";
import { hasUnseen, showUnseen } from "./invisible.ts";
import { askedOnce, isAskedTooMuch } from "./meaning/asked-once.ts";
import { deletesWhereItGoes, endangersHome } from "./meaning/endangers-home.ts";
import { HOLDS_SECRET, insteadOf } from "./meaning/instead.ts";
import { settingsOfLine } from "./meaning/line-settings.ts";
import { looksThere } from "./meaning/looks.ts";
import { inOwnNetwork, withOwnServers } from "./meaning/own-server.ts";
import { asking, type Judgement, type RulingOptions, worstOf } from "./meaning/ruling.ts";
import { meantInProse } from "./meant/prose.ts";
import { inBoundedSteps, isSpent, TOO_MUCH } from "./meant/work.ts";
import { parseLine, scopeOf } from "./parse-line.ts";
import type { Part } from "./part.ts";
import { placeOf } from "./places.ts";
import { beyondPlain } from "./plain/beyond-plain.ts";
import type { CommandPolicyOptions, CommandSegment, CommandVerdict } from "./policy-types.ts";
import { isForAll, SANDBOX_RULE, type ShellRule, type ShellRules, shellRules } from "./rules.ts";
import { programName } from "./scan.ts";
import { carriedTexts, commandTexts, evaluatedTexts, keptTexts } from "./walk/commands-in-text.ts";
import { cutElsewhere } from "./walk/odd-separator.ts";
import { readingsOf } from "./walk/shell-starts.ts";
import type { Unit } from "./walk/unit.ts";
import { unitsOf } from "./walk/units.ts";
import { RUN_UNNAMED, runsWhatItWrote, startsItself, type WrittenScript } from "./walk/written-scripts.ts";
import { isLiteral } from "./words.ts";

/** More simple commands than a person would read are never approved unseen. */
const COMMANDS_MAX = 50;

/** The verdict on a shell command line: read by a real bash grammar, each simple command judged on its own, wrappers,
 *  substitutions and scripts in words looked through. Deny beats ask beats allow; what is not provable asks.
 *  Pure but for `options.facts`. Never throws. */
export function classifyCommand(command: string, options: CommandPolicyOptions): CommandVerdict {
  const asked = askedOnce(options);
  const left = { texts: TEXTS_MAX, characters: TEXT_CHARACTERS_MAX };
  return inBoundedSteps(() => {
    const verdict = classify(command, asked, { depth: 0, left });
    // In no mode: what is not judged may be anything.
    return isSpent() || isAskedTooMuch(asked) ? unreadable(command, TOO_MUCH) : verdict;
  });
}

function classify(command: string, around: CommandPolicyOptions, reach: Reach): CommandVerdict {
  const parsed = parseLine(command, scopeOf(around));
  if (parsed.kind === "unreadable") return unreadable(command, parsed.why);
  const options = { ...around, makesNoLinks: reach.depth === 0 && parsed.parts.every(makesNoLinks) };
  const parts = parsed.parts.map((part) => ({ part, units: unitsOf(part, options) }));
  const units = withOwnServers(parts.flatMap((each) => each.units));
  const beyond = options.hasReadProfile ? undefined : beyondPlain(command, parts);
  if (units.length === 0) return ofNothing(beyond?.());
  const unitsIn = (text: string): readonly Unit[] => {
    const inner = parseLine(text, scopeOf(options));
    return inner.kind === "unreadable" ? [] : inner.parts.flatMap((part) => unitsOf(part, options));
  };
  const lineSettings = settingsOfLine(units);
  const judgements = judgeLine(units, { ...options, unitsIn, lineSettings, beyondPlain: beyond });
  const segments = units.map((unit, index) => segmentOf(unit, judgements[index], options));
  const byUnits = worstOf(judgements) ?? asking("no rule allows it");
  const carried = carriedHarm(units, options, reach);
  const isDenied = byUnits.verdict === "deny";
  const commands = units.map(({ words }) => words);
  const ends = isDenied ? undefined : endsAll(command, commands);
  const throughBrought = isDenied ? undefined : destroysThroughBrought(units, options);
  const objections = [
    byUnits,
    isDenied || !endangersHome(command, units, options) ? undefined : asking(ENDANGERS_HOME, true),
    isDenied || !deletesWhereItGoes(units, options) ? undefined : asking(DELETES_THERE, true),
    ends === undefined ? undefined : asking(ends, true),
    carried === undefined ? undefined : asking(`it holds a command that must not run: ${carried}`, true),
    ...runsWhatItWrote(units).map((run) => ofWhatItWrote(byUnits, run, options, reach)),
    ...throughWhatItBrought(units, options).map((why) => asking(why)),
    throughBrought === undefined ? undefined : asking(throughBrought, true),
    hasUnseen(command) ? asking("it holds characters that cannot be seen") : undefined,
    isLong(parts) ? asking(`it holds more than ${COMMANDS_MAX} commands; run it in parts`) : undefined,
  ];
  const { verdict, reason, rule, isFloor } = worstOf(objections) ?? byUnits;
  const beyondReading = units.map((unit) => beyond?.(unit)).find((why) => why !== undefined);
  return {
    ...{ verdict, reason },
    ...(rule ? { rule: rule.source } : {}),
    ...(verdict === "ask" && isFloor ? { isFloor: true } : {}),
    ...(beyondReading === undefined ? {} : { beyondPlain: beyondReading }),
    segments,
  };
}

/** The turns of a loop are read once by a person, and judged each. */
const isLong = (parts: readonly { readonly part: Part }[]): boolean =>
  new Set(parts.map(({ part }) => `${part.at} ${part.source}`)).size > COMMANDS_MAX;

/** Nothing that the walk comes to; where that is all there is to go by, it must be nothing to a second reading, too. */
const ofNothing = (beyond: string | undefined): CommandVerdict =>
  beyond === undefined
    ? { verdict: "allow", reason: "it runs nothing", segments: [] }
    : { verdict: "ask", reason: beyond, beyondPlain: beyond, segments: [] };

const segmentOf = (unit: Unit, judged: Judgement | undefined, options: CommandPolicyOptions): CommandSegment => ({
  command: unit.words.length === 0 && unit.isInner && unit.danger ? `(${unit.danger.text})` : sourceOf(unit),
  class: unit.class,
  verdict: judged?.verdict ?? "ask",
  ...(options.isSandboxed && looksThere(unit, options) ? { looks: true } : {}),
  ...insteadOf(unit, judged),
});

const DELETES_THERE = "it deletes in a folder that the line does not tell";
const ENDANGERS_HOME = "it deletes or moves what is not known, and names what must not be lost";

/** How far texts in texts are followed, and how many in all. */
interface Reach {
  readonly depth: number;
  readonly left: { texts: number; characters: number };
}

const TEXT_DEPTH_MAX = 3;
const TEXTS_MAX = 150;
const TEXT_CHARACTERS_MAX = 100_000;
const below = ({ depth, left }: Reach): Reach => ({ depth: depth + 1, left });

/** Why what the commands of a line carry must not run unasked in any mode. */
function carriedHarm(units: readonly Unit[], options: CommandPolicyOptions, reach: Reach): string | undefined {
  const carried = units.map(carriedTexts);
  const held = [...carried.flatMap(({ commands }) => commands), ...evaluatedTexts(units), ...keptTexts(units)];
  const prose = meantInProse(
    carried.flatMap((each) => each.prose),
    options,
  );
  return texts(held, options, reach) ?? texts(prose, { ...options, isProse: true }, reach) ?? cutElsewhere(units);
}

/** Why one of some texts must not run unasked in any mode, where it reads as a command. */
function texts(all: readonly string[], options: CommandPolicyOptions, reach: Reach): string | undefined {
  if (reach.depth >= TEXT_DEPTH_MAX)
    return all.length > 0 ? "commands stand in commands too deeply to follow" : undefined;
  for (const text of new Set(all.flatMap(readingsOf))) {
    reach.left.characters -= text.length;
    if (reach.left.texts-- <= 0 || reach.left.characters < 0)
      return "it holds more commands in texts than are followed";
    if (parseLine(text, scopeOf(options)).kind === "unreadable") continue;
    const { verdict, isFloor, reason } = classify(
      text,
      { ...options, rules: { deny: options.rules?.deny ?? [] } },
      below(reach),
    );
    if (verdict === "deny" || isFloor) return reason;
  }
  return undefined;
}

/** What is to be said of a script that the line writes and runs, by what it then holds. */
function ofWhatItWrote(
  byUnits: Judgement,
  run: WrittenScript,
  options: CommandPolicyOptions,
  reach: Reach,
): Judgement | undefined {
  const { name, text, isMade } = run;
  if (text !== undefined && startsItself(name, text)) return asking(`${name} starts itself again and again`, true);
  if (run.isNotNamed || run.interpreter !== undefined) {
    const floor = whyNot(run, options, reach);
    return floor === undefined ? undefined : asking(`what ${name} then holds: ${floor}`, true);
  }
  const inside = text === undefined ? undefined : classify(text, options, below(reach));
  if (inside?.verdict === "deny") return { verdict: "deny", reason: inside.reason };
  // A rule for every command speaks for what the script does, as far as that is known.
  if (byUnits.rule && isForAll(byUnits.rule) && !isMade && (inside?.verdict ?? "allow") === "allow") return undefined;
  return asking(`it runs ${name}, which this line has written`, inside?.isFloor || isMade);
}

/** What interpreters read: its lines and texts are no commands. */
const CODE_FILE = /\.(?:[cm]?[jt]sx?|py|rb|pl|php|lua)$/i;

/** Why what a file then holds must not run unasked, or may be what must not. */
function whyNot(
  { name, text, isMade, interpreter }: WrittenScript,
  options: CommandPolicyOptions,
  reach: Reach,
): string | undefined {
  const context: DangerContext = { folders: [options.cwd ?? options.root], input: { kind: "inherited" }, options };
  const code = text === undefined ? undefined : codeTextFloor(text, "", interpreter ?? name, context);
  if (code !== undefined) return code.text;
  if (interpreter !== undefined) return isMade && text === undefined ? "only running it tells" : undefined;
  if (text !== undefined) return CODE_FILE.test(name) ? undefined : texts(commandTexts(text), options, reach);
  return isMade && RUN_UNNAMED.test(name) ? "only running it tells, and what follows may run it" : undefined;
}

const unreadable = (command: string, why: string): CommandVerdict => ({
  verdict: "ask",
  reason: why,
  // A shell may well read it, as far as it goes.
  isFloor: true,
  segments: [{ command: showUnseen(command.slice(0, 2000)), class: "unknown", verdict: "ask" }],
});

export const sourceOf = (unit: Unit): string => showUnseen(unit.part.source);

/** What is to be said of each unit of a line, in their order. */
function judgeLine(units: readonly Unit[], options: RulingOptions): readonly Judgement[] {
  const rules = shellRules(options.rules);
  if (!options.isSandboxed) return judgeBy(rules, units, options);
  const judgements = judgeBy({ ...rules, allow: [...rules.allow, SANDBOX_RULE] }, inOwnNetwork(units), options);
  const opensNetwork = units.some((unit, at) => unit.class === "network" && judgements[at]?.verdict === "allow");
  // The network is open or closed to all of a line: open, no sandbox answers for the rest of it, nor for what git starts there.
  return opensNetwork ? judgeBy(rules, units, options) : judgements;
}

/** How plain a line is matters only where all else in it would run: what is asked about otherwise is told by itself. */
function judgeBy(rules: ShellRules, units: readonly Unit[], options: RulingOptions): readonly Judgement[] {
  const { beyondPlain: beyond, ...free } = options;
  const judgements = judgeAll(units, rules, free);
  const runs = judgements.every(({ verdict }) => verdict === "allow");
  return beyond !== undefined && runs ? judgeAll(units, rules, options) : judgements;
}

/** From last to first, so that a wrapper knows the verdicts of what it starts, which follow it. */
function judgeAll(units: readonly Unit[], rules: ShellRules, options: RulingOptions): readonly Judgement[] {
  const judgements: Judgement[] = new Array(units.length);
  let inner: Judgement[] = [];
  for (let index = units.length - 1; index >= 0; index--) {
    const unit = units[index] as Unit;
    const judgement = judge(unit, inner, rules, options);
    judgements[index] = judgement;
    inner = unit.isInner ? [judgement, ...inner] : [];
  }
  return judgements;
}

function judge(unit: Unit, inner: readonly Judgement[], rules: ShellRules, options: RulingOptions): Judgement {
  const denied = forbidden(unit, rules.deny, "deny", options);
  if (denied?.verdict === "deny") return denied;
  const byPath = ruledByPath(unit, options);
  if (byPath?.verdict === "deny") return byPath;
  if (unit.danger?.isCatastrophic) return { verdict: "deny", reason: unit.danger.text };
  const allowed = rules.allow.find((rule) => coveredBy(rule, unit, options));
  const asked = worstOf([
    unit.danger && !allowed && !coveredByCapabilities(unit, rules, options)
      ? asking(unit.danger.text, unit.danger.isHidden)
      : undefined,
    ...[denied, byPath, forbidden(unit, rules.ask, "ask", options)],
  ]);
  if (asked) return asked;
  if (allowed) return { verdict: "allow", reason: `allowed by the rule ${allowed.source}`, rule: allowed };
  if (coveredByCapabilities(unit, rules, options))
    return { verdict: "allow", reason: "allowed by a capability granted for this work", ...grantOf(rules) };
  return withoutRule(unit, inner, options);
}

/** What is to be said of a unit that no rule and no grant speaks for. */
function withoutRule(unit: Unit, inner: readonly Judgement[], options: RulingOptions): Judgement {
  const readsFree = options.builtinReadOnly ?? true;
  const beyond = options.beyondPlain?.(unit);
  if (readsFree && unit.unproven === undefined && beyond === undefined)
    return { verdict: "allow", reason: "it only reads inside the workspace" };
  if (
    unit.isTransparent &&
    beyond === undefined &&
    inner.length > 0 &&
    inner.every((each) => each.verdict === "allow")
  ) {
    const isRuled = inner.some(({ rule }) => rule !== undefined && rule.capability === undefined);
    if (isRuled || readsFree)
      return {
        verdict: "allow",
        reason: isRuled ? "it only starts what rules allow" : "it only starts what only reads",
      };
  }
  if (options.otherwise === "allow") return { verdict: "allow", reason: "nothing objects to it" };
  return {
    verdict: "ask",
    reason: (readsFree && (changesSecret(unit, options) ?? unit.unproven ?? beyond)) || "no rule allows it",
  };
}

/** Of what edits files, that one of them may hold secrets is why: each other it may change. */
function changesSecret({ part, words: [program, ...words] }: Unit, options: CommandPolicyOptions): string | undefined {
  if (program === undefined || !EDITORS.includes(programName(program))) return undefined;
  const secret = words.find((word) => isLiteral(word) && placeOf(word, part.folders, options).isSecret);
  return secret && `${secret.text} ${HOLDS_SECRET}`;
}

function coveredByCapabilities(unit: Unit, rules: ShellRules, options: CommandPolicyOptions): boolean {
  const granted = new Set(rules.allow.flatMap((rule) => rule.capability ?? []));
  if (granted.size === 0 || isBeyondLeave(unit.danger)) return false;
  const needs = capabilitiesNeeded(unit.part, options);
  if (needs === undefined || !isCoveredByLeave(unit.part, needs)) return false;
  return needs.every((need) => granted.has(need));
}

function grantOf(rules: ShellRules): { rule?: ShellRule } {
  const rule = rules.allow.find((each) => each.capability !== undefined);
  return rule ? { rule } : {};
}
