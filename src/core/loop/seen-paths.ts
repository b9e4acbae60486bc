import type { Access } from "../permissions/accesses.ts";
import type { Workspace } from "../ports/workspace.ts";
import type { RecordedEvent } from "../protocol/event.ts";
import type { Intent } from "../tool.ts";

/**
 * A file that a call would replace whole although nothing of the session has shown it: what is lost with it nobody has looked at.
 * Seen is what a call of this process read or wrote, what a command named, and what came with a prompt.
 * @returns its path as it is shown
 */
export async function unseenTarget(
  accesses: readonly Access[],
  history: readonly RecordedEvent[],
  workspace: Workspace,
): Promise<string | undefined> {
  for (const access of accesses) {
    if (access.kind !== "write" || access.replaces !== true) continue;
    const path = workspace.show(access.path);
    const stat = await workspace.stat(access.path).catch(() => undefined);
    if (stat?.kind === "file" && stat.sizeBytes > 0 && !isSeen(path, history, workspace)) return path;
  }
  return undefined;
}

export function unseenText(path: string): string {
  return `${path} is there already, and you have not read it: nothing was written. Read it first, or change a part of it with edit_file.`;
}

/** The work of a call; where it runs a command that may change files, what it changes of those that were seen is the model's own. */
export function asOwnCommand<Value>(
  { intent, looksOnly }: { readonly intent: Pick<Intent, "accesses">; readonly looksOnly?: true },
  workspace: Workspace,
  work: () => Promise<Value>,
): Promise<Value> {
  const runs = !looksOnly && intent.accesses.some(({ kind }) => kind === "run");
  return runs && workspace.duringCommand ? workspace.duringCommand(work) : work();
}

function isSeen(path: string, history: readonly RecordedEvent[], { show, knows }: Workspace): boolean {
  const ended = new Set(
    history.flatMap((event) => (event.type === "call-end" && !event.result.failed ? [event.result.callId] : [])),
  );
  return history.some((event) => {
    if (event.type === "prompt") return event.text.includes(`path="${path}"`);
    if (event.type !== "call-start" || !ended.has(event.call.id)) return false;
    return event.accesses.some((access) => {
      if (access.kind === "run") return access.command.includes(path);
      // What an earlier process was shown may have been changed since, and this one would not notice.
      const wasShown = (access.kind === "read" || access.kind === "write") && show(access.path) === path;
      return wasShown && (knows?.(path) ?? true);
    });
  });
}
