import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { namesIn } from "../../adapters/folder-entries.ts";
import { makeFolder } from "../../adapters/make-folder.ts";
import { BYTES_MAX, type FileSet, hashOf, readFolder, writeFolder } from "../../adapters/plugins/file-set.ts";
import { readArchive } from "../../adapters/plugins/read-archive.ts";
import { makeOwnFolder } from "../../adapters/temporary-folder.ts";
import { errorText } from "../../base/error-text.ts";
import { didYouMean } from "../../base/near-word.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { withoutLogin } from "../../base/without-login.ts";
import type { House } from "../open-house.ts";
import type { Locations } from "../settings/locations.ts";
import { type ListedPlugin, listPlugins, pluginFolder, writeRecord } from "./plugin-list.ts";
import { isPluginName } from "./plugin-parts.ts";

const NPM_TIMEOUT_MS = 300_000;
/** A package as npm names it, with a version or a tag. */
const PACKAGE = /^(?:@[\w.-]+\/)?[A-Za-z0-9][\w.-]*(?:@[\w.^~+-]+)?$/;
const ARCHIVE_END = /\.(?:tgz|tar\.gz)$/;

/**
 * Adds a plugin from a folder, an archive, or the registry of npm, of which no script is run.
 * @param isTrusted  the person says yes to what is in it; else it waits for that
 * @throws {UserError} when it is none
 */
export async function addPlugin(
  house: House,
  source: string,
  { isTrusted }: { readonly isTrusted: boolean },
): Promise<ListedPlugin> {
  const { files, from, fallbackName } = await filesOf(house, source);
  const { places } = house;
  const made = makeOwnFolder(join(places.cache, "plugins"));
  try {
    const { readParts, describeParts } = await import("./plugin-parts.ts");
    writeFolder(made, files);
    const parts = readParts(made, fallbackName);
    if (!isPluginName(parts.name)) throw notOne(source, "its name has to be small letters, digits and hyphens");
    if (parts.problems.length > 0) throw notOne(source, parts.problems.join("; "));
    if (describeParts(parts).length === 0) throw notOne(source, "it has no commands, skills, agents, hooks or servers");
    const folder = pluginFolder(places, parts.name);
    rmSync(folder, { recursive: true, force: true });
    makeFolder(join(folder, ".."), { mode: 0o700 });
    moveFolder(made, folder, files);
    writeRecord(places, parts.name, { hash: hashOf(files), source: from, isEnabled: isTrusted });
    return pluginNamed(places, parts.name);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** The temporary folder may lie on another disk. */
function moveFolder(made: string, folder: string, files: FileSet): void {
  try {
    renameSync(made, folder);
  } catch {
    writeFolder(folder, files);
  }
}

interface FoundFiles {
  readonly files: FileSet;
  readonly from: string;
  readonly fallbackName: string;
}

/** A bare name is a package, as for npm: a folder that a repository calls so is none. */
const isPackage = (source: string): boolean => PACKAGE.test(source) && !ARCHIVE_END.test(source);

async function filesOf(house: House, source: string): Promise<FoundFiles> {
  const path = resolve(house.cwd, source);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat && isPackage(source))
    throw notOne(
      source,
      `it is a package of npm and a path of this folder; write ./${source} for that one, or ask from another folder`,
    );
  try {
    if (stat?.isDirectory()) return { files: readFolder(path), from: path, fallbackName: basename(path) };
    if (stat?.isFile())
      return {
        files: archiveAt(path),
        from: path,
        fallbackName: basename(path).replace(ARCHIVE_END, ""),
      };
  } catch (error) {
    throw notOne(source, errorText(error), error);
  }
  if (!isPackage(source)) throw notOne(source, "there is no such folder or file, and no package is called so");
  return packageFiles(house, source);
}

/** @throws {Error} when it is none */
function archiveAt(path: string): FileSet {
  if (statSync(path).size > BYTES_MAX) throw new Error(`it is larger than ${BYTES_MAX / 1024 / 1024} MB`);
  return readArchive(readFileSync(path));
}

const notOne = (source: string, why: string, cause?: unknown): UserError =>
  new UserError(phrase`${source} cannot be added as a plugin: ${why}.`, EXIT.badInput, { cause });

/** npm gets it, by the registry and the settings that the person has. */
async function packageFiles(house: House, name: string): Promise<FoundFiles> {
  if (house.config.offline)
    throw notOne(name, "it would come from the network, and `offline` is set; give a folder or a .tgz");
  const folder = makeOwnFolder(join(house.places.cache, "plugins"));
  try {
    const { ports } = await house.looseTools();
    // A folder of its own ends npm's search for settings: a project's would say which registry is asked, and with whose login.
    const asked = join(folder, "asked");
    mkdirSync(asked);
    writeFileSync(join(asked, "package.json"), "{}");
    const command = `cd ${word(asked)} && npm pack ${word(name)} --ignore-scripts --silent --pack-destination ${word(folder)}`;
    const result = await ports.processes.run(
      { command, timeoutMs: NPM_TIMEOUT_MS, exception: "outside" },
      AbortSignal.timeout(NPM_TIMEOUT_MS),
    );
    const archive = namesIn(folder).find((one) => one.endsWith(".tgz"));
    if (result.exitCode !== 0 || archive === undefined)
      throw notOne(name, `npm did not get it: ${lastWords(result.output) || "it said nothing"}`);
    return {
      files: archiveAt(join(folder, archive)),
      from: `npm ${archive.replace(/\.tgz$/, "")}`,
      fallbackName: name,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** More of a line is no reason that a person reads. */
const SAID_CHARS_MAX = 300;

const lastWords = (output: string): string =>
  withoutLogin(output.trim().split("\n").at(-1) ?? "").slice(0, SAID_CHARS_MAX);

/** One word of a shell line, whatever is in it: a home may be called `o'brien`. */
const word = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** @throws {UserError} when there is none such */
export function pluginNamed(places: Locations, name: string): ListedPlugin {
  const plugins = listPlugins(places);
  const found = plugins.find((plugin) => plugin.name === name);
  if (found) return found;
  const names = plugins.map((plugin) => plugin.name);
  throw new UserError(
    phrase`There is no plugin "${name}"; ${didYouMean(name, names)}\`waymark plugin list\` shows them.`,
    EXIT.usage,
  );
}

/** Says yes to a plugin as it is now. @throws {UserError} as `pluginNamed` */
export function enablePlugin({ places }: House, name: string): ListedPlugin {
  const { record, plugin } = pluginNamed(places, name);
  writeRecord(places, name, { ...record, hash: hashOf(readFolder(plugin.folder)), isEnabled: true });
  return pluginNamed(places, name);
}

/** It stays where it is, and counts no more. @throws {UserError} as `pluginNamed` */
export function disablePlugin({ places }: House, name: string): void {
  writeRecord(places, name, { ...pluginNamed(places, name).record, isEnabled: false });
}

/** @throws {UserError} as `pluginNamed` */
export function removePlugin({ places }: House, name: string): void {
  pluginNamed(places, name);
  writeRecord(places, name, undefined);
  rmSync(pluginFolder(places, name), { recursive: true, force: true });
}
