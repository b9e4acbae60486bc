import type { Part } from "../part.ts";
import { placeOf } from "../places.ts";
import type { CommandClass, CommandPolicyOptions } from "../policy-types.ts";
import { excludes } from "../programs/git/git-pathspec.ts";
import { isInertAssignment } from "../programs/inert-variables.ts";
import { trustedName, unprovenBecause } from "../proof.ts";
import { programName } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { makesGitFolder } from "./edit-capability.ts";
import { gitKind } from "./git-capability.ts";
import { needOfOwn } from "./own-program.ts";
import { leavesWorkspace } from "./paths-in-words.ts";
import { isPlain } from "./plain-work.ts";
import { type CapabilityName, type Need, RECOGNISERS } from "./recognisers.ts";

/** A kind of work a person grants once for a session, `shell(@edit-files)`. It never covers what the safety floor stops,
 *  and every word of a covered command is known and stays inside the workspace. */
export interface Capability {
  readonly name: CapabilityName;
  /** Completes "Allow it to …". */
  readonly label: string;
  readonly class: CommandClass;
}

const CAPABILITIES: Readonly<Record<CapabilityName, Capability>> = {
  "edit-files": {
    name: "edit-files",
    label: "create, change, move and delete files inside the workspace",
    class: "write-inside",
  },
  "run-project": {
    name: "run-project",
    label: "run this project's own code: its tests, scripts, builds and tools",
    class: "unknown",
  },
  dependencies: {
    name: "dependencies",
    label: "install and remove packages (network, and their install scripts)",
    class: "network",
  },
  "git-local": {
    name: "git-local",
    label: "stage, commit, branch and merge in this repository",
    class: "write-inside",
  },
  "git-fetch": { name: "git-fetch", label: "fetch and pull from this repository's remotes", class: "network" },
  "git-push": { name: "git-push", label: "push branches to this repository's remotes, never forced", class: "network" },
  containers: { name: "containers", label: "build and run this project's containers", class: "unknown" },
  "github-read": {
    name: "github-read",
    label: "look at pull requests, issues and runs on GitHub",
    class: "network",
  },
  "local-servers": { name: "local-servers", label: "ask servers of this machine by curl and wget", class: "network" },
  "inspect-system": {
    name: "inspect-system",
    label: "look at containers, ports and services without changing them",
    class: "read",
  },
};

export const capabilityLabel = (name: CapabilityName): string => CAPABILITIES[name].label;

/** What an approval of this command would grant, or undefined when it must be asked each time. */
export function capabilityOf(part: Part, options: CommandPolicyOptions): Capability | undefined {
  const needs = capabilitiesNeeded(part, options);
  const first = needs?.[0];
  if (first === undefined) return undefined;
  const kind = CAPABILITIES[first];
  return first === "dependencies" && isToldOffline(part) ? { ...kind, class: "unknown" } : kind;
}

/** `npm ci --offline`, `cargo fetch --offline`: whoever installs by these asks nobody. */
const isToldOffline = ({ argv: [program, ...words] }: Part): boolean =>
  /^(?:npm|pnpm|yarn|cargo|uv)$/.test(trustedName(program) ?? "") &&
  words.some(({ text }) => text === "--offline") &&
  !words.some(({ text }) => /^--(?:no-offline$|offline=|$)/.test(text));

/** Every capability a command needs: its own and that of its redirections; undefined when no capability covers it. */
export function capabilitiesNeeded(part: Part, options: CommandPolicyOptions): readonly CapabilityName[] | undefined {
  if (part.problems.length > 0 || !part.argv.every(isLiteral)) return undefined;
  if (part.argv.length > 0 && !part.assignments.every(isForDevelopment)) return undefined;
  const own = ownNeed(part, options);
  // What its redirections need is all only where it does no more than read.
  if (own === undefined && part.argv.length > 0 && !readsOnly(part, options)) return undefined;
  const others = part.redirections.map((redirection) => redirectionNeed(redirection, part, options));
  if (others.includes(undefined)) return undefined;
  const needs = [own, ...others].filter((need) => need !== undefined && need !== "nothing");
  return needs.length > 0 ? needs : undefined;
}

/** Whether a rule that denies a kind of work, or asks about it, means a command: all of the kind, whatever else it is told, and wherever to. */
export function isOfKind(kind: string, part: Part, options: CommandPolicyOptions): boolean {
  if (capabilitiesNeeded(part, options)?.some((need) => need === kind)) return true;
  if (kind === "dependencies" && needOfOwn(part, options) === kind) return true;
  const [program, ...words] = part.argv;
  const name = trustedName(program);
  if (name === undefined) return false;
  return (name === "git" ? gitKind(words) : RECOGNISERS.get(name)?.(words, part, options)) === kind;
}

/** Whether a leave for its kind of work covers a command: it is told no more than how to do that. */
export function isCoveredByLeave(part: Part, needs: readonly CapabilityName[]): boolean {
  const [program, ...words] = part.argv;
  return program === undefined || needs.every((need) => isPlain(need, programName(program), words));
}

function redirectionNeed(
  { kind, target }: Part["redirections"][number],
  { folders }: Part,
  options: CommandPolicyOptions,
): Need | "nothing" {
  const { region, isSecret, isProtected } = placeOf(target, folders, options);
  if (isSecret || isProtected) return undefined;
  if (kind === "write" && region === "inside") return makesGitFolder(target) ? undefined : "edit-files";
  return region === "stream" || region === "inside" ? "nothing" : undefined;
}

/** Variables that change what is printed, or how a program that is run is developed. */
const isForDevelopment = ({ name, value }: Part["assignments"][number]): boolean =>
  isInertAssignment(name, value) ||
  (isLiteral(value) &&
    /^(NODE_ENV|DEBUG|VERBOSE|RUST_LOG|RUST_BACKTRACE|LOG_LEVEL|PORT|HOST|CI|TEST\w*|PYTHONPATH|PYTHONUNBUFFERED)$/.test(
      name,
    ) &&
    !/[/]\.\.|^\//.test(value.text));

function readsOnly(part: Part, options: CommandPolicyOptions): boolean {
  const redirections = part.redirections.filter(({ kind }) => kind === "read");
  return unprovenBecause(part.argv, { ...part, redirections }, options) === undefined;
}

function ownNeed(part: Part, options: CommandPolicyOptions): Need {
  const [program, ...words] = part.argv;
  if (!program) return undefined;
  const name = trustedName(program);
  const need = name === undefined ? undefined : RECOGNISERS.get(name)?.(words, part, options);
  // Its words are addresses, no paths.
  if (need === "local-servers") return need;
  // What git is told to leave out is not touched: `git add -A -- . ':(exclude)k/s.key'`.
  const isLeftOut = (word: ShellWord): boolean =>
    programName(program) === "git" && isLiteral(word) && excludes(word.text);
  const strays = words.some((word) => !isLeftOut(word) && leavesWorkspace(word, part, options));
  if (strays) return undefined;
  const own = needOfOwn(part, options);
  return own === "not-own" ? need : own;
}
