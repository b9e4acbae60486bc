import type { UndoReport } from "../../../app/session/undo.ts";
import { PERMISSION_MODES } from "../../../core/permissions/decide.ts";
import { shortNumber } from "../panels/status-line.ts";
import type { Transcript } from "../transcript.ts";
import type { SlashCommand, SlashContext } from "./slash-command.ts";

export const AGENT_COMMANDS: readonly SlashCommand[] = [
  {
    name: "mode",
    aliases: ["permissions"],
    summary: "what is asked before it is done",
    argument: "[MODE]",
    whileRunning: true,
    complete: () => [...PERMISSION_MODES, ...Object.keys(MODE_SYNONYMS)],
    async run(argument, { agent, say, warn, pick }) {
      const items = PERMISSION_MODES.map((label) => ({
        label,
        hint: MODE_HINTS[label],
        isCurrent: label === agent.permissionMode,
      }));
      const name = argument === "" ? (await pick("Which mode?", items))?.label : (MODE_SYNONYMS[argument] ?? argument);
      if (name === undefined) return;
      const mode = PERMISSION_MODES.find((candidate) => candidate === name);
      if (!mode) return warn(`There is no mode "${name}"; there are ${PERMISSION_MODES.join(", ")}.`);
      agent.permissionMode = mode;
      say(`Mode ${mode}: ${MODE_HINTS[mode]}.`);
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
    run: async (_, context) => context.say(await statusText(context)),
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
    run: async (_, context) => context.say(await contextText(context)),
  },
  {
    name: "compact",
    aliases: ["compress"],
    summary: "condenses the conversation so far for the model",
    run: (_, { agent, follow }) => follow(agent.compact()),
  },
  {
    name: "undo",
    summary: "takes back what the last calls changed",
    argument: "[N|force]",
    async run(argument, { agent, say, warn }) {
      const steps = Number(/\d+/.exec(argument)?.[0] ?? 1);
      if (!/^(?:\d*\s*(?:force)?)$/.test(argument))
        return warn("Give how many calls to take back: /undo 2, or /undo force.");
      say(await undoText(await agent.undo({ steps, force: argument.includes("force") })));
    },
  },
];

/** Words of other agents for the same. */
const MODE_SYNONYMS: Readonly<Record<string, string>> = { auto: "acceptEdits", interactive: "default", ask: "default" };

export const MODE_HINTS: Readonly<Record<(typeof PERMISSION_MODES)[number], string>> = {
  default: "asks before it changes or runs something",
  plan: "only looks",
  acceptEdits: "edits without asking, asks before commands",
  dontAsk: "refuses what it would ask for",
  bypassPermissions: "asks nothing; only denied rules hold",
};

async function statusText({ agent, house, transcript }: SlashContext): Promise<string> {
  const all = await house.providers();
  const provider = all.find(({ id }) => agent.modelId.startsWith(`${id}/`));
  return [
    `- session \`${agent.sessionId}\``,
    `- model \`${agent.modelId}\`, strategy ${agent.strategy}`,
    ...(provider
      ? [`- provider ${provider.label}: ${provider.hasCredentials ? "✓" : "✗"} ${provider.credentials}`]
      : []),
    `- mode ${agent.permissionMode}: ${MODE_HINTS[agent.permissionMode]}`,
    `- folder \`${agent.cwd}\``,
    `- ${usageText(transcript())}`,
  ].join("\n");
}

function usageText({ usage, costUsd }: Transcript): string {
  const { inputTokens, outputTokens, cacheReadTokens } = usage;
  return `${shortNumber(inputTokens)} tokens in (${shortNumber(cacheReadTokens)} from the cache), ${shortNumber(outputTokens)} out, $${costUsd.toFixed(4)}`;
}

async function contextText({ agent }: SlashContext): Promise<string> {
  const { usedTokens, windowTokensMax, items, compactions, prunedResults } = await agent.contextReport();
  // Of what is counted here: what is used may be what the provider counted, by another measure.
  const counted = items.reduce((sum, { tokens }) => sum + tokens, 0);
  const share = (tokens: number): string => `${Math.round((tokens / Math.max(1, counted)) * 100)} %`;
  const percent = Math.round((usedTokens / Math.max(1, windowTokensMax)) * 100);
  return [
    `${shortNumber(usedTokens)} of ${shortNumber(windowTokensMax)} tokens (${percent} %), condensed ${compactions} times, ${prunedResults} results shortened.`,
    "",
    "| what | how many | tokens | share |",
    "|---|---:|---:|---:|",
    ...items.map(({ name, count, tokens }) => `| ${name} | ${count} | ${shortNumber(tokens)} | ${share(tokens)} |`),
  ].join("\n");
}

async function undoText({ checkpoints, steps, conflicts, problems, notCovered, id }: UndoReport): Promise<string> {
  const { describeChange } = await import("../../../app/session/undo.ts");
  if (conflicts.length > 0)
    return [
      "Nothing was undone; `/undo force` overwrites what changed since:",
      ...conflicts.map(({ path, why }) => `- \`${path}\`: ${why}`),
    ].join("\n");
  if (id === undefined) return "Nothing had to be changed.";
  return [
    `Undone: ${checkpoints.map(({ title }) => title).join(", ")}`,
    ...steps.map(({ path, from, to }) => `- ${describeChange({ path, before: from, after: to })}`),
    ...problems.map(({ path, why }) => `- \`${path}\` is left as it is: ${why}`),
    ...notCovered.map(({ path, why }) => `- not covered: \`${path}\` (${why})`),
    `\`waymark checkpoint restore ${id}\` takes this undo back.`,
  ].join("\n");
}
