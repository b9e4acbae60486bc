import { homedir } from "node:os";
import { plainText } from "../../adapters/read-plain-file.ts";
import { isObject } from "../../base/is-object.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { Rooms } from "../rooms.ts";
import { parse } from "../settings/others/import-rules.ts";
import { configuredServers } from "./configured-servers.ts";
import { SERVER_SOURCES, type ServerSource } from "./import-sources.ts";
import { addServer, type ServerScope } from "./manage-servers.ts";
import { SERVER_NAME } from "./server-settings.ts";

/** Some agents keep all that they know of a person in the same file. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/** A server of another agent, and what became of it. */
export interface ImportedServer {
  readonly tool: string;
  readonly file: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whose it becomes: what a file of the project says stays the project's. */
  readonly scope: ServerScope;
  /** Why it is left out, where it is. */
  readonly skipped?: string;
}

export interface ServerImport {
  /** Only these; all when empty. */
  readonly tools: readonly string[];
  /** Of what stands in the person's own files. */
  readonly scope: ServerScope;
  readonly isDryRun: boolean;
}

/**
 * Takes over the servers of other agents; none that is there already is replaced. Starts none.
 * @throws {UserError} when a tool is not known
 */
export async function importServers(
  rooms: Rooms,
  { tools, scope, isDryRun }: ServerImport,
): Promise<readonly ImportedServer[]> {
  const known = SERVER_SOURCES.map(({ tool }) => tool);
  const unknown = tools.find((tool) => !known.includes(tool));
  if (unknown !== undefined)
    throw new UserError(phrase`No servers of "${unknown}" are known; there is ${known.join(", ")}.`, EXIT.usage);
  const taken = new Set((await configuredServers(rooms)).map(({ name }) => name));
  const imported: ImportedServer[] = [];
  for (const found of await foundServers(rooms, tools, scope)) {
    const { name, settings } = found;
    const skipped =
      found.skipped ??
      (taken.has(name) ? "there is a server of that name" : await trouble(rooms, found, isDryRun ? "try" : "write"));
    if (skipped === undefined) taken.add(name);
    imported.push({ ...found, settings, ...(skipped !== undefined && { skipped }) });
  }
  return imported;
}

async function foundServers(
  rooms: Rooms,
  tools: readonly string[],
  scope: ServerScope,
): Promise<readonly ImportedServer[]> {
  const { cwd, environment, isTrusted } = rooms;
  const places = { home: environment["HOME"] ?? homedir(), cwd, environment };
  const found: ImportedServer[] = [];
  for (const source of SERVER_SOURCES.filter(({ tool }) => tools.length === 0 || tools.includes(tool))) {
    const skipped = isTrusted ? {} : { skipped: NOT_TRUSTED };
    for (const file of source.project(places))
      for (const { settings, ...server } of await serversIn(file, source, places))
        found.push({ ...server, settings: theirs(settings), scope: "project", ...skipped });
    for (const file of source.own(places))
      found.push(...(await serversIn(file, source, places)).map((server) => ({ ...server, scope })));
  }
  return found;
}

/** What any agent's file may say; the rest of our words a person says themselves: how it runs, who logs in as whom. */
const OF_ALL = "type command args env cwd url headers enabled timeout startTimeout tools".split(" ");

const theirs = (settings: ImportedServer["settings"]): ImportedServer["settings"] =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => OF_ALL.includes(key)));

/** None where the file is not there, or is not what it should be. */
async function serversIn(
  file: string,
  { tool, form, servers, asOurs }: ServerSource,
  places: Parameters<ServerSource["servers"]>[1],
): Promise<readonly Omit<ImportedServer, "scope">[]> {
  const text = plainText(file, { bytesMax: FILE_BYTES_MAX });
  const document = text === undefined ? undefined : await parse(text, form);
  if (!isObject(document)) return [];
  return Object.entries(servers(document, places)).map(([name, server]) => ({
    ...{ tool, file, name },
    settings: isObject(server) ? asOurs(server) : {},
  }));
}

const NOT_TRUSTED = "this folder is not trusted (--trust for once)";

/** Adds it, unless it is only tried. @returns why it cannot be one of ours */
async function trouble(
  rooms: Rooms,
  { name, settings, scope }: ImportedServer,
  way: "try" | "write",
): Promise<string | undefined> {
  const input = /\$\{(?:input|workspaceFolder|userHome|command)\b[^}]*\}/.exec(JSON.stringify(settings))?.[0];
  if (input !== undefined) return `it uses ${input}, which only its editor knows`;
  if (way === "try") return SERVER_NAME.test(name) ? undefined : "its name takes letters, digits, _ and -, at most 41";
  try {
    await addServer(rooms, name, settings, scope === "project" ? "found" : scope);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}
