import { rmSync } from "node:fs";
import { makeTemporaryFolder } from "../../adapters/temporary-folder.ts";
import { didYouMean } from "../../base/near-word.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { runCalls } from "../../core/loop/run-calls.ts";
import { RunLedger } from "../../core/loop/run-ledger.ts";
import { textReader } from "../models/text-reader.ts";
import type { Rooms } from "../rooms.ts";
import { systemClock } from "../system-clock.ts";
import type { Toolbox } from "../toolbox.ts";
import { keepSnapshots } from "./keep-snapshots.ts";

export interface ToolCallResult {
  readonly text: string;
  readonly failed: boolean;
}

/** The tools of the folder without a session: what is long is kept until the house is closed. */
export function toolsOnce(rooms: Rooms): Promise<Toolbox> {
  const outputFolder = makeTemporaryFolder("outputs");
  rooms.onClose(() => rmSync(outputFolder, { recursive: true, force: true }));
  return rooms.tools(outputFolder);
}

/** One call through the same checks as a model's. @throws {UserError} when there is no such tool */
export async function runTool(rooms: Rooms, name: string, input: unknown): Promise<ToolCallResult> {
  const { cwd, config, environment, places, redaction } = rooms;
  await redaction.ready();
  await rooms.provenSandbox();
  const { tools, ports } = await toolsOnce(rooms);
  if (!tools.has(name))
    throw new UserError(
      `There is no tool "${name}" here; ${didYouMean(name, [...tools.keys()])}\`waymark tool list\` shows them.`,
      EXIT.usage,
    );
  // Each run is a session of its own to undo: two at a time must not share a log.
  const snapshots = config.sessionPersistence
    ? keepSnapshots({ stateFolder: places.state, cwd, home: environment["HOME"] }, systemClock.id())
    : undefined;
  if (snapshots) rooms.onClose(() => snapshots.close());
  const calls = runCalls([{ id: "call-1", name, input }], {
    tools,
    ports,
    outputs: ports.outputs,
    policy: () => rooms.policy(),
    approver: rooms.faces.approver,
    clock: systemClock,
    textReader,
    ledger: new RunLedger(systemClock.now()),
    signal: new AbortController().signal,
    ...(snapshots && { snapshots }),
  });
  for await (const event of calls)
    if (event.type === "call-end")
      return { text: await redaction.text(event.result.text), failed: event.result.failed };
  throw new Error(`${name} ended without a result`);
}
