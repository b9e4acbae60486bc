import { resolve } from "node:path";
import type { ReadingKind } from "../../adapters/processes/sandbox-plan.ts";
import { namedAbove } from "../../adapters/workspace/command-facts.ts";
import { type GitPast, gitPast, lookingUp } from "../../adapters/workspace/git/git-past.ts";
import { Listings, linksBelow, linksFound, readProblem } from "../../adapters/workspace/read-reach.ts";
import type { CommandDecision } from "../../core/permissions/decide.ts";
import type { RuleSet } from "../../core/permissions/rule.ts";
import { namedFolders, readsRuled } from "../../engines/paths/path-rules.ts";
import { classifyCommand } from "../../engines/shell/classify-command.ts";
import { describeCommand } from "../../engines/shell/describe-command.ts";
import { inBoundedSteps } from "../../engines/shell/meant/work.ts";
import type { CommandPolicyOptions, CommandVerdict, FolderLink, ReadingWay } from "../../engines/shell/policy-types.ts";
import { proposeForSession, proposeRule } from "../../engines/shell/propose-rule.ts";
import { filesStarted } from "../trust/named-files.ts";
import { detailsOf, visible, visibleLine } from "./command-details.ts";
import { insteadOf, partsBeyondReading } from "./instead-of.ts";
import { type CommandPlace, factsOnce, inReadProfile } from "./read-profile.ts";
import { ruledPaths } from "./ruled-paths.ts";

export interface CommandQuestion {
  readonly tool: string;
  readonly command: string;
  readonly rules: RuleSet;
  readonly root: string;
  readonly home: string | undefined;
  /** Where the command starts, relative to the root. */
  readonly folder?: string;
  readonly trustedPrograms: readonly string[];
  /** What will stand around the command, because all of it reads in this way; absent: nothing that keeps it to reading. */
  readonly readProfile?: ReadingKind;
  /** A sandbox was proven that keeps a command to the working folder. */
  readonly isSandboxed?: boolean;
  /** Whatever the command writes, a sandbox keeps it to the folders that are worked in. */
  readonly boundsWrites?: boolean;
  /** What rules deny is closed to whatever runs. */
  readonly closesDenied?: boolean;
  /** What it finds as the folders for temporary files is its own. */
  readonly hasOwnTemporary?: boolean;
  /** The tools that edit would be refused as well: none of them is another way. */
  readonly refusesEdits?: boolean;
  readonly addDirs?: readonly string[];
  /** Other names of the folders that are worked in. */
  readonly links?: readonly FolderLink[];
  /** Absolute folders of Waymark itself. */
  readonly own?: readonly string[];
  /** Whether what lies there is read by a name of the home that starts programs, or by settings of git. */
  readonly isKept?: (path: string) => boolean;
  /** Absent: what stood in older commits is not known. */
  readonly past?: GitPast;
  /** The PATH that it is started with. Absent: what a name starts is not known. */
  readonly searchPath?: string | undefined;
}

/**
 * What a command is judged by; rules of the tool that runs it count as rules of the shell.
 * @param meetsAsked  called when a look meets a file that a rule asks about
 */
export function judgedBy(
  {
    tool,
    rules,
    root,
    home,
    folder,
    trustedPrograms,
    readProfile = "no",
    boundsWrites = false,
    closesDenied = false,
    hasOwnTemporary = false,
    addDirs = [],
    links,
    own,
    isKept,
    past,
    searchPath,
  }: Omit<CommandQuestion, "command" | "isSandboxed" | "refusesEdits">,
  meetsAsked: () => void = () => undefined,
): CommandPolicyOptions {
  const added = addDirs.map((one) => resolve(root, one));
  const roots = [root, ...added];
  const listings = new Listings();
  const facts = factsOnce(listings, trustedPrograms, past, searchPath);
  // The sandbox closes what is denied, and not what a person may be asked about.
  const confinesReads = readProfile === "files" && readsRuled({ ask: rules.ask, deny: [] }) === undefined;
  const pathRule = ruledPaths(rules, root, added);
  // Of what only reads nobody is asked: a file that a rule asks about is withheld like one that it denies.
  const denies =
    pathRule &&
    ((path: string): boolean => {
      const ruled = pathRule(path, { use: "read", glob: false });
      if (ruled?.verdict === "ask") meetsAsked();
      return ruled !== undefined;
    });
  const namesFolder = pathRule && namedFolders([...rules.ask, ...rules.deny]);
  return {
    root,
    added,
    links,
    home,
    own,
    isKept,
    pathRule,
    readsRuled: readsRuled(rules),
    facts: confinesReads
      ? facts
      : {
          ...facts,
          namedAbove,
          linksBelow,
          linksFound: (path) => linksFound(path, listings),
          readProblem: lookingOnce((path, way) =>
            readProblem(path, way, { roots, home, denies, namesFolder, listings }),
          ),
        },
    cwd: folder === undefined ? root : resolve(root, folder),
    hasReadProfile: readProfile !== "no",
    masksKept: readProfile === "tree",
    boundsWrites,
    closesDenied,
    hasOwnTemporary,
    rules: { allow: asShell(rules.allow, tool), ask: asShell(rules.ask, tool), deny: asShell(rules.deny, tool) },
  };
}

/** A yes is to the files that the command starts as they are now, beside its words: they may name another by then, or the same with other content. */
export function asShown(
  decision: CommandDecision,
  { command, root, folder = ".", addDirs = [] }: CommandQuestion,
): CommandDecision {
  if (decision.verdict !== "ask") return decision;
  const started = filesStarted(command, { cwd: resolve(root, folder), roots: [root, ...addDirs] });
  return started.length > 0 ? { ...decision, starts: started.map((file) => file.join(" ")) } : decision;
}

/** What is judged where git is asked for what stood in older commits, once that counts. */
export async function seeingCommits<T>(
  { rules, root, addDirs = [] }: Pick<CommandQuestion, "rules" | "root" | "addDirs">,
  environment: Readonly<Record<string, string | undefined>>,
  judge: (past: GitPast) => T,
): Promise<T> {
  const pathRule = ruledPaths(rules, root, addDirs);
  return lookingUp(
    gitPast(environment, (path) => pathRule?.(path, { use: "read", glob: false }) !== undefined),
    judge,
  );
}

/** The verdict on one command by its grammar. */
export const judgeCommand = (question: CommandQuestion): CommandDecision => inBoundedSteps(() => decisionOn(question));

function decisionOn(question: CommandQuestion): CommandDecision {
  const { tool, command, isSandboxed = false, refusesEdits = false } = question;
  let meetsAsked = false;
  const options = judgedBy(question, () => {
    meetsAsked = true;
  });
  const judged = classifyCommand(command, options);
  const { verdict, rule, segments, isFloor = false } = judged;
  // A sandbox closes what is denied; for what a person is to be asked about it does not answer.
  const inside =
    verdict === "ask" && isSandboxed && !meetsAsked ? classifyCommand(command, { ...options, isSandboxed }) : undefined;
  const confined = inside && confinedKind(inside);
  // What the sandbox answers for needs no other way: what is left over is meant.
  const told = inside === undefined || confined !== undefined ? judged : inside;
  const beyondReading = partsBeyondReading(judged, command);
  return {
    verdict,
    reason: visibleLine(reasonOf(told)),
    readsOnly: judged.beyondPlain === undefined && segments.every((segment) => segment.class === "read"),
    ...(beyondReading === undefined ? {} : { beyondReading: visibleLine(beyondReading) }),
    ...(isFloor ? { isFloor } : {}),
    ...(rule === undefined ? {} : { rule }),
    ...(confined === undefined ? {} : { confined }),
    ...(verdict === "allow" ? {} : { instead: visible(insteadOf(told, { line: command, refusesEdits })) }),
    ...(verdict === "ask"
      ? asked(command, { tool, reason: told.reason, isOfNetwork: reasonOf(told) !== told.reason }, options)
      : {}),
    ...(verdict === "ask" && rule !== undefined ? { isAskedByRule: true } : {}),
  };
}

/** Of what reaches the network, and is asked about for nothing else, that is the reason. */
function reasonOf({ reason, segments }: CommandVerdict): string {
  const asked = segments.filter(({ verdict }) => verdict === "ask");
  const isNetwork = asked.length > 0 && asked.every((segment) => segment.class === "network");
  return isNetwork && reason.split("; ").every((one) => NOT_KNOWN.test(one)) ? "it reaches the network" : reason;
}

const NOT_KNOWN = /\bis not known to only read$/;

/** The parts of one judgement ask the same again; a look may go through a hundred thousand names, and all of them speak of the same files. */
function lookingOnce(
  look: (path: string, way: ReadingWay) => string | undefined,
): (path: string, way: ReadingWay) => string | undefined {
  const seen = new Map<string, string | undefined>();
  return (path, way) => {
    const key = JSON.stringify([path, way]);
    if (!seen.has(key)) seen.set(key, look(path, way));
    return seen.get(key);
  };
}

/** What a person is shown, and the rules that would answer for them. */
function asked(
  command: string,
  { tool, reason, isOfNetwork }: { readonly tool: string; readonly reason: string; readonly isOfNetwork: boolean },
  options: CommandPolicyOptions,
): Partial<CommandDecision> {
  const answers = <Offer extends { readonly rules: readonly string[] }>(offer: Offer | undefined): Offer | undefined =>
    offer && classifyCommand(command, withRules(offer.rules, options)).verdict === "allow" ? offer : undefined;
  const proposal = answers(proposeRule(command, options))?.rules;
  const session = answers(proposeForSession(command, options));
  const wouldAllow = proposal ?? session?.rules ?? ruleForAll(command, options);
  return {
    ...(proposal === undefined ? {} : { proposal: ownRules(proposal, tool) }),
    ...(wouldAllow === undefined ? {} : { wouldAllow: ownRules(wouldAllow, tool) }),
    ...(session === undefined
      ? {}
      : { session: { rules: ownRules(session.rules, tool), grants: session.grants.join(", ") } }),
    details: detailsOf(describeCommand(command, options), options.root, reason).filter(
      // It is told in other words.
      (line) => !isOfNetwork || !NOT_KNOWN.test(line) || !line.startsWith("! "),
    ),
  };
}

/** What the sandbox answers for: what can do no harm beyond the working folder. */
function confinedKind({ verdict, segments }: CommandVerdict): CommandDecision["confined"] {
  if (verdict !== "allow") return undefined;
  if (segments.every(({ looks }) => looks)) return "looks";
  return segments.some((segment) => segment.class === "write-inside") ? "writes" : "computes";
}

/** The narrowest that would do: the line word for word, where a rule can hold it. */
const ruleForAll = (command: string, options: CommandPolicyOptions): readonly string[] | undefined => {
  const itself = /^[\w@%+=:,./ -]+$/.test(command) ? [`shell(${command.trim()} $)`] : [];
  const rule = [...itself, "shell", "shell(*)"].find(
    (one) => classifyCommand(command, withRules([one], options)).verdict === "allow",
  );
  return rule === undefined ? undefined : [rule];
};

const withRules = (rules: readonly string[], options: CommandPolicyOptions): CommandPolicyOptions => ({
  ...options,
  rules: { ...options.rules, allow: [...(options.rules?.allow ?? []), ...rules] },
});

const ownRules = (rules: readonly string[], tool: string): string =>
  rules.map((rule) => rule.replace(/^shell(?=\(|$)/, tool)).join(", ");

/** How a command reads that would run without a rule, because it only reads. */
export async function readingKind(command: string, place: CommandPlace): Promise<ReadingKind> {
  const reads = async (masksKept: boolean): Promise<CommandVerdict | undefined> => {
    const judged = await lookingUp(
      gitPast(place.environment, () => false),
      (past) => classifyCommand(command, { ...inReadProfile(place, past), masksKept }),
    );
    return judged.verdict === "allow" && judged.segments.every((one) => one.class === "read") ? judged : undefined;
  };
  const judged = await reads(false);
  if (judged !== undefined)
    return judged.segments.some((one) => /^\S*\bgit\b/.test(one.command)) ? "repository" : "files";
  return GREPS_TREE.test(command) && (await reads(true)) !== undefined ? "tree" : "no";
}

/** A search of git's in files, before which a sandbox may stand. */
const GREPS_TREE = /\bgit\b[\s\S]*\bgrep\b/;

/** Whether any part of a command is known to reach the network. */
export function commandReachesNetwork(command: string, root: string, folder: string | undefined): boolean {
  const cwd = folder === undefined ? root : resolve(root, folder);
  return classifyCommand(command, { root, cwd, facts: factsOnce(new Listings(), []) }).segments.some(
    (one) => one.class === "network",
  );
}

function asShell(rules: readonly string[], tool: string): readonly string[] {
  return rules.map((rule) => (rule === tool || rule.startsWith(`${tool}(`) ? `shell${rule.slice(tool.length)}` : rule));
}
