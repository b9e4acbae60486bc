import type { RecordedEvent } from "../protocol/event.ts";
import type { Plan, PlanStep } from "../protocol/plan.ts";
import type { ToolPorts } from "../tool.ts";

/** Where plans live. Every method throws {@link UserError} when a person must mend something. */
export interface PlanStore {
  /** A plan that is new; its id is changed when there is one of that name already. @returns the plan as it is kept */
  create(plan: Plan): Promise<Plan>;
  read(id: string): Promise<Plan>;
  /** Opens a plan to work on, alone: a second process is refused until `close`. */
  open(id: string): Promise<PlanRecord>;
  /** The name under which a person finds the file. */
  show(id: string): string;
}

/** A mark of a text that nobody but this person on this machine can make: what a repository brings has none. */
export type Seal = (text: string) => string;

/** What happened to a plan since its file was written whole. */
export interface JournalEntry {
  readonly step: { readonly id: string; readonly set: Partial<PlanStep> };
}

/** One plan under work. What is noted survives the process; what is noted with `mustReachDisk` a power cut as well. */
export interface PlanRecord {
  /** As it was left, with everything that was noted. */
  readonly plan: Plan;
  /** Whether what its steps noted is here: not where the plan has begun in another place, or under another home. */
  readonly hasNotes: boolean;
  /** SHA-256 of its file, as it was read for that. */
  readonly fileHash: string;
  note(entry: JournalEntry, options: { readonly mustReachDisk: boolean }): void;
  /** Writes the file whole and atomically. */
  save(plan: Plan, options: { readonly mustReachDisk: boolean }): void;
  /** The text as it may be kept on disk: without secrets. */
  mask(text: string): Promise<string>;
  maskEvent(event: RecordedEvent): Promise<RecordedEvent>;
  /** Keeps a text under its SHA-256. */
  saveText(text: string): string;
  readText(hash: string): string | undefined;
  hash(text: string | Uint8Array): string;
  readonly seal: Seal;
  /** What a deterministic call put out when it was last made with these inputs. */
  /** Whether anything was ever cached for this plan. */
  readonly hasCache: boolean;
  cached(key: string): string | undefined;
  cache(key: string, text: string): void;
  effects(step: string, attempt: number): StepEffects;
  close(): void;
}

/**
 * What one attempt of a step did to the world, noted before it was done. When the attempt is made again after a crash,
 * the same calls are answered from the notes: what was done is not done again, what was not is done now.
 */
export interface StepEffects {
  /** Ports that note what is done through them, or answer from the notes. */
  recording(ports: ToolPorts): ToolPorts;
  /** What the agent of this attempt was told, said and did so far, in this process and in earlier ones. */
  agentEvents(): readonly RecordedEvent[];
  noteAgent(event: RecordedEvent): void;
  /** The effects of one call of the agent. @param key  a file name that no other call of the attempt has */
  call(key: string): StepEffects;
  /** Set when a call met something begun of which nobody can say whether it was done. */
  readonly undecided: string | undefined;
  /** Forgets the notes; the step has ended. */
  clear(): void;
}

/** What a person agrees to when they approve a plan, in their seal: another hand, or a change of a step, asks again. */
export function approvalSeal({ steps }: Plan, seal: Seal): string {
  return seal(
    JSON.stringify(
      steps.map(({ id, tool, params, needs, check = null, idempotent = false }) => [
        ...[id, tool, params, needs, check, idempotent],
      ]),
    ),
  );
}
