import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import type { ToolSet } from "../../core/protocol/tool-spec.ts";
import { writeFileWhole } from "../settings/write-file-whole.ts";

/** What a probe found a model able to do; decides which strategy `auto` takes. */
export interface Capability {
  readonly nativeTools: boolean;
  readonly textCalls: boolean;
  readonly edits: boolean;
  /** Calls that its server holds to a schema; absent where that was not tried. */
  readonly boundCalls?: boolean;
  /** ISO 8601. */
  readonly probedAt: string;
}

const fileIn = (stateFolder: string): string => join(stateFolder, "capabilities.json");

/** How a model is worked with where no setting says otherwise. */
export interface Ways {
  /** What `auto` does with it. */
  readonly strategy: "react" | "judge";
  readonly toolSet: ToolSet;
}

/** A model that cannot make an edit, or a call in any form, loses its way among many tools. */
export function waysFor({ nativeTools, textCalls, edits, boundCalls = false }: Capability): Ways {
  const isWeak = !edits || !(nativeTools || textCalls || boundCalls);
  return { strategy: nativeTools || boundCalls ? "react" : "judge", toolSet: isWeak ? "small" : "core" };
}

/** @returns the record of a model by its id, `provider/model`; undefined when it was never probed */
export function readCapability(stateFolder: string, modelId: string): Capability | undefined {
  return readAll(stateFolder)[modelId];
}

export function saveCapability(stateFolder: string, modelId: string, capability: Capability): void {
  const path = fileIn(stateFolder);
  makeFolder(dirname(path), { mode: 0o700 });
  writeFileWhole(path, `${JSON.stringify({ ...readAll(stateFolder), [modelId]: capability }, undefined, 2)}\n`);
}

/** A record that cannot be read counts as none: the next probe writes it anew. */
function readAll(stateFolder: string): Record<string, Capability> {
  try {
    const value: unknown = JSON.parse(readFileSync(fileIn(stateFolder), "utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, Capability>) : {};
  } catch {
    return {};
  }
}
