import { makeTemporaryFolder } from "../../adapters/temporary-folder.ts";
import type { Said } from "../../core/batch/lane.ts";
import type { Attempt } from "../../core/batch/work-queue.ts";
import type { Json, Spent } from "../../core/ports/queue.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";
import type { Agent } from "../agent.ts";
import { settingsInCopy } from "../agents/settings-in-copy.ts";
import { Worktree } from "../agents/worktree.ts";
import type { House } from "../open-house.ts";
import { unwrittenPrompt } from "../prompt-text.ts";
import { readerOfCopy } from "../trust/trust.ts";
import { attemptOf } from "./lane-models.ts";

/** What a run of its own came to: a change of the folder as a unified diff. */
export interface AgentAnswer {
  readonly text: string;
  readonly diff: string;
  /** Files that it changed and that are no text. */
  readonly left: readonly string[];
}

export type RunEnd = Extract<AgentEvent, { readonly type: "run-end" }>;

/**
 * One item as a whole run in a copy of the folder, which is thrown away: what it changed there comes back as a diff. A run that was killed
 * begins anew in a new copy.
 */
export function runAgentItem(house: House, prompt: string, signal: AbortSignal): Promise<Said | Attempt> {
  return inCopy(house, async (inside, worktree) => {
    const { agent } = await inside.agent();
    const end = await runToEnd(agent, prompt, signal);
    return saidOf(end, worktree.changes(house.cwd));
  });
}

/** Work in a copy of the folder, which is thrown away. */
export async function inCopy<Value>(
  house: House,
  use: (inside: House, worktree: Worktree) => Promise<Value>,
): Promise<Value> {
  const worktree = new Worktree(makeTemporaryFolder("batch-item"));
  try {
    worktree.make(house.cwd);
    const inside = await insideOf(house, worktree.root);
    try {
      return await use(inside, worktree);
    } finally {
      await inside.close();
    }
  } finally {
    worktree.remove();
  }
}

/** @returns the end of the run; rejects with the signal's reason */
export async function runToEnd(
  agent: Pick<Agent, "interrupt" | "prompt">,
  prompt: string,
  signal: AbortSignal,
): Promise<RunEnd | undefined> {
  signal.throwIfAborted();
  const cancel = (): void => agent.interrupt("system");
  signal.addEventListener("abort", cancel);
  let end: RunEnd | undefined;
  try {
    // What an item holds is data.
    for await (const event of agent.prompt(unwrittenPrompt(prompt))) if (event.type === "run-end") end = event;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
  signal.throwIfAborted();
  return end;
}

/** The same person's house at other files: what the folder's settings allow holds there too. */
async function insideOf(house: House, cwd: string): Promise<House> {
  const { House: Opened } = await import("../open-house.ts");
  const { environment, faces, version, settingSources, places, settings } = house;
  const request = { folder: cwd, environment, faces, version, settingSources };
  const where = { folder: house.cwd, copy: cwd };
  const loaded = settingsInCopy(settings, where);
  const trusted = readerOfCopy(house.trusted, where);
  return new Opened({ request, cwd, places, trusted, loaded, plugins: () => house.plugins, worksIn: house.worksIn });
}

export const spentBy = (end: RunEnd | undefined): Spent => ({
  costUsd: end?.costUsd ?? 0,
  inputTokens: end?.usage.inputTokens ?? 0,
  outputTokens: end?.usage.outputTokens ?? 0,
  replies: end?.steps ?? 0,
});

/** What a run whose model failed means for its item; undefined where it did not. */
export function modelFailed(end: RunEnd | undefined): Said | Attempt | undefined {
  const outcome = end?.outcome;
  if (outcome?.kind !== "model-failed") return undefined;
  const spent = spentBy(end);
  const attempt = attemptOf(outcome.failure, spent);
  return "problem" in attempt ? attempt : { kind: "retry", problem: outcome.text, spent };
}

function saidOf(end: RunEnd | undefined, changes: Omit<AgentAnswer, "text">): Said | Attempt {
  const failed = modelFailed(end);
  if (failed) return failed;
  const spent = spentBy(end);
  const outcome = end?.outcome;
  if (outcome?.kind !== "done") return { kind: "unfit", problem: outcome?.text ?? "the run has no end", spent };
  if (changes.diff === "" && changes.left.length === 0) return { kind: "unfit", problem: "it changed nothing", spent };
  const answer = { text: outcome.text, ...changes };
  return { kind: "answer", answer: answer as unknown as Json, spent };
}
