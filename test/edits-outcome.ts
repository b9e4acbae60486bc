import type { EditFormat } from "../src/engines/edits/model.ts";
import { planEdit } from "../src/engines/edits/plan-edit.ts";

export type Files = Readonly<Record<string, string>>;

/** The files that an edit writes as text, null for one that it deletes, or the code of the error. */
export async function editOutcome(files: Files, format: EditFormat, input: unknown, path?: string): Promise<unknown> {
  const planned = await planEdit({ format, input: input as string, ...(path !== undefined && { path }) }, (name) => {
    const value = files[name];
    return value === undefined ? { kind: "missing" } : { kind: "file", bytes: new TextEncoder().encode(value) };
  });
  if (planned.kind === "failed") return planned.error.code;
  const text = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return Object.fromEntries(planned.files.map(({ path: name, after }) => [name, after === null ? null : text(after)]));
}
