import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import { hashOf, readFolder } from "../../adapters/plugins/file-set.ts";
import { isObject } from "../../base/is-object.ts";
import { phrase, type Words } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { Locations } from "../settings/locations.ts";
import { writeFileWhole } from "../settings/write-file-whole.ts";
import { describeParts, isPluginName, type PluginParts, readParts } from "./plugin-parts.ts";

/** What is remembered of a plugin that was added. */
export interface PluginRecord {
  /** Of all its files, as they were when somebody said yes. */
  readonly hash: string;
  /** Where it came from, for people. */
  readonly source: string;
  readonly isEnabled: boolean;
}

/** A plugin that counts. */
export interface Plugin extends PluginParts {
  readonly folder: string;
}

export interface ListedPlugin {
  readonly name: string;
  readonly record: PluginRecord;
  readonly state: "enabled" | "disabled" | "changed";
  readonly plugin: Plugin;
}

export const pluginFolder = ({ state }: Locations, name: string): string => join(state, "plugins", name);
const listFile = ({ state }: Locations): string => join(state, "plugins.json");

/** Every plugin that was added, and whether it is still what it was. */
export function listPlugins(places: Locations): readonly ListedPlugin[] {
  return Object.entries(readRecords(places)).map(([name, record]) => {
    const folder = pluginFolder(places, name);
    const state = record.isEnabled ? (isAsAdded(folder, record) ? "enabled" : "changed") : "disabled";
    return { name, record, state, plugin: { ...readParts(folder, name), name, folder } };
  });
}

/** Those that count. Most often there is none, and nothing is read. */
export function enabledPlugins(places: Locations): readonly Plugin[] {
  if (!existsSync(listFile(places))) return [];
  return listPlugins(places).flatMap(({ state, plugin }) => (state === "enabled" ? [plugin] : []));
}

/**
 * Plugins of folders that a person named for this time: that is the yes to what is in them, as it is.
 * @param folders  absolute
 * @throws {UserError} when one is none
 */
export function givenPlugins(folders: readonly string[]): readonly Plugin[] {
  return folders.map((folder) => {
    if (!existsSync(folder)) throw notOne(folder, "there is no such folder");
    const parts = readParts(folder, basename(folder));
    if (!isPluginName(parts.name)) throw notOne(folder, "its name has to be small letters, digits and hyphens");
    if (parts.problems.length > 0) throw notOne(folder, parts.problems.join("; "));
    if (describeParts(parts).length === 0) throw notOne(folder, "it has no commands, skills, agents, hooks or servers");
    return { ...parts, folder };
  });
}

const notOne = (folder: string, why: string): UserError =>
  new UserError(phrase`--plugin-dir ${folder}: this is no plugin, ${why}.`, EXIT.usage);

function isAsAdded(folder: string, { hash }: PluginRecord): boolean {
  try {
    return hashOf(readFolder(folder)) === hash;
  } catch {
    // What cannot be read is not what was added.
    return false;
  }
}

/** What a person should be told of plugins that do not count though they are enabled. */
export function pluginNotices(places: Locations): readonly Words[] {
  return listPlugins(places)
    .filter(({ state }) => state === "changed")
    .map(
      ({ name }) =>
        phrase`The plugin ${name} is left out: its files are not those that were added; \`waymark plugin enable ${name}\` says yes to them.`,
    );
}

function readRecords(places: Locations): Readonly<Record<string, PluginRecord>> {
  try {
    const value: unknown = JSON.parse(readFileSync(listFile(places), "utf8"));
    const entries = isObject(value) ? Object.entries(value) : [];
    return Object.fromEntries(
      entries.filter((entry): entry is [string, PluginRecord] => isPluginName(entry[0]) && isRecord(entry[1])),
    );
  } catch {
    // Without a readable list there are none.
    return {};
  }
}

const isRecord = (value: unknown): boolean =>
  isObject(value) && typeof value["hash"] === "string" && typeof value["source"] === "string";

/** @param record  undefined: it is forgotten */
export function writeRecord(places: Locations, name: string, record: PluginRecord | undefined): void {
  const { [name]: _, ...others } = readRecords(places);
  makeFolder(places.state, { mode: 0o700 });
  const records = record === undefined ? others : { ...others, [name]: record };
  writeFileWhole(listFile(places), `${JSON.stringify(records, undefined, 2)}\n`);
}
