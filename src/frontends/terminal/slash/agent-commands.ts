import { PERMISSION_MODES } from "../../../core/permissions/decide.ts";
import { shortNumber } from "../status-line.ts";
import type { Transcript } from "../transcript.ts";
import type { SlashCommand, SlashContext } from "./slash-command.ts";

export const AGENT_COMMANDS: readonly SlashCommand[] = [
  {
    name: "model",
    summary: "the model, or another one for what comes next",
    argument: "[PROVIDER/ID]",
    async run(argument, { agent, say }) {
      if (argument !== "") await agent.useModel(argument);
      say(`The model is \`${agent.modelId}\`.`);
    },
  },
  {
    name: "mode",
    aliases: ["permissions"],
    summary: "what is asked before it is done",
    argument: "[MODE]",
    whileRunning: true,
    complete: () => PERMISSION_MODES,
    async run(argument, { agent, say, warn, pick }) {
      const items = PERMISSION_MODES.map((label) => ({ label, hint: MODE_HINTS[label] }));
      const name = argument === "" ? (await pick("Which mode?", items))?.label : argument;
      if (name === undefined) return;
      const mode = PERMISSION_MODES.find((candidate) => candidate === name);
      if (!mode) return warn(`There is no mode "${name}"; there are ${PERMISSION_MODES.join(", ")}.`);
      agent.permissionMode = mode;
      say(`Mode ${mode}: ${MODE_HINTS[mode]}.`);
    },
  },
  {
    name: "plan",
    summary: "looks only: changes are proposed, not made",
    argument: "[PROMPT]",
    run(argument, { agent, say, prompt }) {
      agent.permissionMode = "plan";
      if (argument === "") return say("Mode plan: it looks and proposes; Shift+Tab or /mode default ends it.");
      prompt(argument);
    },
  },
  {
    name: "allow",
    summary: "adds a rule for the rest of the session",
    argument: "RULE",
    whileRunning: true,
    run(argument, { agent, say, warn }) {
      if (argument === "") return warn("Give a rule such as shell(git status) or edit_file(src/**).");
      agent.allow(argument);
      say(`\`${argument}\` is allowed in this session.`);
    },
  },
  {
    name: "tools",
    summary: "what the model may call here",
    whileRunning: true,
    run: (_, { agent, say }) => say(agent.toolNames.map((name) => `\`${name}\``).join(" ")),
  },
  {
    name: "status",
    summary: "session, model, mode, folder, tokens and cost",
    whileRunning: true,
    run: (_, context) => context.say(statusText(context)),
  },
  {
    name: "cost",
    aliases: ["usage", "stats"],
    summary: "tokens and cost of this session",
    whileRunning: true,
    run: (_, { transcript, say }) => say(usageText(transcript())),
  },
  {
    name: "context",
    summary: "how full the model's context is, and with what",
    whileRunning: true,
    run: (_, context) => context.say(contextText(context)),
  },
];

export const MODE_HINTS: Readonly<Record<(typeof PERMISSION_MODES)[number], string>> = {
  default: "asks before it changes or runs something",
  plan: "only looks",
  acceptEdits: "edits without asking, asks before commands",
  dontAsk: "refuses what it would ask for",
  bypassPermissions: "asks nothing; only denied rules hold",
};

function statusText({ agent, transcript }: SlashContext): string {
  return [
    `- session \`${agent.sessionId}\``,
    `- model \`${agent.modelId}\`, strategy ${agent.strategy}`,
    `- mode ${agent.permissionMode}: ${MODE_HINTS[agent.permissionMode]}`,
    `- folder \`${agent.cwd}\``,
    `- ${usageText(transcript())}`,
  ].join("\n");
}

function usageText({ usage, costUsd }: Transcript): string {
  const { inputTokens, outputTokens, cacheReadTokens } = usage;
  return `${shortNumber(inputTokens)} tokens in (${shortNumber(cacheReadTokens)} from the cache), ${shortNumber(outputTokens)} out, $${costUsd.toFixed(4)}`;
}

/** Shares by length: nobody but the provider counts tokens exactly. */
function contextText({ agent, transcript }: SlashContext): string {
  const sizes = { prompts: 0, answers: 0, calls: 0, results: 0 };
  for (const event of agent.history) {
    if (event.type === "prompt") sizes.prompts += event.text.length;
    else if (event.type === "call-end") sizes.results += event.result.text.length;
    else if (event.type === "reply")
      for (const part of event.content)
        if (part.kind === "call") sizes.calls += JSON.stringify(part.call.input ?? null).length;
        else sizes.answers += part.text.length;
  }
  const total = Math.max(
    1,
    Object.values(sizes).reduce((sum, size) => sum + size, 0),
  );
  const { contextTokens } = transcript();
  const max = agent.contextTokensMax;
  const head =
    contextTokens === 0
      ? "The model has not counted any tokens yet."
      : `${shortNumber(contextTokens)} tokens${max ? ` of ${shortNumber(max)} (${Math.round((contextTokens / max) * 100)} %)` : ""} in the last request.`;
  const rows = Object.entries(sizes).map(
    ([name, size]) => `| ${name} | ${shortNumber(size)} | ${Math.round((size / total) * 100)} % |`,
  );
  return [head, "", "| what | characters | share |", "|---|---:|---:|", ...rows].join("\n");
}
