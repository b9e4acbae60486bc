import type { Access } from "../permissions/accesses.ts";
import type { Workspace } from "../ports/workspace.ts";
import type { Display } from "../protocol/display.ts";
import type { RecordedEvent } from "../protocol/event.ts";
import type { Intent } from "../tool.ts";
import { type Command, namedBy } from "./named-files.ts";

/** A file that would be lost unseen. `path` as it is shown; `shown` where a part of it was: how many lines, of how many. */
export interface UnseenTarget {
  readonly path: string;
  readonly shown?: { readonly lines: number; readonly total: number };
}

/**
 * A file that a call would replace whole although nothing of the session has shown all of it: what is lost with it nobody has looked at.
 * Seen is what a call read to its end or wrote, what a command named, and what came with a prompt, where the workspace knows the file as it
 * stood then: what was shown in another folder under the same name, or to an earlier process, is another file or may have become one.
 */
export async function unseenTarget(
  accesses: readonly Access[],
  history: readonly RecordedEvent[],
  workspace: Workspace,
): Promise<UnseenTarget | undefined> {
  for (const access of accesses) {
    const unseen =
      access.kind === "write" && access.replaces === true ? await unseenOf(access.path, history, workspace) : undefined;
    if (unseen !== undefined) return unseen;
  }
  return undefined;
}

async function unseenOf(
  target: string,
  history: readonly RecordedEvent[],
  workspace: Workspace,
): Promise<UnseenTarget | undefined> {
  const path = workspace.show(target);
  const stat = await workspace.stat(target).catch(() => undefined);
  if (stat?.kind !== "file" || stat.sizeBytes === 0) return undefined;
  const seen = workspace.knows?.(path) === false ? "nothing" : seenOf(path, history, workspace);
  if (seen === "whole") return undefined;
  if (seen === "nothing") return { path };
  const total = await linesOf(target, workspace);
  return total !== undefined && seen.size < total ? { path, shown: { lines: seen.size, total } } : undefined;
}

export function unseenText({ path, shown }: UnseenTarget): string {
  if (shown === undefined)
    return `${path} is there already, and you have not read it: nothing was written. Read it first, or change a part of it with edit_file.`;
  return `${path} is there already, and you have read ${shown.lines} of its ${shown.total} lines: nothing was written. Read the rest first, or change a part of it with edit_file.`;
}

async function linesOf(path: string, workspace: Workspace): Promise<number | undefined> {
  const bytes = await workspace.readBytes(path).catch(() => undefined);
  if (bytes === undefined) return undefined;
  return new TextDecoder("latin1").decode(bytes).match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g)?.length;
}

/**
 * The work of a call. Where it runs a command that may change files, what it changes of those that were seen is the model's own; the files
 * that any command names are known from then on as they stood at its end, so that a person's change after it is noticed.
 */
export async function asOwnCommand<Value>(
  { intent, looksOnly }: { readonly intent: Pick<Intent, "accesses">; readonly looksOnly?: true },
  workspace: Workspace,
  work: () => Promise<Value>,
): Promise<Value> {
  const commands = intent.accesses.filter((access) => access.kind === "run");
  if (commands.length === 0) return work();
  const value = await (looksOnly || !workspace.duringCommand ? work() : workspace.duringCommand(work));
  for (const command of commands) await knowNamed(command, workspace);
  return value;
}

const NAMED_BYTES_MAX = 4_000_000;
/** Of all that one command names: it is read after each, also one that shows nothing of it. */
const ALL_NAMED_BYTES_MAX = 8_000_000;

/**
 * What was known before stays as it was seen: a command may have shown a part of it only, or have changed it. What is too much, like what
 * may not be read, stays unknown, and so is not replaced unread.
 */
async function knowNamed(command: Command, workspace: Workspace): Promise<void> {
  if (workspace.knows === undefined) return;
  let bytesLeft = ALL_NAMED_BYTES_MAX;
  for (const path of namedBy(command)) {
    if (workspace.knows(path)) continue;
    const stat = await workspace.stat(path).catch(() => undefined);
    if (stat?.kind !== "file" || stat.sizeBytes > Math.min(NAMED_BYTES_MAX, bytesLeft)) continue;
    bytesLeft -= stat.sizeBytes;
    await workspace.readBytes(path).catch(() => undefined);
  }
}

/** What the session has shown of a file: the numbers of the lines, where it were some of them alone. */
function seenOf(
  path: string,
  history: readonly RecordedEvent[],
  { show }: Workspace,
): "whole" | "nothing" | ReadonlySet<number> {
  const ended = new Map(
    history.flatMap((event) =>
      event.type === "call-end" && !event.result.failed ? [[event.result.callId, event.result.display]] : [],
    ),
  );
  const lines = new Set<number>();
  const comesWhole = (prompt: string): boolean =>
    prompt
      .split(`path="${path}"`)
      .slice(1)
      .some((rest) => {
        const [, from, to] = /^ lines="(\d+)-(\d+)"/.exec(rest) ?? [];
        for (let line = Number(from); line <= Number(to); line++) lines.add(line);
        return from === undefined;
      });
  const shows = (event: RecordedEvent): boolean => {
    if (event.type === "prompt") return comesWhole(event.text);
    const display = event.type === "call-start" ? ended.get(event.call.id) : undefined;
    if (event.type !== "call-start" || display === undefined) return false;
    return event.accesses.some((access) => {
      if (access.kind === "run") return namedBy(access).some((named) => show(named) === path);
      if ((access.kind !== "read" && access.kind !== "write") || show(access.path) !== path) return false;
      if (access.kind === "read") for (const line of linesIn(display)) lines.add(line);
      return access.kind === "write";
    });
  };
  if (history.some(shows)) return "whole";
  return lines.size > 0 ? lines : "nothing";
}

/** A search in a file, or a summary of it, shows some of it, and does not say what. */
const linesIn = (display: Display): readonly number[] =>
  display.kind === "file" ? display.text.split("\n").map((_, index) => display.fromLine + index) : [];
