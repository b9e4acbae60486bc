import { join } from "node:path";
import {
  address,
  apply,
  claudeModel,
  type Found,
  folders,
  foundBy,
  type ImportSource,
  key,
  model,
  named,
  parse,
  type Rule,
  setting,
  structured,
  valueAt,
} from "./import-rules.ts";

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
  codentis(({ cwd }) => [join(cwd, ".agent/codentis.toml")], "toml"),
  codentis(({ home }) => [join(home, ".codentis/config.json")], "json"),
  codentis(({ home }) => [join(home, ".codentis/codentis.toml")], "toml"),
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

/**
 * Codentis keeps what its setup asked for in `~/.codentis/config.json` (`model_name`), and more in `codentis.toml` there and in
 * the project's `.agent` (`[model]`). Whose the key and the address are its files say by `provider`, or by the address alone.
 */
function codentis(files: ImportSource["files"], form: "json" | "toml"): ImportSource {
  const read = async (text: string): Promise<readonly Found[]> => {
    const document = await parse(text, form);
    const provider = codentisProvider(valueAt(document, ["provider"]), valueAt(document, ["base_url"]));
    const rules: Readonly<Record<string, Rule>> = {
      provider: named(CODENTIS_PROVIDERS, "provider"),
      api_key: key(provider),
      base_url: provider === CODENTIS_CUSTOM ? address(provider) : () => [],
      model_name: setting("providers", provider, "model"),
      "model.name": setting("providers", provider, "model"),
      "model.temperature": setting("temperature"),
      "model.context_window": setting("contextTokens"),
      max_turns: setting("maxTurns"),
    };
    return foundBy(rules, document, text);
  };
  return { tool: "codentis", files, read };
}

const CODENTIS_CUSTOM = "openai-compatible";
const CODENTIS_PROVIDERS: Readonly<Record<string, string>> = {
  openai: "openai",
  openrouter: "openrouter",
  anthropic: "anthropic",
  custom: CODENTIS_CUSTOM,
};

/** As its own setup tells them apart; OpenAI where nothing is said. */
function codentisProvider(named: unknown, baseUrl: unknown): string {
  const own = typeof named === "string" ? CODENTIS_PROVIDERS[named] : undefined;
  if (own !== undefined) return own;
  if (typeof baseUrl !== "string") return "openai";
  return ["openrouter", "anthropic", "openai"].find((provider) => baseUrl.includes(provider)) ?? CODENTIS_CUSTOM;
}
