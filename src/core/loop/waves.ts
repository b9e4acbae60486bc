import { type Access, collide, leavesSandbox, overlaps, writtenPaths } from "../permissions/accesses.ts";
import type { PermissionPolicy } from "../permissions/decide.ts";
import { scheduledAccesses } from "../permissions/scheduled.ts";
import { type CallResult, failedResult } from "../protocol/event.ts";
import type { CallParts } from "./agent-parts.ts";
import { touchedBy } from "./named-files.ts";
import type { PreparedCall, ReadyCall } from "./prepare-call.ts";

const CALLS_AT_ONCE_MAX = 8;

/** Consecutive calls that may run at the same time, in waves of at most {@link CALLS_AT_ONCE_MAX}. */
export async function wavesOf(
  prepared: readonly PreparedCall[],
  policy: PermissionPolicy,
): Promise<readonly (readonly PreparedCall[])[]> {
  if (prepared.length < 2) return [prepared];
  const waves: PreparedCall[][] = [];
  let taken: (readonly Access[])[] = [];
  for (const item of prepared) {
    const wave = waves.at(-1);
    const accesses =
      item.kind === "refused" ? [] : await scheduledAccesses(item.call.name, item.intent.accesses, policy);
    if (wave && wave.length < CALLS_AT_ONCE_MAX && !taken.some((other) => collide(other, accesses))) {
      wave.push(item);
      taken.push(accesses);
    } else {
      waves.push([item]);
      taken = [accesses];
    }
  }
  return waves;
}

/**
 * A wave without the commands that stand behind an edit that failed in the same reply, as far as they may read or touch what it was for:
 * they were meant for the edited files. What only reads goes on, and so does a command that tells by its words that it meets none of them.
 * @param done  the calls of the reply and the results there are, in call order: those in front of the wave
 */
export async function heldBack(
  wave: readonly PreparedCall[],
  { calls, results }: { readonly calls: readonly PreparedCall[]; readonly results: readonly CallResult[] },
  parts: CallParts,
): Promise<readonly PreparedCall[]> {
  const failed = calls.flatMap((item, index) => (results[index]?.failed ? failedEdit(item, index, parts) : []));
  const kept: PreparedCall[] = [];
  for (const [index, item] of wave.entries()) {
    const why = item.kind === "ready" && failed.length > 0 ? await dependence(item, failed, parts) : undefined;
    kept.push(why === undefined ? item : { kind: "refused", call: item.call, result: failedResult(item.call, why) });
    if (item.kind === "refused") failed.push(...failedEdit(item, results.length + index, parts));
  }
  return kept;
}

interface FailedEdit {
  readonly index: number;
  /** As they are shown; undefined where nobody can tell. */
  readonly paths: readonly string[] | undefined;
}

function failedEdit(item: PreparedCall, index: number, { tools, ports }: CallParts): readonly FailedEdit[] {
  const accesses = item.kind === "refused" ? [] : item.intent.accesses;
  const paths = writtenPaths(accesses).map((path) => ports.workspace.show(path));
  if (paths.length === 0) return tools.get(item.call.name)?.acts === "changes" ? [{ index, paths: undefined }] : [];
  return accesses.some(({ kind }) => kind === "run") ? [] : [{ index, paths }];
}

/** Why a call does not run; undefined where it needs none of the failed edits. */
async function dependence(
  { call, intent }: ReadyCall,
  failed: readonly FailedEdit[],
  parts: CallParts,
): Promise<string | undefined> {
  const leaves = leavesSandbox(intent.accesses);
  for (const access of intent.accesses) {
    const met = await firstMet(access, call.name, failed, { ...parts, leaves });
    if (met !== undefined) return notRun(met);
  }
  return undefined;
}

/** The first failed edit, with the files of it that an access may meet. */
async function firstMet(
  access: Access,
  tool: string,
  failed: readonly FailedEdit[],
  { policy, ports, leaves }: CallParts & { readonly leaves: boolean },
): Promise<FailedEdit | undefined> {
  if (access.kind === "foreign") return failed[0];
  if (access.kind !== "run" || (await policy().judgeCommand(tool, access.command, access.cwd, { leaves })).readsOnly)
    return undefined;
  const touched = touchedBy(access)?.map((path) => ports.workspace.show(path));
  if (touched === undefined) return failed[0];
  return failed
    .map(({ index, paths }) => ({ index, paths: paths && commonOf(paths, touched) }))
    .find(({ paths }) => paths === undefined || paths.length > 0);
}

const commonOf = (paths: readonly string[], others: readonly string[]): readonly string[] =>
  paths.filter((path) => others.some((other) => overlaps(path, other)));

const notRun = ({ index, paths = ["what it was for"] }: FailedEdit): string =>
  `Not run, because the edit before it, call ${index + 1} of this reply, was not made, and this may read or touch ${paths.join(", ")}. Send it again behind an edit that is made, or by itself if it needs none.`;
