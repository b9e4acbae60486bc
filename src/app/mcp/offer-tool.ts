import { hash } from "node:crypto";
import type { ServerAnswer, ServerCall, ServerTool } from "../../adapters/mcp/connect-server.ts";
import { isObject } from "../../base/is-object.ts";
import type { JsonSchema } from "../../base/json-schema.ts";

import type { Tool } from "../../core/tool.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";
import { adaptTool } from "../session/added-tool.ts";

const NAME_MAX = 64;
const DESCRIPTION_MAX = 1000;
const SCHEMA_MAX = 8000;

/** A tool of a server as one of ours: what its server says of it is bounded, and every call of it is judged as foreign. */
export function offerTool(server: string, tool: ServerTool, call: (call: ServerCall) => Promise<ServerAnswer>): Tool {
  return adaptTool({
    name: offeredName(server, tool.name),
    description: cut(inert(tool.description), DESCRIPTION_MAX),
    input: boundedSchema(tool.schema),
    ...(offeredName(server, tool.name) === wholeName(server, tool.name)
      ? {}
      : { intent: () => ({ accesses: [{ kind: "foreign", wholeName: wholeName(server, tool.name) }] }) }),
    run: (input, { signal, progress }) =>
      call({ name: tool.name, input: isObject(input) ? input : {}, signal, progress }),
  });
}

/** `mcp__SERVER__TOOL`, of what every provider takes in a name; one that had to be changed ends with a digest of the real one. */
export function offeredName(server: string, tool: string): string {
  const name = wholeName(server, tool);
  if (name.length <= NAME_MAX && /^[\w-]+$/.test(tool)) return name;
  return `${name.slice(0, NAME_MAX - 9)}_${hash("sha256", tool).slice(0, 8)}`;
}

/** As a rule would write it. */
const wholeName = (server: string, tool: string): string => `mcp__${server}__${tool.replace(/[^\w-]/g, "_")}`;

/** What the server asks for itself, no call of a model: covered by a rule of the whole server, and by none of any tool of it. */
export const requestName = (server: string, request: "sampling"): string => `mcp__${server}__:${request}`;

/** The longer it is the less it explains, until it only says that it takes an object. */
function boundedSchema(schema: JsonSchema): JsonSchema {
  for (const explanation of [400, 80, 0]) {
    const bounded = explained(schema, explanation) as JsonSchema;
    if (JSON.stringify(bounded).length <= SCHEMA_MAX) return { ...bounded, type: "object" };
  }
  return { type: "object" };
}

/** With descriptions of at most so many characters, and without names and values of which a person would not see a part. */
function explained(value: unknown, charsMax: number): unknown {
  if (Array.isArray(value)) return value.filter(isPlain).map((member) => explained(member, charsMax));
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([key, member]) => {
    if (!isPlain(key) || (key !== "description" && !isPlain(member))) return [];
    if (key !== "description" || typeof member !== "string") return [[key, explained(member, charsMax)] as const];
    return charsMax === 0 ? [] : [[key, cut(inert(member), charsMax)] as const];
  });
  return Object.fromEntries(members);
}

/** Nothing that a person would not see reaches the model. */
const inert = (text: string): string => sanitizeTerminal(text, { context: "output" });

const isPlain = (value: unknown): boolean => typeof value !== "string" || inert(value) === value;

const cut = (text: string, charsMax: number): string =>
  text.length <= charsMax ? text : `${text.slice(0, charsMax)}…`;
