import { statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";

import type { KeptElsewhere } from "../../adapters/linked-files.ts";
import { checkPath, type PathVerdict } from "../../adapters/workspace/path-guard.ts";
import { checkShown } from "../../adapters/workspace/shown-paths.ts";
import type { PathDecision, PathUse } from "../../core/permissions/decide.ts";
import type { DecidedPath } from "../../core/permissions/decision.ts";
import { coversTool, parseRule, type RuleSet } from "../../core/permissions/rule.ts";
import { hasPattern, type PathRules } from "../../engines/paths/path-rules.ts";
import { OF_SYSTEM, SYSTEM_FACTS, temporaryTop } from "../../engines/paths/system-paths.ts";
import { isWithin } from "../../engines/paths/worked-folders.ts";
import { displayName } from "../../engines/terminal-text/display-name.ts";

export interface PathQuestion {
  readonly tool: string;
  readonly use: PathUse;
  readonly path: string;
  readonly rules: RuleSet;
  /** Absolute and real. */
  readonly root: string;
  /** The same. */
  readonly addDirs: readonly string[];
  readonly home?: string | undefined;
  /** Absolute folders of Waymark itself, which no call changes. */
  readonly own?: readonly string[] | undefined;
  /** What lies in these folders of names of the home that start programs, or is named by settings of git. */
  readonly keptAround?: (target: string) => readonly KeptElsewhere[];
}

/** What the path guard says before a call runs. A path that cannot be read at all is refused by the workspace itself, with the
 *  words a model needs; one that cannot be written is refused here, before anything is kept of it for an undo. */
export function judgePath(question: PathQuestion): PathDecision {
  const { use, path, rules, root, addDirs, tool } = question;
  const request = { root, extraRoots: addDirs, areRootsReal: true, rules: pathRules(rules, tool) };
  const look = (operation: PathUse): PathVerdict => {
    const verdict = checkShown(path, { ...request, op: operation });
    const isFolder = verdict.refusal === "special" && operation === "read";
    return isFolder ? checkPath(path, { ...request, op: "list" }) : verdict;
  };
  const verdict = look(use);
  const decision = decisionOn(verdict, question);
  return decision.verdict === "deny"
    ? decision
    : {
        ...decision,
        ...patternOf(verdict.realPath, question),
        ...(verdict.ruling && { ruling: verdict.ruling }),
        paths: decidedPaths({ path, use }, verdict, use === "read" ? verdict : look("read")),
      };
}

/** The one file in a rule: from the working folder, or by its whole path. None where it is called otherwise than where it lies, as a rule would have to name both. */
function patternOf(realPath: string | undefined, { path, root, addDirs }: PathQuestion): Pick<PathDecision, "pattern"> {
  const written = resolve(root, path);
  const isElsewhere = written !== realPath && [root, ...addDirs].some((folder) => isWithin(written, folder));
  // In a rule a backslash is another slash.
  if (realPath === undefined || realPath === root || isElsewhere || realPath.includes("\\")) return {};
  return { pattern: isWithin(realPath, root) ? `/${relative(root, realPath)}` : `/${realPath}` };
}

/** @param read  what is said of reading it: whoever changes something looks at it before */
function decidedPaths(
  { path, use }: Pick<PathQuestion, "path" | "use">,
  verdict: PathVerdict,
  read: PathVerdict,
): readonly DecidedPath[] {
  const { realPath = "", askable } = verdict;
  if (realPath === "" && !askable) return [];
  const own = { path, use, realPath, lifts: questionsIn(verdict) };
  if ((read.realPath ?? "") === realPath) return [{ ...own, lifts: [...own.lifts, ...questionsIn(read)] }];
  // A link is deleted by its own place, and read by the one that it leads to, of which nothing was asked.
  const isLink = use === "delete" && read.realPath !== undefined;
  return [own, ...(isLink ? [{ path, use: "read" as const, realPath: read.realPath, lifts: [] }] : [])];
}

const questionsIn = ({ askable, refusal, opened }: PathVerdict): readonly string[] =>
  [askable ? refusal : undefined, opened].filter((kind) => kind !== undefined);

function decisionOn(verdict: PathVerdict, question: PathQuestion): PathDecision {
  const { use, path, root, own = [] } = question;
  const { allowed, refusal, reason, display, ruling } = verdict;
  const target = verdict.realPath ?? resolve(root, path);
  if (use !== "read" && own.some((folder) => changes(target, resolve(folder))))
    return { verdict: "deny", reason: `${display} is Waymark's own: no call changes it`, isFloor: true };
  if (ruling?.verdict === "deny")
    return { verdict: "deny", reason: `${display}: denied by the rule ${ruling.rule}`, isFloor: true };
  if (use !== "read" && !allowed && !verdict.askable)
    return { verdict: "deny", reason: `${display}: ${reason}`, isFloor: true, ...wayFor(verdict) };
  if (allowed) return allowedUnlessOfHome(question, target, verdict);
  if (!verdict.askable) return { verdict: "allow", reason, isFloor: false };
  if (refusal === "outside") return outsideDecision(verdict, question);
  const { realPath } = verdict;
  const leads =
    realPath === undefined || realPath === resolve(root, path) ? [] : [`${display} leads to ${displayName(realPath)}`];
  return {
    verdict: "ask",
    reason: `${display}: ${reason}`,
    isFloor: true,
    details: leads,
    ...(refusal === "ask" && { isAskedByRule: true }),
  };
}

/** What the system is made of is everybody's to read. Of the rest a person is asked, who may open the folder for the session. */
function outsideDecision(
  { display, realPath = "" }: PathVerdict,
  { tool, use, path, root, home, own = [] }: PathQuestion,
): PathDecision {
  const isRead = use === "read";
  if (isRead && (SYSTEM_FACTS.has(realPath) || OF_SYSTEM.test(realPath)) && !isOfHome(realPath, home))
    return { verdict: "allow", reason: "what the system is made of", isFloor: false };
  const isOwn = own.some((one) => isWithin(realPath, resolve(one)));
  const where = `${display} is outside the working folder`;
  if (isOwn) return { verdict: "deny", reason: `${where}, in a folder of Waymark's own`, isFloor: true };
  return {
    verdict: "ask",
    reason: where,
    isFloor: true,
    isOutside: true,
    ...(temporaryTop(realPath) !== undefined && { isTemporary: true }),
    ...(realPath === resolve(root, path) ? {} : { details: [`${display} leads to ${displayName(realPath)}`] }),
    ...sessionGrant(realPath, { tool, isRead, home }),
    instead: ADD_FOLDER,
  };
}

const ADD_FOLDER =
  "Do without it, or say which folder is needed: a person opens it with --add-dir FOLDER, in a session with /add-dir FOLDER.";
const LOOKS_THROUGH = ["list_files", "find_files", "search_code"];
const READERS = ["read_file", ...LOOKS_THROUGH];
const WRITERS = ["edit_file", "write_file", "apply_diff"];

/** All in the folder of it, unless that holds a home, or is as near the root. */
function sessionGrant(
  realPath: string,
  { tool, isRead, home }: { readonly tool: string; readonly isRead: boolean; readonly home: string | undefined },
): Pick<PathDecision, "session"> {
  const isFolder = statSync(realPath, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const folder = isFolder ? realPath : dirname(realPath);
  if (dirname(folder) === folder || /[*?[\]{}\\(),]/.test(folder) || isOfHome(folder, home, { above: true })) return {};
  const tools = new Set([tool, ...READERS, ...(isRead ? [] : WRITERS)]);
  const ofTool = (name: string): readonly string[] => [
    `${name}(/${folder}/**)`,
    // What lies in a folder is not that folder.
    ...(LOOKS_THROUGH.includes(name) ? [`${name}(/${folder})`] : []),
  ];
  const rules = [...tools].flatMap(ofTool).join(", ");
  return { session: { rules, grants: `${isRead ? "read" : "read and change"} files in ${displayName(folder)}` } };
}

/** Whether a place lies in a home; with `above`: whether it is one, or holds one. */
function isOfHome(path: string, home: string | undefined, { above = false } = {}): boolean {
  if (home === undefined) return false;
  return above ? isWithin(home, path) : isWithin(path, home);
}

/** How to go on where a person cannot be asked. */
const wayFor = ({ refusal, reason }: PathVerdict): Pick<PathDecision, "instead"> => {
  if (refusal === "outside") return { instead: ADD_FOLDER };
  return refusal === "malformed" && /not expanded/.test(reason)
    ? { instead: "Call it again with the whole path." }
    : {};
};

/** Also where what holds it is deleted: another may then be made in its place. */
const changes = (target: string, place: string): boolean => isWithin(target, place) || isWithin(place, target);

/** A name of the home may lie in a folder under another, which says nothing of what it starts. */
function allowedUnlessOfHome(
  { tool, use, path, rules, keptAround = () => [], ...places }: PathQuestion,
  target: string,
  { display, reason, ruling, realPath }: PathVerdict,
): PathDecision {
  const kept = use === "read" ? undefined : keptAround(target).find((one) => changes(target, one.path));
  const { pattern = path } = patternOf(realPath, { tool, use, path, rules, ...places });
  const isNamed = [path, pattern].some((one) => rules.allow.includes(`${tool}(${one})`));
  if (kept === undefined || (isNamed && ruling?.verdict === "allow"))
    return { verdict: "allow", reason, isFloor: false };
  const why = `${display}: ${displayName(kept.name)} can start programs or change what an agent may do`;
  return { verdict: "ask", reason: why, isFloor: true };
}

/** What denies or asks counts for every tool of its kind; what allows is this tool's own. */
function pathRules({ allow, ask, deny }: RuleSet, tool: string): PathRules {
  const names = (named: string): boolean => coversTool([named], tool);
  const own = (rule: string): boolean => hasPattern(rule) && names(parseRule(rule)?.tool ?? "");
  return { allow: allow.filter(own), ask: ask.filter(hasPattern), deny: deny.filter(hasPattern), names };
}
