import { join } from "node:path";
import { AccessGate } from "../../core/loop/access-gate.ts";
import type { AgentParts } from "../../core/loop/agent-parts.ts";
import { runCalls } from "../../core/loop/run-calls.ts";
import type { PermissionPolicy } from "../../core/permissions/decide.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";
import { NO_USAGE } from "../../core/protocol/usage.ts";
import { Rooms } from "../rooms.ts";
import { readerOfCopy } from "../trust/trust.ts";
import { type FolderCopy, rulesInCopy, settingsInCopy } from "./settings-in-copy.ts";
import { Worktree } from "./worktree.ts";

/** A sub-agent's own copy of the folder, opened. */
export interface Isolated {
  /** The parent's parts as they are in the copy: its rules and mode, at other files. */
  readonly parts: AgentParts;
  readonly rooms: Rooms;
}

/** @throws {ToolFailure} when the folder cannot be copied */
export async function openIsolated(rooms: Rooms, place: string, parent: AgentParts): Promise<Isolated> {
  const worktree = new Worktree(place);
  worktree.make(rooms.cwd);
  const cwd = worktree.root;
  const { environment, faces, version, settingSources, places, settings } = rooms;
  const request = { folder: cwd, environment, faces, version, settingSources };
  const where = { folder: rooms.cwd, copy: cwd };
  const loaded = settingsInCopy(settings, where);
  const inside = new Rooms({
    request,
    cwd,
    places,
    trusted: readerOfCopy(rooms.trusted, where),
    loaded,
    plugins: () => rooms.plugins,
    worksIn: rooms.worksIn,
  });
  inside.added.useSession(rooms.added.ofSession);
  const { tools, ports, offer, asMeant } = await inside.tools(join(place, "outputs"));
  const { snapshots: _, ...kept } = parent;
  const parts: AgentParts = {
    ...kept,
    // Servers' tools know only the folder itself.
    tools: new Map([...tools].filter(([tool]) => parent.tools.has(tool))),
    ports,
    outputs: ports.outputs,
    offer,
    asMeant,
    gate: new AccessGate(),
    policy: () => policyInside(parent.policy(), inside, where),
  };
  return { parts, rooms: inside };
}

function policyInside({ mode, rules, within }: PermissionPolicy, rooms: Rooms, where: FolderCopy): PermissionPolicy {
  const policy = rooms.policy(mode, rulesInCopy(rules, where));
  return within === undefined ? policy : { ...policy, within: policyInside(within, rooms, where) };
}

/**
 * Brings what was changed in the copy into the folder: one call of the edit engine under the parent's policy, all of it or nothing. The copy
 * goes away when nothing is left in it.
 * @returns what whoever gave the work is told of it; empty when nothing was changed
 */
export async function mergeWorktree(place: string, { cwd, id, parent, isDone, keep }: Merge): Promise<string> {
  const worktree = new Worktree(place);
  if (!worktree.isMade) return "";
  const { diff, left } = worktree.changes(cwd);
  if (diff === "" && left.length === 0) {
    worktree.remove();
    return "";
  }
  const failure = isDone ? await applied(diff, id, parent, keep) : "it has not come to its end";
  const lost = [
    ...(failure === undefined ? [] : [`what was changed in it is not merged: ${failure}`]),
    ...(left.length === 0 ? [] : [`${shownOf(left)} cannot be merged as text`]),
  ];
  if (lost.length > 0) return `\n\n(The copy that it worked in stays at ${worktree.folder}; ${lost.join("; ")})`;
  worktree.remove();
  return `\n\n(What it changed in its copy of the folder is merged: ${pathsIn(diff).join(", ")}.)`;
}

/** As many are named. */
const LEFT_MAX = 20;

const shownOf = (left: readonly string[]): string =>
  [...left.slice(0, LEFT_MAX), ...(left.length > LEFT_MAX ? [`${left.length - LEFT_MAX} more`] : [])].join(", ");

interface Merge {
  readonly cwd: string;
  readonly id: string;
  readonly parent: AgentParts;
  readonly isDone: boolean;
  /** Records and tells. */
  keep(event: AgentEvent): Promise<void>;
}

/** @returns why it was not */
async function applied(diff: string, id: string, parent: AgentParts, keep: Merge["keep"]): Promise<string | undefined> {
  if (diff === "") return undefined;
  const call = { id: `${id}-merge-${parent.clock.id()}`, name: "apply_diff", input: { diff, format: "unified" } };
  const content = [{ kind: "call", call }] as const;
  await keep({ type: "reply", content, end: "calls", model: "merge", usage: NO_USAGE, costUsd: 0, durationMs: 0 });
  let failure: string | undefined;
  for await (const event of runCalls([call], parent)) {
    await keep(event);
    if (event.type === "call-end" && event.result.failed) failure = event.result.text;
  }
  return failure;
}

const pathsIn = (diff: string): readonly string[] =>
  [...diff.matchAll(/^(?:\+\+\+ b\/(.+)|--- a\/(.+)\n\+\+\+ \/dev\/null)$/gm)].map(
    ([, written, gone]) => written ?? gone ?? "",
  );
