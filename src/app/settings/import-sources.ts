import { isAbsolute, join } from "node:path";
import type { Environment } from "./locations.ts";

/** One thing in a file of another agent that Waymark has a place for. Lines are 1-based. */
export type Found =
  | { readonly kind: "setting"; readonly path: readonly string[]; readonly value: unknown; readonly line: number }
  | { readonly kind: "key"; readonly provider: string; readonly value: string; readonly line: number };

export interface ImportSource {
  readonly tool: string;
  /** Where its settings are, the nearest first. */
  files(place: { readonly home: string; readonly cwd: string; readonly environment: Environment }): readonly string[];
  /** Never throws: a file that cannot be read as what it should be holds nothing. */
  read(text: string): Promise<readonly Found[]>;
}

/** How a value of theirs becomes one of ours; undefined leaves it out. */
type Rule = (value: unknown) => readonly Omit<Extract<Found, { kind: "setting" }>, "line" | "kind">[] | KeyFound;
type KeyFound = { readonly provider: string; readonly key: string };

const setting =
  (...path: string[]): Rule =>
  (value) => [{ path, value }];
const named =
  (names: Readonly<Record<string, unknown>>, ...path: string[]): Rule =>
  (value) =>
    typeof value === "string" && value in names ? [{ path, value: names[value] }] : [];
const model =
  (provider: string): Rule =>
  (value) =>
    typeof value === "string" ? [{ path: ["model"], value: `${provider}/${value.replace(/^models\//, "")}` }] : [];
const key =
  (provider: string): Rule =>
  (value) =>
    typeof value === "string" && value !== "" && !isReference(value) ? { provider, key: value } : [];
/** `{env:NAME}`, `{file:PATH}`, `$NAME` and `${NAME}` say where a value is, and are none. */
const isReference = (value: string): boolean => /^\{(?:env|file):|^\$\{?\w/.test(value);
/** Claude Code's short names (`opus`, `default`) are no ids that the API knows; `[1m]` asks for a longer window. */
const claudeModel: Rule = (value) =>
  typeof value === "string" && /^claude-/.test(value) ? model("anthropic")(value.replace(/\[\w+\]$/, "")) : [];
/** Where a folder's path begins is known of absolute ones only. */
const folders: Rule = (value) => {
  const absolute = (Array.isArray(value) ? value : []).filter((one) => typeof one === "string" && isAbsolute(one));
  return absolute.length === 0 ? [] : [{ path: ["addDirs"], value: absolute }];
};
/** An address of Ollama lacks the version segment of the API that is used. */
const address =
  (provider: string): Rule =>
  (value) =>
    typeof value === "string" && URL.canParse(value) ? [{ path: ["providers", provider, "baseUrl"], value }] : [];

const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  ...{ gemini: "google", google: "google", ollama: "ollama", openai: "openai", anthropic: "anthropic" },
  ...{ stackspot: "stackspot", openrouter: "openrouter", deepseek: "deepseek" },
};
const CLAUDE_MODES = { default: "default", plan: "plan", acceptEdits: "acceptEdits" };
const CODEX_APPROVALS = { "on-request": "default", untrusted: "default", never: "dontAsk" };
const CODEX_SANDBOXES = { "read-only": "read-only", "workspace-write": "workspace-write" };

/** Variables of `.env` files and of the tools' own environments. */
const VARIABLES: Readonly<Record<string, Rule>> = {
  CLI_CODE_GOOGLE_API_KEY: key("google"),
  CLI_CODE_OLLAMA_API_URL: address("ollama"),
  CLI_CODE_DEFAULT_PROVIDER: named(PROVIDER_NAMES, "provider"),
  CLI_CODE_OLLAMA_DEFAULT_MODEL: setting("providers", "ollama", "model"),
  OPENROUTER_API_KEY: key("openrouter"),
  OPENAI_API_KEY: key("openai"),
  ANTHROPIC_API_KEY: key("anthropic"),
  GEMINI_API_KEY: key("google"),
  GOOGLE_API_KEY: key("google"),
  MINION_SCRIBE_MODEL: setting("minionModel"),
  MINION_CONTEXT_THRESHOLD: (value) =>
    Number.isInteger(Number(value)) ? [{ path: ["minionContextThreshold"], value: Number(value) }] : [],
  STACKSPOT_CLIENT_ID: setting("providers", "stackspot", "clientId"),
  STACKSPOT_CLIENT_SECRET: key("stackspot"),
  STACKSPOT_REALM: setting("providers", "stackspot", "realm"),
  STACKSPOT_AUTH_URL: setting("providers", "stackspot", "authUrl"),
  STACKSPOT_CODER_ID: setting("providers", "stackspot", "model"),
  STACKSPOT_JUDGE_AGENT_ID: setting("providers", "stackspot", "judgeModel"),
};

const envFile = (tool: string, files: ImportSource["files"]): ImportSource => ({
  tool,
  files,
  read: async (text) => {
    const { parseEnv } = await import("node:util");
    const lines = text.split("\n");
    const found = Object.entries(parseEnv(text)).flatMap(([name, value]) => {
      const line =
        lines.findIndex((one) =>
          one
            .replace(/^\s*export\s+/, "")
            .trimStart()
            .startsWith(`${name}=`),
        ) + 1;
      return apply(VARIABLES[name], value, line);
    });
    return found.sort((left, right) => left.line - right.line);
  },
});

/** The five seeds first, then the agents that many come from. */
export const SOURCES: readonly ImportSource[] = [
  structured("buddyctl", ({ home }) => [join(home, ".buddyctl/config.json")], "json", {
    default_agent_id: setting("providers", "stackspot", "model"),
    judge_agent_id: setting("providers", "stackspot", "judgeModel"),
    "llm.current_provider": named(PROVIDER_NAMES, "provider"),
    "modes.interactive.context_lines": () => [],
  }),
  structured(
    "cli-code",
    ({ home, environment }) => [environment["CLI_CODE_CONFIG_FILE"] ?? join(home, ".config/cli-code/config.yaml")],
    "yaml",
    {
      google_api_key: key("google"),
      default_provider: named(PROVIDER_NAMES, "provider"),
      default_model: (value) =>
        typeof value === "string"
          ? [{ path: ["providers", "google", "model"], value: value.replace(/^models\//, "") }]
          : [],
      ollama_api_url: address("ollama"),
      ollama_default_model: setting("providers", "ollama", "model"),
      "settings.temperature": setting("temperature"),
    },
  ),
  structured(
    "codentis",
    ({ home, cwd }) => [join(cwd, ".codentis/config.toml"), join(home, ".codentis/config.toml")],
    "toml",
    {
      "model.name": setting("model"),
      "model.temperature": setting("temperature"),
      max_turns: setting("maxTurns"),
    },
  ),
  envFile("code-agent", ({ cwd }) => [join(cwd, ".env")]),
  envFile("codewhisper", ({ home }) => [join(home, ".codewhisper/.env"), join(home, ".config/codewhisper/.env")]),
  structured(
    "claude-code",
    ({ home, cwd }) => [join(cwd, ".claude/settings.json"), join(home, ".claude/settings.json")],
    "json",
    {
      model: claudeModel,
      "permissions.defaultMode": named(CLAUDE_MODES, "permissionMode"),
      "permissions.deny": claudeRules("deny"),
      "permissions.ask": claudeRules("ask"),
      "permissions.allow": claudeRules("allow"),
      "permissions.additionalDirectories": folders,
      "env.ANTHROPIC_API_KEY": key("anthropic"),
      "env.ANTHROPIC_BASE_URL": address("anthropic"),
    },
  ),
  structured(
    "codex",
    ({ home, environment }) => [join(environment["CODEX_HOME"] ?? join(home, ".codex"), "config.toml")],
    "toml",
    {
      model: model("openai"),
      model_context_window: setting("contextTokens"),
      approval_policy: named(CODEX_APPROVALS, "permissionMode"),
      sandbox_mode: named(CODEX_SANDBOXES, "sandbox"),
      "model_providers.openai.base_url": address("openai"),
    },
  ),
  structured(
    "codex",
    ({ home, environment }) => [join(environment["CODEX_HOME"] ?? join(home, ".codex"), "auth.json")],
    "json",
    {
      OPENAI_API_KEY: key("openai"),
    },
  ),
  structured(
    "gemini-cli",
    ({ home, cwd }) => [join(cwd, ".gemini/settings.json"), join(home, ".gemini/settings.json")],
    "json",
    {
      model: model("google"),
      "model.name": model("google"),
      "model.maxSessionTurns": (value) =>
        typeof value === "number" && value > 0 ? [{ path: ["maxTurns"], value }] : [],
      "context.includeDirectories": folders,
    },
  ),
  envFile("gemini-cli", ({ home }) => [join(home, ".gemini/.env")]),
  structured(
    "opencode",
    ({ home, cwd }) => [
      join(cwd, "opencode.json"),
      join(home, ".config/opencode/opencode.json"),
      join(home, ".config/opencode/opencode.jsonc"),
    ],
    "json",
    {
      model: setting("model"),
      small_model: setting("minionModel"),
      "provider.anthropic.options.baseURL": address("anthropic"),
      "provider.openai.options.baseURL": address("openai"),
      "provider.anthropic.options.apiKey": key("anthropic"),
      "provider.openai.options.apiKey": key("openai"),
    },
  ),
  structured("opencode", ({ home }) => [join(home, ".local/share/opencode/auth.json")], "json", {
    "anthropic.key": key("anthropic"),
    "openai.key": key("openai"),
    "openrouter.key": key("openrouter"),
    "google.key": key("google"),
    "deepseek.key": key("deepseek"),
  }),
];

/** Their names of tools in our rules; a rule about another tool is left out. */
const TOOL_NAMES: Readonly<Record<string, string>> = {
  Bash: "shell",
  Read: "read_file",
  Edit: "edit_file",
  Write: "write_file",
};

function claudeRules(list: "allow" | "ask" | "deny"): Rule {
  return (value) => {
    const rules = Array.isArray(value) ? value : [];
    const ours = rules.flatMap((rule: unknown) => {
      const parts = typeof rule === "string" ? /^(\w+)(?:\((.*)\))?$/s.exec(rule) : null;
      const tool = TOOL_NAMES[parts?.[1] ?? ""];
      if (!tool) return [];
      // `Bash(git log:*)` is a prefix there; ours always is.
      return [parts?.[2] === undefined ? tool : `${tool}(${parts[2].replace(/:\*$/, "")})`];
    });
    return ours.length === 0 ? [] : [{ path: ["permissions", list], value: ours }];
  };
}

function structured(
  tool: string,
  files: ImportSource["files"],
  form: "json" | "yaml" | "toml",
  rules: Readonly<Record<string, Rule>>,
): ImportSource {
  const read = async (text: string): Promise<readonly Found[]> => {
    const document = await parse(text, form);
    return Object.entries(rules).flatMap(([name, rule]) => {
      const path = name.split(".");
      const value = valueAt(document, path);
      return value === undefined || value === null ? [] : apply(rule, value, lineOf(text, path));
    });
  };
  return { tool, files, read };
}

function apply(rule: Rule | undefined, value: unknown, line: number): Found[] {
  const result = rule?.(value) ?? [];
  if ("provider" in result) return [{ kind: "key", provider: result.provider, value: result.key, line }];
  return result.map((one) => ({ kind: "setting", ...one, line }));
}

async function parse(text: string, form: "json" | "yaml" | "toml"): Promise<unknown> {
  try {
    if (form === "json") return (await import("jsonc-parser")).parse(text, [], { allowTrailingComma: true });
    if (form === "yaml") return (await import("confbox/yaml")).parseYAML(text);
    return (await import("confbox/toml")).parseTOML(text);
  } catch {
    return undefined;
  }
}

function valueAt(document: unknown, path: readonly string[]): unknown {
  let value = document;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** The line on which the last key of a path stands after those before it; the first line where it cannot be told. */
function lineOf(text: string, path: readonly string[]): number {
  const lines = text.split("\n");
  let line = 0;
  for (const part of path) {
    const pattern = new RegExp(`(?:^|[\\s"'{[.,])${part.replace(/[^\w]/g, "\\$&")}["']?\\s*(?:[:=\\]]|\\.)`);
    const at = lines.findIndex((one, index) => index >= line && pattern.test(one));
    if (at === -1) break;
    line = at;
  }
  return line + 1;
}
