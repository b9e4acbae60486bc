import type { ServerConnection } from "../../adapters/mcp/connect-server.ts";
import { errorText } from "../../base/error-text.ts";
import { markedText } from "../../core/prompts/marked-text.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";
import type { BegunPrompt } from "../toolbox.ts";

/** What a prompt says once what it names of servers stands in it. */
export interface FilledPrompt {
  readonly text: string;
  /** What could not be had, and why. */
  readonly notices: readonly string[];
}

/** The connection to a server, by its name. */
type OpenServer = (name: string) => Promise<ServerConnection>;

const RESOURCES_MAX = 10;
/** Of a prompt or a resource. */
const TEXT_CHARS_MAX = 100_000;
const PROMPT = /^\/mcp__([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)__(\S+)(?:\s+([\s\S]*))?$/;
/** `@SERVER:URI`; a blank ends it, and what ends the sentence is none of it. */
const RESOURCE = /(?<=^|[\s([{"'`])@([A-Za-z0-9][\w-]*):([a-z][a-z0-9+.-]*:[^\s"'`<>]+)/gi;

/** Whether a prompt may name anything of a server. */
export const namesServers = (text: string): boolean => text.startsWith("/mcp__") || text.search(RESOURCE) !== -1;

/**
 * `/mcp__SERVER__PROMPT words` becomes that server's prompt; what `@SERVER:URI` names is put behind. What stands in files, outputs and
 * whatever else came along with what a person wrote names nothing: it is data.
 */
export async function fillPrompt(
  { text: given, written }: BegunPrompt["prompt"],
  open: OpenServer,
  signal: AbortSignal,
): Promise<FilledPrompt> {
  const notices: string[] = [];
  const told = async (server: string, what: string, work: () => Promise<string>): Promise<string | undefined> => {
    try {
      return inert(cut(await work()));
    } catch (error) {
      signal.throwIfAborted();
      notices.push(`MCP: ${what} of ${server} was not had: ${errorText(error)}.`);
      return undefined;
    }
  };
  const [, server, prompt = "", words = ""] = PROMPT.exec(written.trim()) ?? [];
  const asked =
    server === undefined
      ? undefined
      : await told(server, `the prompt ${prompt}`, () => promptOf(open, { server, prompt, words, signal }));
  const parts = [asked === undefined ? given : given.replace(written.trim(), () => asked)];
  const wanted = [...written.matchAll(RESOURCE)].map(([, name = "", uri = ""]) => [
    name,
    uri.replace(/(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/, ""),
  ]);
  const resources = new Map(wanted.map(([name = "", uri = ""]) => [`${name}:${uri}`, { name, uri }]));
  for (const { name, uri } of [...resources.values()].slice(0, RESOURCES_MAX)) {
    const read = async () => (await open(name)).readResource(uri, signal);
    const text = await told(name, uri, read);
    if (text !== undefined) parts.push(markedText("resource", `server="${name}" uri="${uri}"`, text));
  }
  return { text: parts.join("\n\n"), notices };
}

interface AskedPrompt {
  readonly server: string;
  readonly prompt: string;
  readonly words: string;
  readonly signal: AbortSignal;
}

/** Its arguments are the words, in its order, quoted where they have blanks; the last takes the rest. */
async function promptOf(openServer: OpenServer, { server, prompt, words, signal }: AskedPrompt): Promise<string> {
  const open = await openServer(server);
  const known = await open.prompts();
  const found = known.find(({ name }) => name === prompt);
  if (found === undefined)
    throw new Error(`it has no such prompt; there are: ${known.map(({ name }) => name).join(", ") || "none"}`);
  const given = Array.from(words.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? "");
  const last = found.arguments.length - 1;
  const values = found.arguments.flatMap(({ name, required }, index) => {
    const value = index === last ? given.slice(index).join(" ") : given[index];
    if (value) return [[name, value] as const];
    if (required) throw new Error(`it needs "${name}": /mcp__${server}__${prompt} ${usage(found.arguments)}`);
    return [];
  });
  return open.prompt(prompt, Object.fromEntries(values), signal);
}

const usage = (all: readonly { readonly name: string; readonly required: boolean }[]): string =>
  all.map(({ name, required }) => (required ? name.toUpperCase() : `[${name.toUpperCase()}]`)).join(" ");

const cut = (text: string): string =>
  text.length <= TEXT_CHARS_MAX
    ? text
    : `${text.slice(0, TEXT_CHARS_MAX)}\n… ${text.length - TEXT_CHARS_MAX} characters left out …`;

/** Nothing that a person would not see reaches the model. */
const inert = (text: string): string => sanitizeTerminal(text, { context: "output" });
