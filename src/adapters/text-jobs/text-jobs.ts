import type { ReadEdit } from "../../engines/edits/plan-edit.ts";
import type { Rewrite } from "../../engines/edits/rewrite-shown.ts";
import type { NotebookRequest } from "../../engines/text/notebook.ts";

/** Pure work on whole texts, by the name that tools ask for it; what it is given and gives can be copied. */
const JOBS = {
  "plan-edit": async (edit: ReadEdit) => (await import("../../engines/edits/plan-shown.ts")).planShown(edit),
  "edit-notebook": async ({ text, change }: NotebookRequest) =>
    (await import("../../engines/text/notebook.ts")).editNotebook(text, change),
  rewrite: async (rewrite: Rewrite) => (await import("../../engines/edits/rewrite-shown.ts")).rewriteShown(rewrite),
} as const;

export interface TextJob {
  readonly job: string;
  readonly request: object;
}

/** @throws where there is no such job */
export async function textJob({ job, request }: TextJob): Promise<unknown> {
  const work = (JOBS as Readonly<Record<string, (request: never) => Promise<unknown>>>)[job];
  if (work === undefined) throw new Error(`no job of texts is called ${job}`);
  return work(request as never);
}

/** Buffers that a value holds alone and that can go over to another thread instead of being copied. */
export function buffersIn(value: unknown): readonly ArrayBuffer[] {
  if (value instanceof Uint8Array)
    return value.buffer instanceof ArrayBuffer && value.length === value.buffer.byteLength ? [value.buffer] : [];
  if (typeof value !== "object" || value === null) return [];
  const held = value instanceof Map ? [...value.values()] : Object.values(value);
  return [...new Set(held.flatMap(buffersIn))];
}
