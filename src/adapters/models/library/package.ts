import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { asRecord, asText } from "../sse/json-shape.ts";
import type { LanguageModel, Opened } from "./language-model.ts";

export interface FoundPackage {
  /** The folder whose `node_modules` has it. */
  readonly folder: string;
  readonly version: string;
}

/** `@ai-sdk/google-vertex/anthropic` lies in the package `@ai-sdk/google-vertex`. */
export const packageOf = (module: string): string => module.split("/").slice(0, 2).join("/");

/**
 * Where a package is installed: in one of these folders and nowhere else, so that no folder that a person works in is asked for code.
 * @param folders  each with a `node_modules`, the nearest first
 */
export function findPackage(module: string, folders: readonly string[]): FoundPackage | undefined {
  for (const folder of folders) {
    const file = join(folder, "node_modules", packageOf(module), "package.json");
    if (existsSync(file))
      return { folder, version: asText(asRecord(JSON.parse(readFileSync(file, "utf8")))?.["version"]) ?? "?" };
  }
  return undefined;
}

/** @throws where the package cannot be loaded, opens no provider, or speaks a version of the interface that is not known here */
export async function openPackage(
  module: string,
  { folder }: FoundPackage,
  { model, options }: { readonly model: string; readonly options: Readonly<Record<string, unknown>> },
): Promise<Opened> {
  // Found in that folder first, which has it: Node looks no further.
  const entry = createRequire(join(folder, "from-here.js")).resolve(module);
  const exported = asRecord({ ...(await import(pathToFileURL(entry).href)) }) ?? {};
  const open = creatorOf(module, exported);
  if (!open) throw new Error(`${module} exports nothing that opens a provider`);
  const provider = open(options) as ((id: string) => unknown) & { languageModel?(id: string): unknown };
  const made = (provider.languageModel?.(model) ?? provider(model)) as LanguageModel;
  const version = /^v([234])$/.exec(made.specificationVersion ?? "")?.[1];
  if (!version || typeof made.doStream !== "function")
    throw new Error(
      `${module} speaks ${made.specificationVersion ?? "no version"} of the interface of the AI SDK; v2, v3 and v4 are known here`,
    );
  return { model: made, version: Number(version) as Opened["version"] };
}

type Creator = (options: object) => unknown;

/** `createAmazonBedrock` of `@ai-sdk/amazon-bedrock`; where none is named like the module, the first that creates something. */
function creatorOf(module: string, exported: Readonly<Record<string, unknown>>): Creator | undefined {
  const plain = (name: string): string => name.replace(/[^a-z\d]/gi, "").toLowerCase();
  const wanted = `create${plain(module.slice(module.indexOf("/") + 1))}`;
  const names = Object.keys(exported).filter(
    (name) => /^create[A-Z]/.test(name) && typeof exported[name] === "function",
  );
  const name = names.find((one) => plain(one) === wanted) ?? names[0];
  return name === undefined ? undefined : (exported[name] as Creator);
}
