import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeWorkFolder } from "../../adapters/temporary-folder.ts";
import { didYouMean } from "../../base/near-word.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { runCalls } from "../../core/loop/run-calls.ts";
import { RunLedger } from "../../core/loop/run-ledger.ts";
import type { PermissionPolicy } from "../../core/permissions/decide.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../core/ports/person.ts";
import { summarizeDisplay } from "../../core/protocol/display.ts";
import type { Tool } from "../../core/tool.ts";
import { textReader } from "../models/answers/text-reader.ts";
import type { Rooms } from "../rooms.ts";
import { systemClock } from "../system-clock.ts";
import type { Toolbox } from "../toolbox.ts";
import { sessionSnapshots } from "./keep-snapshots.ts";

export interface ToolCallOptions {
  /** Everything is checked and shown as a person would be asked; nothing is done. */
  readonly dryRun?: boolean;
  /** Aborted: the call is cancelled. */
  readonly signal?: AbortSignal;
}

/** One call of a tool by its name. */
export interface DirectCall extends ToolCallOptions {
  readonly name: string;
  readonly input: unknown;
}

export interface ToolCallResult {
  readonly text: string;
  readonly failed: boolean;
}

/** The tools of the folder without a session: what is long is kept until the house is closed. */
export function toolsOnce(rooms: Rooms): Promise<Toolbox> {
  const outputFolder = makeWorkFolder(join(rooms.places.cache, "outputs"), "outputs");
  rooms.onClose(() => rmSync(outputFolder, { recursive: true, force: true }));
  return rooms.tools(outputFolder);
}

/** One call through the same checks as a model's. @throws {UserError} when there is no such tool */
export async function runTool(rooms: Rooms, toolbox: Toolbox, request: DirectCall): Promise<ToolCallResult> {
  const { name, input, dryRun = false, signal = new AbortController().signal } = request;
  const { redaction } = rooms;
  await redaction.ready();
  await rooms.provenSandbox();
  const { tools, ports, asMeant } = toolbox;
  const { call } = asMeant({ id: "call-1", name, input });
  // Servers are started for their own tools only.
  if (!tools.has(call.name)) await toolbox.load(signal);
  if (!tools.has(call.name))
    throw new UserError(
      phrase`There is no tool "${name}" here; ${didYouMean(name, [...tools.keys()])}\`waymark tool list\` shows them.`,
      EXIT.usage,
    );
  // Each run is a session of its own to undo: two at a time must not share a log.
  const snapshots = sessionSnapshots(rooms, systemClock.id());
  let preview: string | undefined;
  const shown = async ({ call: asked, display }: ApprovalRequest): Promise<ApprovalAnswer> => {
    if (onlyReads(tools.get(asked.name), asked.input)) return { allowed: true };
    // A change in words is told as done, which it is not.
    preview =
      display.kind === "diff" ? display.patch : `Nothing was changed. Done, it says: ${summarizeDisplay(display)}`;
    return { allowed: false, why: "a dry run" };
  };
  const calls = runCalls([call], {
    tools,
    ports,
    outputs: ports.outputs,
    policy: () => (dryRun ? showingPolicy(rooms, call.name) : rooms.policy()),
    approver: dryRun ? { approve: shown } : rooms.faces.approver,
    clock: systemClock,
    textReader,
    ledger: new RunLedger(systemClock.now()),
    signal,
    ...(snapshots && { snapshots }),
  });
  try {
    for await (const event of calls)
      if (event.type === "call-end")
        return preview === undefined
          ? { text: await redaction.text(event.result.text), failed: event.result.failed }
          : { text: await redaction.text(preview), failed: false };
  } finally {
    await snapshots?.close();
  }
  throw new Error(`${name} ended without a result`);
}

/**
 * Whatever the rules allow is asked about, what they deny stays denied. A change shows what the file holds, also where it does not fit:
 * what could not be read here without a question is not shown either.
 */
function showingPolicy(rooms: Rooms, name: string): PermissionPolicy {
  const { allow, ask, deny } = rooms.config.permissions;
  const policy = rooms.policy("default", { allow, ask: [...ask, name], deny });
  return {
    ...policy,
    judgePath(tool, use, path) {
      const read = policy.judgePath("read_file", "read", path);
      return read.verdict === "allow" ? policy.judgePath(tool, use, path) : { ...read, verdict: "deny" };
    },
  };
}

/** A look has nothing to be tried first. */
const onlyReads = (tool: Tool | undefined, input: unknown): boolean =>
  tool?.intent(tool.parse(input)).accesses.every(({ kind }) => kind === "read") === true;
