import type { Workspace } from "../ports/workspace.ts";
import { asksModel, type PlanStep } from "../protocol/plan.ts";
import type { PlanRecord } from "./plan-store.ts";
import type { PreparedStep } from "./step-work.ts";

const CACHED_FILE_BYTES_MAX = 4 * 1024 * 1024;

/** What a step is: its call, its check, and what all its needs are. The same key means the same work. */
export function stepKey(
  step: PlanStep,
  find: (id: string) => PlanStep | undefined,
  { hash }: Pick<PlanRecord, "hash">,
): string {
  const needs = [...new Set(step.needs)].sort().map((id) => [id, find(id)?.key ?? find(id)?.status ?? ""]);
  return hash(JSON.stringify([step.tool, sorted(step.params), sorted(step.check ?? null), needs]));
}

/** The output of the same call on the same file contents, from an earlier time; only for calls that read whole files. */
export async function cachedOutput(
  prepared: PreparedStep,
  record: PlanRecord,
  workspace: Workspace,
): Promise<string | undefined> {
  // A step that has never run and was never changed has nothing to be remembered.
  if (prepared.step.check !== undefined || !record.hasCache) return undefined;
  const key = await contentKey(prepared, record, workspace);
  return key === undefined ? undefined : record.cached(key);
}

export async function cacheOutput(
  prepared: PreparedStep,
  output: string,
  record: PlanRecord,
  workspace: Workspace,
): Promise<void> {
  if (prepared.step.check !== undefined) return;
  const key = await contentKey(prepared, record, workspace);
  if (key !== undefined) record.cache(key, output);
}

/** Nothing for calls that do more than read regular files of moderate size: their result may differ each time. */
async function contentKey(
  { step, params, accesses }: PreparedStep,
  { hash }: PlanRecord,
  workspace: Workspace,
): Promise<string | undefined> {
  if (accesses.length === 0 || asksModel(step)) return undefined;
  const inputs: string[] = [];
  for (const access of accesses) {
    if (access.kind !== "read") return undefined;
    const stat = await workspace.stat(access.path);
    if (stat?.kind !== "file" || stat.sizeBytes > CACHED_FILE_BYTES_MAX) return undefined;
    const bytes = await workspace.readBytes(access.path, { offset: 0, length: CACHED_FILE_BYTES_MAX });
    inputs.push(`${access.path} ${hash(bytes)}`);
  }
  return hash(JSON.stringify([step.tool, sorted(params), inputs]));
}

/** The same value with the fields of each object in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}
