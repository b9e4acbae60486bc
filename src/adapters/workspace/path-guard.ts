import { dirname, isAbsolute, join } from "node:path";
import { nativeNames } from "../../engines/paths/file-names.ts";
import { nameFacts } from "../../engines/paths/name-facts.ts";
import {
  namesOneFile,
  namesProtected,
  type PathOperation,
  type PathRules,
  pathRuleVerdict,
  type RuledPlace,
  type RuleVerdict,
} from "../../engines/paths/path-rules.ts";
import { textProblem } from "../../engines/paths/path-text.ts";
import { windowsDisguise, windowsPath } from "../../engines/paths/windows-forms.ts";
import { isSecretPath, secretPathKind } from "../../engines/secrets/secret-path.ts";
import { displayName } from "../../engines/terminal-text/display-name.ts";
import { changedGitPart } from "../git-folder.ts";
import { isBelow, isInside, placeIn, rootsOf, type Walk, walkPath } from "../path-walk.ts";
import { isSecretFile } from "../secret-files.ts";
import { A_FOLDER, placeProblem, stateProblem } from "./guard/place-problem.ts";

/** What would be done to a path, and where. */
export interface PathRequest {
  /** The workspace; may be given through a link. */
  readonly root: string;
  readonly op: PathOperation;
  readonly extraRoots?: readonly string[];
  /** They are real paths: one that has come to lead elsewhere is none of them any more. */
  readonly areRootsReal?: boolean;
  readonly rules?: PathRules;
  /** How names are read. `win32` on another system is a decision on the text alone. Default: this system. */
  readonly os?: "posix" | "win32" | "case-insensitive";
}

/** Why a path is refused. `protected`, `secret`, `ask` and `shared` may be put to a person, `outside` where the verdict says so; the others may not. */
export type PathRefusal =
  | "malformed"
  | "outside"
  | "missing"
  | "special"
  | "denied"
  | "protected"
  | "secret"
  | "ask"
  | "shared"
  | "exchanged";

/** The answer on one path; `reason` and `display` may be shown to a person and a model. */
export interface PathVerdict {
  readonly allowed: boolean;
  readonly reason: string;
  /** Free of links; below a root. Given when allowed, and when a person may allow it. */
  readonly realPath?: string;
  readonly refusal?: PathRefusal;
  /** What would have been asked but for a rule that names it. */
  readonly opened?: PathRefusal;
  /** The strictest rule about it. */
  readonly ruling?: RuleVerdict | undefined;
  readonly askable: boolean;
  /** Nothing is there, of which nobody is asked elsewhere. */
  readonly isMissing?: true;
  /** The path as it may be shown: controls, invisibles and reordering characters spelt. */
  readonly display: string;
}

interface Judgement {
  readonly refusal?: PathRefusal;
  readonly opened?: PathRefusal;
  readonly ruling?: RuleVerdict | undefined;
  readonly reason: string;
  readonly realPath?: string;
  readonly isMissing?: true;
}

const ASKABLE: ReadonlySet<PathRefusal | undefined> = new Set(["protected", "secret", "ask", "shared"]);
/** Whether a person may be asked about what a path is refused for. */
export const isAskable = (refusal: PathRefusal | undefined): boolean => ASKABLE.has(refusal);

/** Whether a tool may do `op` on `path` without asking. Nothing is opened for writing and nothing is changed.
 *  The answer is about this moment: use `openInside` or `pinFolder` for the act itself.
 *  @throws never for a bad path; a path that cannot be judged is refused */
export const checkPath = (path: string, request: PathRequest): PathVerdict => verdictOn(path, judge(path, request));

/** What rules and names say of a path that is no text, in the words in which it is shown. @param path  absolute; free of links */
export function checkNames(path: string, request: PathRequest, isSecret: (path: string) => boolean): PathVerdict {
  const roots = rootsOf(request);
  const [root = request.root] = roots;
  const home = roots.find((folder) => isInside(path, folder)) ?? root;
  return verdictOn(path, judgePlaces([placeIn(path, home, root)], request, { ...NOT_ON_DISK, isSecret }));
}

function verdictOn(path: string, { refusal, opened, ruling, reason, realPath, isMissing }: Judgement): PathVerdict {
  return {
    allowed: refusal === undefined,
    reason,
    ...(realPath !== undefined && { realPath }),
    ...(refusal !== undefined && { refusal }),
    ...(opened !== undefined && { opened }),
    ...(ruling !== undefined && { ruling }),
    ...(isMissing && { isMissing }),
    askable: isAskable(refusal) || (refusal === "outside" && realPath !== undefined && !isMissing),
    display: displayName(String(path)),
  };
}

function judge(path: string, request: PathRequest): Judgement {
  const os = request.os ?? (process.platform === "win32" ? "win32" : "posix");
  const problem = textProblem(path, request.op);
  if (problem !== undefined) return { refusal: "malformed", reason: problem };
  const early = os === "win32" ? judgeForWindows(path, request) : judgeDisguise(path, request.root);
  return early ?? judgeOnDisk(path, request, { foldsCase: os === "case-insensitive" });
}

/** On another system the text alone is judged, for there is nothing to look at. */
function judgeForWindows(path: string, request: PathRequest): Judgement | undefined {
  const decision = windowsPath(path, request.root);
  if (decision.kind === "refused") return { refusal: "outside", reason: decision.reason };
  return process.platform === "win32" ? undefined : judgeText(decision.components, request);
}

function judgeDisguise(path: string, root: string): Judgement | undefined {
  const reason = windowsDisguise(path, root);
  return reason === undefined ? undefined : { refusal: "outside", reason };
}

function judgeOnDisk(path: string, request: PathRequest, { foldsCase }: { readonly foldsCase: boolean }): Judgement {
  const roots = rootsOf(request);
  const [root] = roots;
  if (root === undefined) return { refusal: "outside", reason: "the workspace folder is there no more" };
  const walk = walkPath(path, {
    start: root,
    followsLast: request.op !== "delete" || /[/\\]\.?$/.test(path),
    foldsCase,
  });
  if (walk.kind === "refused") return { refusal: "special", reason: walk.reason };
  const home = roots.find((folder) => isInside(walk.realPath, folder));
  if (home === undefined) return judgeOutside(path, walk, { ...request, home: "/", root });
  const named = judgeNames(path, walk, { ...request, home, root });
  const { ruling } = named;
  const misplaced = placeProblem(walk, request.op, { path, roots });
  // What is not there may stand, with its escapes, for what is: that is opened by the name that was judged here.
  const mayBeThere = misplaced?.refusal === "missing" && nativeNames(path) !== undefined;
  const isRuled = named.refusal === "denied" || (mayBeThere && named.refusal === "ask");
  if (misplaced) return mayBeThere && isRuled ? named : { ...misplaced, ruling };
  // What a rule denies is no question for anybody.
  const state = isRuled ? undefined : stateProblem(path, walk, request.op);
  return state === undefined ? named : { ...state, ruling };
}

const OUTSIDE = "outside the workspace";

/** What lies in none of the folders: a person may be asked about what can be read or written there, and holds no secrets and starts no programs. */
function judgeOutside(path: string, walk: Exclude<Walk, { kind: "refused" }>, names: Names): Judgement {
  const { op, root } = names;
  const { realPath } = walk;
  const { refusal, reason, ruling } = judgeNames(path, walk, names);
  if (refusal === "denied") return { refusal, reason, ruling };
  if (refusal !== undefined || op === "delete") return { refusal: "outside", reason: OUTSIDE };
  const isNewFolder = walk.kind === "missing" && walk.parentPath !== dirname(realPath);
  const problem = placeProblem(walk, op, { path, roots: [root] }) ?? stateProblem(path, walk, op);
  if (problem?.reason === A_FOLDER) return problem;
  if (isNewFolder || (problem !== undefined && problem.refusal !== "missing"))
    return { refusal: "outside", reason: OUTSIDE };
  if (problem !== undefined) return { refusal: "outside", reason: OUTSIDE, realPath, isMissing: true };
  // What begins otherwise starts at the working folder, and means nothing here.
  if (ruling?.verdict === "allow" && /\(\/\//.test(ruling.rule))
    return { reason: `allowed by the rule ${ruling.rule}`, realPath, ruling, opened: "outside" };
  return { refusal: "outside", reason: OUTSIDE, realPath };
}

interface Names extends PathRequest {
  /** The root that holds the file. */
  readonly home: string;
  /** The real path of the workspace. */
  readonly root: string;
}

/** Rules and protected names, judged on the path as it was asked for and on the one it leads to. */
function judgeNames(path: string, walk: Exclude<Walk, { kind: "refused" }>, names: Names): Judgement {
  const { realPath } = walk;
  const asked = askedPath(path, names);
  const stats = walk.kind === "found" ? walk.stats : undefined;
  const isWhole = stats?.isDirectory() === true && names.op !== "read" && names.op !== "list";
  const places = [realPath, ...(asked === undefined ? [] : [asked])].map((absolute) => ({
    ...placeIn(absolute, isBelow(absolute, names.home) ? names.home : names.root, names.root),
    isWhole,
  }));
  const isFile = stats?.isFile() === true;
  const onDisk = {
    isSecret: (text: string) => (isFile ? isSecretFile(text, realPath) : isSecretPath(text)),
    gitPart: () => changedGitPart(realPath, names.home),
  };
  return { ...judgePlaces(places, names, onDisk), realPath };
}

/** The path as written, its dots resolved by the text alone; undefined when that leaves the workspace. */
function askedPath(path: string, { root, home }: Names): string | undefined {
  const absolute = isAbsolute(path) ? join(path) : join(root, path);
  const lexical = absolute.length > 1 ? absolute.replace(/[/\\]+$/, "") : absolute;
  return isBelow(lexical, root) || isBelow(lexical, home) ? lexical : undefined;
}

function judgeText(components: readonly string[], request: PathRequest): Judgement {
  const text = components.join("/");
  if (components.length === 0 && request.op !== "list") return { refusal: "outside", reason: "the workspace itself" };
  return judgePlaces([{ absolute: `/${text}`, relative: text }], request, NOT_ON_DISK);
}

/** What the names alone do not say. */
interface OnDisk {
  readonly isSecret: (path: string) => boolean;
  readonly gitPart: () => string | undefined;
}

const NOT_ON_DISK: OnDisk = { isSecret: isSecretPath, gitPart: () => undefined };

function judgePlaces(places: readonly RuledPlace[], request: PathRequest, onDisk: OnDisk): Judgement {
  const { op, rules = {} } = request;
  const ruling = pathRuleVerdict(places, op, rules);
  if (ruling?.verdict === "deny") return { refusal: "denied", reason: `denied by the rule ${ruling.rule}`, ruling };
  const isOpened = ruling?.verdict === "allow" && opens(ruling.rule, places);
  const refusal = nameProblem(places, op, onDisk);
  if (refusal !== undefined && !isOpened) return { ...refusal, ruling };
  const opened = refusal?.refusal;
  if (ruling?.verdict === "ask") return { refusal: "ask", reason: `the rule ${ruling.rule} asks`, ruling };
  return {
    reason: ruling ? `allowed by the rule ${ruling.rule}` : "inside the workspace",
    ruling,
    ...(opened !== undefined && { opened }),
  };
}

/** By its name, or, where what a file holds tells what it is, by its whole path. */
const opens = (rule: string, places: readonly RuledPlace[]): boolean =>
  namesProtected(
    rule,
    (path) => isSecretPath(path) || (secretPathKind(path) === "by-content" && namesOneFile(rule, places)),
  );

function nameProblem(
  places: readonly { relative: string }[],
  operation: PathOperation,
  { isSecret, gitPart }: OnDisk,
): Judgement | undefined {
  const isChange = operation !== "read" && operation !== "list";
  const part = isChange ? gitPart() : undefined;
  if (part !== undefined)
    return {
      refusal: "protected",
      reason: `${part} of a git folder can start programs or change what an agent may do`,
    };
  for (const { relative: text } of places) {
    const { last, protectedBy, secrecy } = nameFacts(text);
    if (protectedBy !== undefined && isChange)
      return {
        refusal: "protected",
        reason: `${displayName(protectedBy)} can start programs or change what an agent may do`,
      };
    if (operation === "list") continue;
    if ((secrecy === "secret" || (secrecy === "by-content" && operation === "read")) && isSecret(text))
      return { refusal: "secret", reason: `${displayName(last ?? text)} may hold secrets` };
  }
  return undefined;
}
