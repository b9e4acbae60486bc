import * as z from "zod";
import { PERMISSION_MODES } from "../../core/permissions/decide.ts";
import { EFFORTS } from "../../core/protocol/effort.ts";
import { hookGroups } from "../hooks/hook-settings.ts";
import { serverSettings } from "../mcp/server-settings.ts";
import { limitSettings } from "./limit-settings.ts";
import { providerSettings } from "./provider-settings.ts";

const rules = z.array(z.string().min(1)).describe("Rules of the form Tool or Tool(pattern).");

/** Every setting, once: type, default, description; the environment variable and the flag are in `meta`. */
export const ConfigSchema = z.strictObject({
  provider: z
    .string()
    .optional()
    .describe("Provider used when the model does not name one.")
    .meta({ env: ["WAYMARK_PROVIDER", "WAYMARK_DEFAULT_PROVIDER"], flag: "--provider" }),
  model: z
    .string()
    .optional()
    .describe("PROVIDER/ID, or an id of the default provider; :EFFORT behind it says how much it thinks.")
    .meta({ env: ["WAYMARK_MODEL", "WAYMARK_DEFAULT_MODEL"], flag: "--model" }),
  effort: z
    .enum(EFFORTS)
    .optional()
    .describe(
      "How much the model thinks before it answers; its own way when absent. PROVIDER/ID:EFFORT goes before it.",
    )
    .meta({ env: ["WAYMARK_EFFORT"], flag: "--effort" }),
  fallbackModels: z
    .array(z.string().min(1))
    .default([])
    .describe("PROVIDER/ID of models that go on, in this order, when one is overloaded, limited or out of credit.")
    .meta({ env: ["WAYMARK_FALLBACK_MODELS"], separator: ",", flag: "--fallback-model" }),
  judgeModel: z
    .string()
    .optional()
    .describe(
      "PROVIDER/ID that decides what an answer means where the local rules abstain; the model itself when absent.",
    )
    .meta({ env: ["WAYMARK_JUDGE_MODEL"] }),
  profile: z
    .string()
    .optional()
    .describe("Name of the profile whose settings hold.")
    .meta({ env: ["WAYMARK_PROFILE"], flag: "--profile" }),
  agent: z
    .string()
    .min(1)
    .optional()
    .describe("Name of the agent that a session works as: what its file says of prompt, tools, model and limits.")
    .meta({ env: ["WAYMARK_AGENT"], flag: "--agent" }),
  strategy: z
    .enum(["auto", "react", "plan", "judge"])
    .default("auto")
    .describe("How a prompt is worked on.")
    .meta({ env: ["WAYMARK_STRATEGY"], flag: "--strategy" }),
  toolSet: z
    .enum(["auto", "small", "core", "all"])
    .default("auto")
    .describe(
      "Tools a model is told of from the start: few in short words (for weak models), those of every day, or all; auto goes by the probe.",
    )
    .meta({ env: ["WAYMARK_TOOL_SET"] }),
  tools: z
    .array(z.string().min(1))
    .optional()
    .describe("The built-in tools that there are, also under other agents' names, citadel_* for many; all when absent.")
    .meta({ env: ["WAYMARK_TOOLS"], separator: ",", flag: "--tools" }),
  permissionMode: z
    .enum(PERMISSION_MODES)
    .default("default")
    .describe("What is asked before it is done.")
    .meta({ env: ["WAYMARK_PERMISSION_MODE"], flag: "--permission-mode" }),
  permissions: z
    .strictObject({ allow: rules.default([]), ask: rules.default([]), deny: rules.default([]) })
    .default({ allow: [], ask: [], deny: [] })
    .describe(
      "Rules, Tool or Tool(pattern), also under other agents' names of tools; deny beats ask beats allow. Lists of all levels are joined.",
    )
    .meta({ flag: "--allowedTools, --disallowedTools" }),
  sandbox: z
    .enum(["read-only", "workspace-write", "off"])
    .optional()
    .describe("Sandbox that commands run in; must be there when it is set, the best there is when not.")
    .meta({ env: ["WAYMARK_SANDBOX"], flag: "--sandbox" }),
  networkHosts: z
    .array(z.string().min(1))
    .optional()
    .describe(
      "Hosts that commands in the sandbox may reach, through a proxy: example.com, *.example.com, localhost:3000. An approved command then reaches these alone.",
    ),
  webSearch: z
    .enum(["brave", "tavily", "exa", "searxng", "openai", "anthropic", "gemini", "off"])
    .optional()
    .describe("Service that searches the web; without it the first of the first four whose variable is set, else none.")
    .meta({ env: ["WAYMARK_WEB_SEARCH"] }),
  webSearchUrl: z
    .url()
    .optional()
    .describe("Where that service is reached, such as a SearXNG of your own.")
    .meta({ env: ["WAYMARK_WEB_SEARCH_URL"] }),
  theme: z
    .enum(["dark", "light", "color-blind"])
    .optional()
    .describe("Colours of the terminal; found out from it when absent.")
    .meta({ env: ["WAYMARK_THEME"] }),
  reducedMotion: z
    .boolean()
    .default(false)
    .describe("Nothing moves on the screen but the clock, once a second.")
    .meta({ env: ["WAYMARK_REDUCED_MOTION"] }),
  language: z
    .enum(["en", "pt"])
    .optional()
    .describe("Language of the session in the terminal; that of LC_ALL, LC_MESSAGES or LANG when absent.")
    .meta({ env: ["WAYMARK_LANGUAGE"] }),
  editorKeys: z
    .enum(["readline", "vim"])
    .default("readline")
    .describe("Keys of the prompt: those of readline, or the modes of vim.")
    .meta({ env: ["WAYMARK_EDITOR_KEYS"] }),
  notifications: z
    .enum(["auto", "bell", "osc9", "osc777", "off"])
    .default("auto")
    .describe(
      "How the terminal tells that it waits for you: the bell, a notification by OSC 9 or 777, or both as it can.",
    )
    .meta({ env: ["WAYMARK_NOTIFICATIONS"] }),
  saveDiagrams: z
    .boolean()
    .default(true)
    .describe("Whether a session in the terminal keeps the Mermaid diagrams of answers in .waymark/diagrams.")
    .meta({ env: ["WAYMARK_SAVE_DIAGRAMS"] }),
  commandVariables: z
    .array(z.string().min(1))
    .default([])
    .describe("More environment variables that commands get; without this they see PATH, HOME, LANG and the like only.")
    .meta({ env: ["WAYMARK_COMMAND_VARIABLES"] }),
  telemetry: z
    .boolean()
    .default(false)
    .describe("Sends spans and metrics of runs over OTLP, to where OTEL_EXPORTER_OTLP_ENDPOINT says.")
    .meta({ env: ["WAYMARK_TELEMETRY"] }),
  telemetryContent: z
    .boolean()
    .default(false)
    .describe("Whether prompts, answers, arguments and results of calls are a part of that, without known secrets.")
    .meta({ env: ["WAYMARK_TELEMETRY_CONTENT", "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] }),
  offline: z
    .boolean()
    .default(false)
    .describe("Never reach the network; without a local model the offline guide answers.")
    .meta({ env: ["WAYMARK_OFFLINE"], flag: "--offline" }),
  ...limitSettings,
  temperature: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .describe("Sampling temperature; the model's own default when absent.")
    .meta({ env: ["WAYMARK_TEMPERATURE"] }),
  outputTokens: z
    .int()
    .min(1)
    .optional()
    .describe("Tokens one reply may have.")
    .meta({ env: ["WAYMARK_OUTPUT_TOKENS"] }),
  contextTokens: z
    .int()
    .min(1000)
    .optional()
    .describe("Tokens of the model's context window, where the model's own number is wrong or unknown.")
    .meta({ env: ["WAYMARK_CONTEXT_TOKENS"] }),
  minionModel: z
    .string()
    .optional()
    .describe("PROVIDER/ID of a small model that condenses long results; without it they are cut in the middle.")
    .meta({ env: ["WAYMARK_MINION_MODEL", "MINION_SCRIBE_MODEL"] }),
  minionContextThreshold: z
    .int()
    .min(100)
    .default(8000)
    .describe("Tokens (of four characters) from which on a result is condensed.")
    .meta({ env: ["WAYMARK_MINION_CONTEXT_THRESHOLD", "MINION_CONTEXT_THRESHOLD"] }),
  answerCache: z
    .number()
    .min(0)
    .default(0)
    .describe(
      "MB of whole answers that are kept, so that the same request is not asked twice; 0 keeps none. Never where tools ran.",
    )
    .meta({ env: ["WAYMARK_ANSWER_CACHE"] }),
  remedies: z
    .boolean()
    .default(false)
    .describe(
      "Whether sessions keep, for this folder, what failed and what then worked, and tell the model of it when the same fails again.",
    )
    .meta({ env: ["WAYMARK_REMEDIES"] }),
  retryAttempts: z
    .int()
    .min(1)
    .max(20)
    .default(5)
    .describe("How often one model step is tried.")
    .meta({ env: ["WAYMARK_RETRY_ATTEMPTS"] }),
  firstByteTimeout: z
    .number()
    .min(0.01)
    .default(120)
    .describe(
      "Seconds to wait for the first byte of an answer; on this machine and private networks only if it is set.",
    )
    .meta({ env: ["WAYMARK_FIRST_BYTE_TIMEOUT"] }),
  stallTimeout: z
    .number()
    .min(0.01)
    .default(90)
    .describe(
      "Seconds of silence within an answer before it is tried again; on this machine and private networks only if it is set.",
    )
    .meta({ env: ["WAYMARK_STALL_TIMEOUT"] }),
  answerTimeout: z
    .number()
    .min(0.01)
    .default(1800)
    .describe("Seconds a whole answer may take, however it trickles, before it is tried again.")
    .meta({ env: ["WAYMARK_ANSWER_TIMEOUT"] }),
  addDirs: z
    .array(z.string())
    .default([])
    .describe("More folders that may be worked in.")
    .meta({ env: ["WAYMARK_ADD_DIRS"], flag: "--add-dir" }),
  copyLibraries: z
    .array(z.string())
    .default([])
    .describe(
      "Folders of copybooks that win over others, the first most; `NAME=FOLDER` is what `COPY … OF NAME` means.",
    )
    .meta({ env: ["WAYMARK_COPY_LIBRARIES"] }),
  skillFolders: z
    .array(z.string())
    .default([])
    .describe("More folders of skills; those of the project and of your own settings are always read.")
    .meta({ env: ["WAYMARK_SKILL_FOLDERS"] }),
  systemPrompt: z
    .string()
    .optional()
    .describe("Replaces the built-in system prompt.")
    .meta({ flag: "--system-prompt" }),
  appendSystemPrompt: z
    .string()
    .optional()
    .describe("Added at the end of the system prompt.")
    .meta({ flag: "--append-system-prompt" }),
  sessionPersistence: z
    .boolean()
    .default(true)
    .describe("Whether sessions are kept on disk.")
    .meta({ env: ["WAYMARK_SESSION_PERSISTENCE"], flag: "--no-session-persistence" }),
  modelCatalogueUrl: z
    .url()
    .optional()
    .describe("A models.dev-like document that `waymark models refresh` reads instead of the providers' own lists.")
    .meta({ env: ["WAYMARK_MODEL_CATALOGUE_URL"] }),
  profiles: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .default({})
    .describe("Settings by profile name; only your own settings can have them."),
  mcpServers: z
    .record(z.string(), serverSettings)
    .default({})
    .describe(
      "Servers of the Model Context Protocol whose tools are offered, by name; a project has them in `.mcp.json`.",
    ),
  hooks: z
    .record(z.string(), hookGroups)
    .default({})
    .describe(
      "What is run at an event, by its name, in the shape of Claude Code's settings; a project's need a yes each.",
    ),
  providers: z.record(z.string(), providerSettings).default({}).describe("Settings by provider id."),
});

export type Config = Readonly<z.infer<typeof ConfigSchema>>;
export type ConfigKey = keyof Config;
