// Spellings as the help and the manuals of other agents have them: Claude Code, Codex, Gemini CLI, Qwen Code, Copilot CLI, opencode,
// pi, Kimi, Vibe. What differs from a flag of ours only by its case and its dashes needs no row.

import { type Phrase, phrase } from "../../base/phrase.ts";

/** What their flag says in ours; a function is given their flag's value. */
export type Meaning = readonly string[] | ((value: string) => readonly string[]);

export const as =
  (flag: string, values: Readonly<Record<string, string>> = {}): Meaning =>
  (value) => [flag, values[value] ?? value];

const ALL_ALLOWED = ["--permission-mode", "bypassPermissions"];
const APPROVALS_OF_CODEX = {
  ...{ untrusted: "default", "on-request": "default", "on-failure": "acceptEdits", never: "dontAsk" },
};
const OUTPUT_FORMATS = ["text", "json", "stream-json"];
const SANDBOXES = ["read-only", "workspace-write", "off", "danger-full-access", "none"];

export const FLAGS: Readonly<Record<string, Meaning>> = {
  "--prompt": (value) => ["--print", "--", value],
  "--yolo": ALL_ALLOWED,
  "-y": ALL_ALLOWED,
  "--dangerously-skip-permissions": ALL_ALLOWED,
  "--allow-all-tools": ALL_ALLOWED,
  "--dangerously-bypass-approvals-and-sandbox": [...ALL_ALLOWED, "--sandbox", "off"],
  "--full-auto": ["--permission-mode", "acceptEdits", "--sandbox", "workspace-write"],
  "--approval-mode": as("--permission-mode", { auto_edit: "acceptEdits", yolo: "bypassPermissions" }),
  "--ask-for-approval": as("--permission-mode", APPROVALS_OF_CODEX),
  "-a": as("--permission-mode", APPROVALS_OF_CODEX),
  "--allow-tool": as("--allowedTools"),
  "--deny-tool": as("--disallowedTools"),
  "--thinking": as("--effort", { off: "none" }),
  "--reasoning-effort": as("--effort"),
  "--variant": as("--effort"),
  "--cwd": as("--cd"),
  "--include-directories": (value) => value.split(",").flatMap((folder) => ["--add-dir", folder.trim()]),
  "--output-schema": as("--json-schema"),
  "--mode": (value) => ["--output-format", value === "json" ? "stream-json" : value],
  "-o": (value) => [OUTPUT_FORMATS.includes(value) ? "--output-format" : "--output-last-message", value],
  "--json": ["--output-format", "json"],
  "--quiet": ["--final-message-only"],
  "-q": ["--final-message-only"],
  "--silent": ["--final-message-only"],
  "--session": as("--resume"),
  "--fork": ["--fork-session"],
  "--last": ["--continue"],
  "--ephemeral": ["--no-session-persistence"],
  "--no-session": ["--no-session-persistence"],
  "--max-budget-usd": as("--max-cost"),
  "--max-price": as("--max-cost"),
  "-s": (value) =>
    SANDBOXES.includes(value) ? ["--sandbox", VALUES["--sandbox"]?.[value] ?? value] : ["--resume", value],
  "--interactive": (value) => ["--", value],
  "--prompt-interactive": (value) => ["--", value],
  "-i": (value) => ["--", value],
  "--fallback-models": as("--fallback-model"),
  "--no-alt-screen": [],
  "-V": ["--version"],
  "--bare": ["--setting-sources", ""],
  "--safe-mode": ["--setting-sources", ""],
};

/** What a flag above says where no value follows it. */
export const BARE: Readonly<Record<string, readonly string[]>> = { "-s": ["--final-message-only"] };

/** Values of flags of ours as others write them; the empty one stands where they give none. */
export const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "--sandbox": { "": "workspace-write", "danger-full-access": "off", none: "off" },
};

/** Flags of others that are something else here. */
export const INSTEAD: Readonly<Record<string, Phrase>> = {
  "--agents": phrase`write them into .waymark/agents; \`waymark agents list\` shows them`,
  "--image": phrase`name the picture in the prompt as @FILE`,
  "--file": phrase`name the file in the prompt as @FILE`,
  "--search": phrase`the web is searched where webSearch is set: \`waymark config explain webSearch\``,
  "--oss": phrase`name a local model: -m ollama/MODEL`,
  "--remote": phrase`there is no session elsewhere`,
  "--cloud": phrase`there is no session elsewhere`,
};

/** First words that say what a command or flags of ours say. */
export const WORDS: Readonly<Record<string, readonly string[]>> = {
  exec: ["--print"],
  e: ["--print"],
  resume: ["--resume"],
  history: ["sessions", "list"],
  export: ["sessions", "export"],
  import: ["config", "import"],
  settings: ["config"],
  upgrade: ["update"],
  version: ["--version"],
  chat: [],
  plugins: ["plugin"],
  extensions: ["plugin"],
  agent: ["agents"],
  session: ["sessions"],
  model: ["models"],
  "list-models": ["models", "list"],
  skill: ["skills"],
  "generate-skills": ["skills", "generate"],
  hook: ["hooks"],
  trust: ["config", "trust"],
  rewind: ["undo"],
  whoami: ["status"],
  configure: ["config"],
  "mcp-server": ["mcp", "serve"],
  "update-providers": ["models", "refresh"],
  "--acp": ["acp"],
  "--experimental-acp": ["acp"],
  "--list-models": ["models", "list"],
};

/** Commands of others that are something else here; alone or with flags they are no prompt. */
export const COMMANDS_INSTEAD: Readonly<Record<string, Phrase>> = {
  serve: phrase`\`waymark mcp serve\` offers its tools, \`waymark acp\` speaks with editors.`,
  server: phrase`\`waymark mcp serve\` offers its tools, \`waymark acp\` speaks with editors.`,
  "app-server": phrase`\`waymark mcp serve\` offers its tools, \`waymark acp\` speaks with editors.`,
  web: phrase`\`waymark view\` shows sessions, runs and plans in your browser.`,
  ui: phrase`\`waymark view\` shows sessions, runs and plans in your browser.`,
  tui: phrase`\`waymark\` alone opens the session in the terminal.`,
  term: phrase`\`waymark\` alone opens the session in the terminal.`,
  sandbox: phrase`\`--sandbox MODE\` chooses what commands run in, \`waymark policy check COMMAND\` explains a verdict.`,
  debug: phrase`\`waymark doctor\` checks the set-up, \`--debug\` writes what a run does to a log.`,
  logs: phrase`\`waymark sessions list\` shows the sessions, \`--debug\` writes what a run does to a log.`,
  info: phrase`\`waymark doctor\` checks the set-up, \`waymark config path\` says where its files are.`,
  features: phrase`\`waymark config list\` shows the settings, \`waymark config explain NAME\` what one does.`,
  cloud: phrase`there is no session elsewhere.`,
  remote: phrase`there is no session elsewhere.`,
  pr: phrase`ask for it: \`waymark -p "review the changes of this branch"\`.`,
  github: phrase`ask for it: \`waymark -p "review the changes of this branch"\`.`,
  worktree: phrase`\`-w NAME\` works in a git worktree of its own.`,
  attach: phrase`\`waymark -r ID\` goes on with a session, \`waymark sessions list\` shows them.`,
  recipe: phrase`\`waymark plan\` makes and runs plans, a file in .waymark/commands is a command of your own.`,
  schedule: phrase`let your system's own clock start \`waymark -p "…"\`.`,
  setup: phrase`\`waymark login\` stores a key, \`waymark init\` writes an AGENTS.md.`,
  "setup-token": phrase`\`waymark login\` stores a key.`,
  install: phrase`\`waymark update\` says what is newer and how to get it.`,
  uninstall: phrase`\`npm uninstall --global waymark\` takes it away, \`waymark config path\` says where its files are.`,
  permissions: phrase`\`waymark policy check COMMAND\` explains a verdict, \`waymark config explain permissions\` the rules.`,
  review: phrase`ask for it: \`waymark -p "review the changes of this branch"\`.`,
  apply: phrase`\`waymark edit apply FILE\` applies an edit.`,
  auth: phrase`\`waymark login\` stores a key, \`waymark logout\` forgets it, \`waymark status\` shows what is there.`,
  run: phrase`give the prompt: \`waymark -p "…"\`.`,
  share: phrase`\`waymark sessions export ID\` writes a session as a document.`,
  usage: phrase`\`waymark stats\` shows what runs came to.`,
  cost: phrase`\`waymark stats\` shows what runs came to.`,
};
