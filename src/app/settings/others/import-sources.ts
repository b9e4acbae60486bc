import { join } from "node:path";
import { refusalInOurNames, ruleInOurNames } from "../rule-names.ts";
import {
  address,
  claudeModel,
  folders,
  type ImportSource,
  key,
  model,
  named,
  type Rule,
  setting,
  structured,
} from "./import-rules.ts";
import { envFile, IN_PLACE_SOURCES } from "./in-place-sources.ts";

const CLAUDE_MODES = { default: "default", plan: "plan", acceptEdits: "acceptEdits" };
const CODEX_APPROVALS = { "on-request": "default", untrusted: "default", never: "dontAsk" };
const CODEX_SANDBOXES = { "read-only": "read-only", "workspace-write": "workspace-write" };

/** The five seeds first, then the agents that many come from. */
export const SOURCES: readonly ImportSource[] = [
  ...IN_PLACE_SOURCES,
  envFile("code-agent", ({ cwd }) => [join(cwd, ".env")]),
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

/** A rule about a tool that we lack is left out, which is said of one that asks or denies: nobody should count on it. */
function claudeRules(list: "allow" | "ask" | "deny"): Rule {
  return (value) => {
    const rules = (Array.isArray(value) ? value : []).filter((rule) => typeof rule === "string");
    const inOurNames = list === "allow" ? ruleInOurNames : refusalInOurNames;
    const ours = rules.flatMap((rule) => inOurNames(rule, []));
    const lost = list === "allow" ? [] : rules.filter((rule) => inOurNames(rule, []).length === 0);
    const path = ["permissions", list];
    return [
      ...(ours.length === 0 ? [] : [{ path, value: ours }]),
      ...(lost.length === 0 ? [] : [{ path, value: lost, isUnknown: true as const }]),
    ];
  };
}
