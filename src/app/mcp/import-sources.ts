import { join } from "node:path";
import { isObject } from "../../base/is-object.ts";

type Servers = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, unknown>>;

interface Places {
  readonly home: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Where an agent writes its servers down, and how. */
export interface ServerSource {
  readonly tool: string;
  readonly form: "json" | "toml";
  /** The person's own. */
  own(places: Places): readonly string[];
  /** Of the project: it may start programs, so it counts only where the folder is trusted. */
  project(places: Places): readonly string[];
  servers(document: Fields, places: Places): Servers;
  /** One of them as ours; it is judged afterwards. */
  asOurs(server: Fields): Fields;
}

const same = (server: Fields): Fields => server;
const named =
  (...path: readonly string[]) =>
  (document: Fields): Servers => {
    const found = path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), document);
    return isObject(found) ? found : {};
  };

/** By their documents of November 2026. */
export const SERVER_SOURCES: readonly ServerSource[] = [
  {
    tool: "claude-code",
    form: "json",
    own: ({ home }) => [join(home, ".claude.json")],
    project: () => [],
    // Those for one folder stand in the same file.
    servers: (document, { cwd }) => ({
      ...named("mcpServers")(document),
      ...named("projects", cwd, "mcpServers")(document),
    }),
    asOurs: same,
  },
  {
    tool: "claude-desktop",
    form: "json",
    own: ({ home }) => [
      join(home, ".config/Claude/claude_desktop_config.json"),
      join(home, "Library/Application Support/Claude/claude_desktop_config.json"),
    ],
    project: () => [],
    servers: named("mcpServers"),
    asOurs: same,
  },
  {
    tool: "codex",
    form: "toml",
    own: ({ home, environment }) => [join(environment["CODEX_HOME"] ?? join(home, ".codex"), "config.toml")],
    project: ({ cwd }) => [join(cwd, ".codex/config.toml")],
    servers: named("mcp_servers"),
    asOurs: fromCodex,
  },
  {
    tool: "gemini-cli",
    form: "json",
    own: ({ home }) => [join(home, ".gemini/settings.json")],
    project: ({ cwd }) => [join(cwd, ".gemini/settings.json")],
    servers: named("mcpServers"),
    asOurs: fromGemini,
  },
  {
    tool: "opencode",
    form: "json",
    own: ({ home }) => ["opencode.json", "opencode.jsonc"].map((name) => join(home, ".config/opencode", name)),
    project: ({ cwd }) => ["opencode.json", "opencode.jsonc"].map((name) => join(cwd, name)),
    servers: named("mcp"),
    asOurs: fromOpencode,
  },
  {
    tool: "vscode",
    form: "json",
    own: ({ home }) => [
      join(home, ".config/Code/User/mcp.json"),
      join(home, "Library/Application Support/Code/User/mcp.json"),
    ],
    project: ({ cwd }) => [join(cwd, ".vscode/mcp.json")],
    servers: named("servers"),
    asOurs: (server) => withVariables(server, /\$\{env:(\w+)\}/g),
  },
  {
    tool: "cursor",
    form: "json",
    own: ({ home }) => [join(home, ".cursor/mcp.json")],
    project: ({ cwd }) => [join(cwd, ".cursor/mcp.json")],
    servers: named("mcpServers"),
    asOurs: (server) => withVariables(server, /\$\{env:(\w+)\}/g),
  },
];

function fromCodex(server: Fields): Fields {
  const {
    http_headers,
    env_http_headers,
    bearer_token_env_var: token,
    enabled_tools,
    disabled_tools,
    ...rest
  } = server;
  const { startup_timeout_sec: start, tool_timeout_sec: call, env_vars: _, ...others } = rest;
  const fromVariables = Object.entries(isObject(env_http_headers) ? env_http_headers : {}).map(([header, variable]) => [
    header,
    `\${${String(variable)}}`,
  ]);
  const headers = {
    ...(isObject(http_headers) ? http_headers : {}),
    ...Object.fromEntries(fromVariables),
    ...(typeof token === "string" ? { Authorization: `Bearer \${${token}}` } : {}),
  };
  return {
    ...others,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(typeof start === "number" && { startTimeout: Math.ceil(start * 1000) }),
    ...(typeof call === "number" && { timeout: Math.ceil(call * 1000) }),
    ...toolsOf(enabled_tools, disabled_tools),
  };
}

/** There `url` is a server of events, `httpUrl` one of the later transport; `trust` allows without asking, which ours are not. */
function fromGemini(server: Fields): Fields {
  const { url, httpUrl, includeTools, excludeTools, trust: _, ...others } = withVariables(server, /\$\{?(\w+)\}?/g);
  const address =
    httpUrl === undefined ? (url === undefined ? {} : { type: "sse", url }) : { type: "http", url: httpUrl };
  return { ...others, ...address, ...toolsOf(includeTools, excludeTools) };
}

function fromOpencode(server: Fields): Fields {
  const { type, command, environment, ...others } = withVariables(server, /\{env:(\w+)\}/g);
  if (type === "remote") return { ...others, type: "http" };
  const [program, ...args] = Array.isArray(command) ? command : [];
  return { ...others, command: program, args, ...(isObject(environment) && { env: environment }) };
}

function toolsOf(allow: unknown, deny: unknown): Fields {
  const tools = { ...(Array.isArray(allow) && { allow }), ...(Array.isArray(deny) && { deny }) };
  return Object.keys(tools).length > 0 ? { tools } : {};
}

/** Their way to name a variable as ours. */
function withVariables(value: Fields, theirs: RegExp): Fields {
  const ours = (part: unknown): unknown => {
    if (typeof part === "string") return part.replace(theirs, "${$1}");
    if (Array.isArray(part)) return part.map(ours);
    return isObject(part) ? Object.fromEntries(Object.entries(part).map(([key, one]) => [key, ours(one)])) : part;
  };
  return ours(value) as Fields;
}
