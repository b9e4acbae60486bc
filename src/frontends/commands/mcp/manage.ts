import type { Command } from "commander";
import { configuredServers } from "../../../app/mcp/configured-servers.ts";
import {
  acceptServer,
  addServer,
  lookAtServer,
  removeServer,
  SERVER_SCOPES,
  type ServerScope,
} from "../../../app/mcp/manage-servers.ts";
import { reasonOf } from "../../../app/mcp/server-standing.ts";
import type { House } from "../../../app/open-house.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import { sanitizeTerminal } from "../../../engines/terminal-text/sanitize-terminal.ts";
import type { CommandContext } from "../command.ts";
import { gather, inHouse, type PlaceFlags, subcommandOf, withPlaceFlags } from "../in-house.ts";

interface ListFlags extends PlaceFlags {
  readonly json?: boolean;
}

interface AddFlags extends ListFlags {
  readonly scope: string;
  readonly transport?: string;
  readonly env?: readonly string[];
  readonly header?: readonly string[];
}

/** `waymark mcp list|get|add|add-json|import|remove|accept`. */
export function defineManaging(command: Command, context: CommandContext): void {
  subcommandOf(command, "list", "the servers that are written down for this folder; starts none").action(
    (flags: ListFlags) =>
      inHouse(context, flags, async (house) => {
        const servers = (await configuredServers(house)).map((server) => ({
          name: server.name,
          source: server.source,
          state: server.state.kind,
          ...(reasonOf(server) && { reason: reasonOf(server) }),
        }));
        if (flags.json) return context.json(servers, { indent: 2 });
        if (servers.length === 0) context.out(phrase`No servers; \`waymark mcp add NAME -- COMMAND\` adds one.\n`);
        // Whoever lists them starts none: what could run does not run yet.
        for (const { name, source, state, reason } of servers)
          context.out(`${name}  ${state === "ready" ? "not started" : state}  ${reason ?? source}\n`);
      }),
  );
  withPlaceFlags(command.command("get <name>"))
    .description("starts a server and shows its tools, prompts and resources")
    .option("--json", "print JSON")
    .action((name: string, flags: ListFlags) => inHouse(context, flags, (house) => show(house, name, flags, context)));
  withPlaceFlags(command.command("accept <name>"))
    .description("offers the tools of a server as they describe themselves now")
    .action((name: string, flags: PlaceFlags) =>
      inHouse(context, flags, async (house) => {
        const { changed } = await acceptServer(house, name);
        context.out(`${name}: ${changed.map((tool) => tool.name).join(", ") || "nothing had changed"}\n`);
      }),
    );
  defineWriting(command, context);
}

async function show(house: House, name: string, { json }: ListFlags, context: CommandContext): Promise<void> {
  const { source, tools, changed } = await lookAtServer(house, name);
  const { resources, prompts } = await (await house.servers()).offers(name);
  const names = changed.map((tool) => tool.name);
  if (json) return context.json({ name, source, tools, changed: names, resources, prompts }, { indent: 2 });
  const lines = [
    `${name}  ${source}`,
    ...tools.map((tool) => `${tool.name}${changed.includes(tool) ? " (changed)" : ""}  ${tool.description}`),
    ...prompts.map(({ name: prompt, description }) => `/mcp__${name}__${prompt}  ${description}`),
    ...resources.map(({ uri, name: title }) => `@${name}:${uri}  ${title}`),
  ];
  context.out(`${lines.join("\n")}\n`);
}

function defineWriting(command: Command, context: CommandContext): void {
  const written = (name: string, settings: unknown, flags: AddFlags): Promise<void> =>
    inHouse(context, flags, async (house) => {
      context.out(phrase`${name} is in ${await addServer(house, name, settings, scopeOf(flags))}\n`);
    });
  const adding = (named: string): Command =>
    command
      .command(named)
      .option("-C, --cd <folder>", "the working folder")
      .option("-s, --scope <scope>", "user: your own settings; project: .mcp.json here", "user");
  adding("add <name> <command-or-url> [arguments...]")
    .description("adds a server; put -- before a command that has flags of its own")
    .option("-t, --transport <kind>", "stdio, http or sse; by what is given when absent")
    .option("-e, --env <NAME=VALUE>", "a variable for the program; may be given again", gather)
    .option("-H, --header <NAME: VALUE>", "a header of each request; may be given again", gather)
    .action((name: string, target: string, args: readonly string[], flags: AddFlags) =>
      written(name, settingsOf(target, args, flags), flags),
    );
  adding("add-json <name> <json>")
    .description("adds a server by its JSON, as .mcp.json files have it")
    .action((name: string, json: string, flags: AddFlags) => written(name, parsed(json), flags));
  withPlaceFlags(command.command("import [tools...]"))
    .description("takes over the servers of claude-code, claude-desktop, codex, gemini-cli, opencode, vscode, cursor")
    .option("-s, --scope <scope>", "user: your own settings; project: .mcp.json here", "user")
    .option("--dry-run", "show what would be written")
    .option("--json", "print JSON")
    .action((tools: readonly string[], flags: AddFlags & { readonly dryRun?: boolean }) =>
      inHouse(context, flags, (house) => takeOver(house, tools, flags, context)),
    );
  subcommandOf(command, "remove <name>", "removes a server").action((name: string, flags: PlaceFlags) =>
    inHouse(context, flags, async (house) =>
      context.out(phrase`${name} is gone from ${await removeServer(house, name)}\n`),
    ),
  );
}

async function takeOver(
  house: House,
  tools: readonly string[],
  flags: AddFlags & { readonly dryRun?: boolean },
  context: CommandContext,
): Promise<void> {
  const { importServers } = await import("../../../app/mcp/import-servers.ts");
  const isDryRun = flags.dryRun ?? false;
  const items = await importServers(house, { tools, scope: scopeOf(flags), isDryRun });
  if (flags.json) return context.json(items, { indent: 2 });
  const { whatServerDoes } = await import("../../../app/trust/trust-items.ts");
  for (const { name, tool, file, settings, skipped } of items) {
    context.out(`${name}  ${tool}  ${skipped === undefined ? file : `left out: ${skipped}`}\n`);
    if (skipped === undefined)
      context.out(`    ${sanitizeTerminal(whatServerDoes(settings), { context: "approval" }).replaceAll("\n", " ")}\n`);
  }
  const isOfProject = items.some(({ scope, skipped }) => scope === "project" && skipped === undefined);
  if (!isDryRun && items.some(({ scope, skipped }) => scope !== "project" && skipped === undefined))
    context.out(
      phrase`None was started; sessions start yours from now on. \`waymark mcp get NAME\` tries one, \`waymark mcp remove NAME\` takes it out.\n`,
    );
  if (isOfProject && !isDryRun)
    context.out(
      phrase`What stood in files of this project is in its .mcp.json, and starts after a yes: \`waymark config trust\`.\n`,
    );
  if (items.length === 0) context.out(phrase`No servers of another agent were found.\n`);
  else if (isDryRun) context.out(phrase`Nothing was written; without --dry-run it is.\n`);
}

function scopeOf({ scope: given }: AddFlags): ServerScope {
  const scope = SERVER_SCOPES.find((one) => one === given);
  if (scope) return scope;
  throw new UserError(phrase`--scope is "${given}"; use ${SERVER_SCOPES.join(", ")}.`, EXIT.usage);
}

function settingsOf(target: string, args: readonly string[], { transport, env = [], header = [] }: AddFlags): unknown {
  const isUrl = transport === undefined ? /^https?:\/\//i.test(target) : transport !== "stdio";
  if (isUrl) {
    const headers = Object.fromEntries(header.map((line) => pair(line, ":", "--header")));
    return { type: transport ?? "http", url: target, ...(header.length > 0 && { headers }) };
  }
  const variables = Object.fromEntries(env.map((line) => pair(line, "=", "--env")));
  return { command: target, ...(args.length > 0 && { args }), ...(env.length > 0 && { env: variables }) };
}

function pair(text: string, separator: string, flag: string): readonly [string, string] {
  const index = text.indexOf(separator);
  if (index < 1) throw new UserError(phrase`${flag} "${text}" has no name; write NAME${separator}VALUE.`, EXIT.usage);
  return [text.slice(0, index).trim(), text.slice(index + 1).trim()];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UserError(
      phrase`The server is no JSON; write {"command": "…", "args": []} or {"url": "…"}.`,
      EXIT.badInput,
      {
        cause: error,
      },
    );
  }
}
