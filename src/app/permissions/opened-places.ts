import { relative } from "node:path";
import { isInside } from "../../adapters/inside.ts";
import type { OpenedGitSettings, ProtectedPlace, ShownPlace } from "../../adapters/processes/sandbox-plan.ts";
import { startedByGit } from "../../adapters/workspace/git/git-programs.ts";
import { pushedTo } from "../../adapters/workspace/git/pushed-to.ts";
import { askedOnce, isAskedTooMuch } from "../../engines/shell/meaning/asked-once.ts";
import { type GitUses, gitSettingsOfLine } from "../../engines/shell/meaning/line-git-settings.ts";
import { inBoundedSteps, isSpent } from "../../engines/shell/meant/work.ts";
import { protectedNamed } from "../../engines/shell/opened/protected-named.ts";
import { pushesOf } from "../../engines/shell/opened/pushes.ts";
import type { CommandPolicyOptions } from "../../engines/shell/policy-types.ts";
import { visibleLine } from "./command-details.ts";
import { type CommandPlace, inReadProfile } from "./read-profile.ts";

/** What a line says by itself of names that start programs or configure an agent; see {@link SandboxUse.protectedNamed}. */
export function protectedPlaces(command: string, place: CommandPlace): readonly ProtectedPlace[] {
  const { inside, outside } = bounded({ inside: [], outside: [] }, place, (options) =>
    protectedNamed(command, options),
  );
  const ofGit = (path: string): boolean => /\/(?:config(?:\.worktree)?|commondir)$/i.test(path);
  return [
    ...inside.map((path) => ({ path, shown: visibleLine(relative(place.root, path)), isClosed: ofGit(path) })),
    ...outside.map((path) => ({ path, shown: visibleLine(path), isClosed: true })),
  ];
}

/** Of a line that is too much to judge nothing is known, and nothing is opened. */
function bounded<Answer>(none: Answer, place: CommandPlace, answer: (options: CommandPolicyOptions) => Answer): Answer {
  const options = askedOnce(inReadProfile(place));
  return inBoundedSteps(() => {
    const found = answer(options);
    return isSpent() || isAskedTooMuch(options) ? none : found;
  });
}

/** For each of them git is asked twice and more. */
const PUSHES_MAX = 8;

/** Repositories beside the folders that are worked in; see {@link SandboxUse.pushedTo}. */
export async function pushedBeside(command: string, place: CommandPlace): Promise<readonly ShownPlace[]> {
  const { added } = inReadProfile(place);
  const all = bounded([], place, (asked) => pushesOf(command, asked));
  const pushes = [...new Map(all.map((push) => [JSON.stringify([push.folder, push.repository]), push])).values()];
  if (pushes.length > PUSHES_MAX) return [];
  const found = await Promise.all(pushes.map((push) => pushedTo(push, place.environment)));
  const roots = [place.root, ...added];
  return found
    .flat()
    .flatMap(({ gitFolder: path, place: at }) =>
      roots.some((root) => isInside(path, root)) ? [] : [{ path, shown: visibleLine(relative(place.root, at)) }],
    );
}

/** What a line changes in the configuration of its repository, where git starts nothing else there; see {@link SandboxUse.gitSettings}. */
export function gitSettings(command: string, place: CommandPlace): OpenedGitSettings | undefined {
  const options = inReadProfile(place);
  const settings = gitSettingsOfLine(command, options);
  if (settings === undefined) return undefined;
  const opensAlone = startedByGit(options.cwd, ["branch"]) === undefined;
  const startedBy = ({ verbs, folders }: GitUses): string | undefined =>
    folders.map((folder) => startedByGit(folder, verbs)).find((one) => one !== undefined);
  if (settings.kind === "closed") {
    const { alone, why } = settings;
    // With hooks, too: git that cannot finish a rebase or a branch outside leaves it half done.
    return { kind: "closed", why, opensAlone, ...(alone !== undefined && { isGitAlone: true }) };
  }
  const { writes, isPlain } = settings;
  const started = startedBy(settings);
  if (started !== undefined)
    return {
      kind: "written",
      writes,
      wantsYes: { why: `git starts ${started}, and nobody agreed to that`, opensAlone },
    };
  return { kind: "written", writes, ...(isPlain ? {} : { wantsYes: { why: "it says what git starts" } }) };
}
