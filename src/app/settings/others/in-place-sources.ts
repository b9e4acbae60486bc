import { findProvider } from "../../../adapters/models/services/providers.ts";
import {
  address,
  apply,
  type Found,
  foundBy,
  type ImportSource,
  key,
  named,
  parse,
  type Rule,
  setting,
  structured,
  valueAt,
} from "./import-rules.ts";
import { OTHERS_FILES } from "./places.ts";

const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  ...{ gemini: "google", google: "google", ollama: "ollama", openai: "openai", anthropic: "anthropic" },
  ...{ stackspot: "stackspot", openrouter: "openrouter", deepseek: "deepseek" },
};
/** Of the names that are ours as well each means the same. */
const providerNamed: Rule = (value) =>
  typeof value === "string" && findProvider(value)
    ? [{ path: ["provider"], value }]
    : named(PROVIDER_NAMES, "provider")(value);

/** The model of whatever provider is in use. */
const theirModel: Rule = (value) =>
  typeof value === "string" && value.trim() !== "" ? [{ path: ["model"], value: value.replace(/^models\//, "") }] : [];

const temperature: Rule = (value) => [{ path: ["temperature"], value: value === "" ? value : Number(value) }];

/** Variables of `.env` files and of the tools' own environments. */
export const VARIABLES: Readonly<Record<string, Rule>> = {
  CLI_CODE_GOOGLE_API_KEY: key("google"),
  CLI_CODE_OLLAMA_API_URL: address("ollama"),
  CLI_CODE_DEFAULT_PROVIDER: providerNamed,
  CLI_CODE_DEFAULT_MODEL: theirModel,
  CLI_CODE_SETTINGS_TEMPERATURE: temperature,
  ...Object.fromEntries(
    Object.entries(PROVIDER_NAMES).map(([theirs, ours]) => [
      `CLI_CODE_${theirs.toUpperCase()}_DEFAULT_MODEL`,
      setting("providers", ours, "model"),
    ]),
  ),
  LLM_PROVIDER: providerNamed,
  IMPERATOR_MODEL: theirModel,
  LLM_DEFAULT_MODEL: theirModel,
  CODEWHISPER_SKILLS_DIR: (value) =>
    typeof value === "string" && value !== "" ? [{ path: ["skillFolders"], value: [value] }] : [],
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

export const envFile = (tool: string, files: ImportSource["files"]): ImportSource => ({
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

/** Those whose settings are read where they stand. */
export const IN_PLACE_SOURCES: readonly ImportSource[] = [
  structured("buddyctl", OTHERS_FILES.buddyctl, "json", {
    default_agent_id: setting("providers", "stackspot", "model"),
    judge_agent_id: setting("providers", "stackspot", "judgeModel"),
    "llm.current_provider": providerNamed,
    "modes.interactive.context_lines": () => [],
  }),
  structured("cli-code", OTHERS_FILES["cli-code"], "yaml", {
    google_api_key: key("google"),
    default_provider: providerNamed,
    default_model: (value) =>
      typeof value === "string"
        ? [{ path: ["providers", "google", "model"], value: value.replace(/^models\//, "") }]
        : [],
    ollama_api_url: address("ollama"),
    ollama_default_model: setting("providers", "ollama", "model"),
    "settings.temperature": setting("temperature"),
  }),
  codentis(OTHERS_FILES["codentis.project"], "toml"),
  codentis(OTHERS_FILES["codentis.setup"], "json"),
  codentis(OTHERS_FILES.codentis, "toml"),
  envFile("codewhisper", OTHERS_FILES.codewhisper),
];

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
