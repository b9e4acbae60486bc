import type { SessionRules } from "../../../app/permissions/session-rules.ts";
import { spoken } from "../../../app/words/spoken.ts";
import type { ContextReport } from "../../../core/context/context-report.ts";
import { PERMISSION_MODES } from "../../../core/permissions/decide.ts";
import { splitRules } from "../../../core/permissions/rule.ts";
import type { AgentEvent } from "../../../core/protocol/event.ts";
import { shortNumber } from "../panels/status-line.ts";
import type { Transcript } from "../transcript.ts";
import { words, wordsFor } from "../words/words.ts";
import { providerStanding } from "./model-commands.ts";
import type { BuiltInCommand, SlashContext } from "./slash-command.ts";
import { undoText } from "./undo-text.ts";

export const AGENT_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: "mode",
    atTerminal: { instead: "--permission-mode MODE" },
    aliases: ["approvals"],
    argument: "[MODE]",
    whileRunning: true,
    complete: () => [...PERMISSION_MODES, ...Object.keys(MODE_SYNONYMS)],
    async run(argument, { agent, say, warn, pick }) {
      const items = PERMISSION_MODES.map((label) => ({
        label,
        hint: modeHint(label),
        isCurrent: label === agent.permissionMode,
      }));
      const name =
        argument === "" ? (await pick(words("mode.which"), items))?.label : (MODE_SYNONYMS[argument] ?? argument);
      if (name === undefined) return;
      const mode = PERMISSION_MODES.find((candidate) => candidate === name);
      if (!mode) return warn(words("mode.unknown", { name, names: PERMISSION_MODES.join(", ") }));
      agent.permissionMode = mode;
      (mode === "bypassPermissions" ? warn : say)(words("mode.set", { mode, hint: modeHint(mode) }));
    },
  },
  {
    name: "permissions",
    argument: "[remove RULE]",
    whileRunning: true,
    run(argument, { agent, say, sayLines, warn }) {
      const mode = agent.permissionMode;
      if (argument === "") {
        say(words("permissions.mode", { mode, hint: modeHint(mode) }));
        sayLines(ruleLines(agent.rules));
        return say(words("permissions.ways"));
      }
      const rule = argument.replace(/^remove\s+/, "");
      if (rule === argument || !agent.rules.remove(rule)) return warn(words("permissions.usage", { rule }));
      say(words("permissions.removed", { rule }));
    },
  },
  {
    name: "allow",
    atTerminal: { instead: "--allowedTools RULE" },
    argument: "RULE",
    whileRunning: true,
    async run(argument, { agent, say, warn }) {
      if (argument === "") return warn(words("allow.usage"));
      const { adviceOnRule, ruleInOurNames } = await import("../../../app/settings/rule-names.ts");
      const rules: string[] = [];
      for (const rule of splitRules(argument)) {
        const meant = ruleInOurNames(rule, agent.toolNames);
        if (meant.length === 0) return warn(words("allow.unknown", { rule, advice: spoken(adviceOnRule(rule)) }));
        rules.push(...meant);
      }
      agent.rules.allow(rules);
      say(words("allow.done", { rule: rules.join(", ") }));
    },
  },
  {
    name: "tools",
    whileRunning: true,
    run: (_, { agent, say }) => say(agent.toolNames.map((name) => `\`${name}\``).join(" ")),
  },
  {
    name: "status",
    whileRunning: true,
    run: async (_, context) => context.say(await statusText(context)),
  },
  {
    name: "cost",
    aliases: ["usage", "stats"],
    whileRunning: true,
    async run(_, { agent, transcript, say }) {
      const { cache } = await agent.contextReport();
      say([usageText(transcript()), ...cacheText(cache)].join("\n\n"));
    },
  },
  {
    name: "context",
    whileRunning: true,
    run: async (_, context) => context.say(await contextText(context)),
  },
  {
    name: "compact",
    aliases: ["compress"],
    run: (_, context) => context.follow(compaction(context)),
  },
  {
    name: "undo",
    argument: "[N|force]",
    async run(argument, { agent, say, warn }) {
      const steps = Number(/\d+/.exec(argument)?.[0] ?? 1);
      if (!/^(?:\d*\s*(?:force)?)$/.test(argument)) return warn(words("undo.usage"));
      say(undoText(await agent.undo({ steps, force: argument.includes("force") })));
    },
  },
  {
    name: "redo",
    argument: "[force]",
    async run(argument, { agent, say, warn }) {
      if (argument !== "" && argument !== "force") return warn(words("redo.usage"));
      say(undoText(await agent.undo({ redo: true, force: argument === "force" }), "redo"));
    },
  },
];

async function* compaction({ agent, say }: SlashContext): AsyncGenerator<AgentEvent, void> {
  let isNothing = true;
  for await (const event of agent.compact()) {
    isNothing = false;
    yield event;
  }
  if (isNothing) say(words("compact.none"));
}

/** Those that deny first, as they outrank the others. */
function ruleLines(rules: SessionRules): readonly string[] {
  const lines = (["deny", "ask", "allow"] as const).flatMap((kind) =>
    rules.now[kind].map(
      (rule) =>
        `${rule}  ${words(`permissions.${kind}`)}${rules.isOfSession(rule) ? words("permissions.session") : ""}`,
    ),
  );
  return lines.length > 0 ? lines : [words("permissions.none")];
}

/** Words of other agents for the same. */
const MODE_SYNONYMS: Readonly<Record<string, string>> = { auto: "acceptEdits", interactive: "default", ask: "default" };

/** What a mode does, in a few words. */
export const modeHint = (mode: (typeof PERMISSION_MODES)[number]): string => words(`mode.${mode}`);

async function statusText({ agent, house, transcript }: SlashContext): Promise<string> {
  const all = await house.providers({ reach: true });
  const provider = all.find(({ id }) => agent.modelId.startsWith(`${id}/`));
  return [
    words("status.session", { id: agent.sessionId }),
    words("status.model", {
      model: agent.modelId,
      effort: agent.effort === undefined ? "" : words("status.effort", { effort: agent.effort }),
      strategy: agent.strategy,
    }),
    ...(provider ? [words("status.provider", { label: provider.label, standing: providerStanding(provider) })] : []),
    ...(house.config.agent === undefined ? [] : [words("status.agent", { name: house.config.agent })]),
    words("status.mode", { mode: agent.permissionMode, hint: modeHint(agent.permissionMode) }),
    words("status.folder", { folder: agent.cwd }),
    ...agent.marks.folders.map((folder) => words("addDir.one", { folder })),
    `- ${usageText(transcript())}`,
  ].join("\n");
}

function usageText({ usage, costUsd, isCostUnknown, activity }: Transcript): string {
  const { inputTokens, outputTokens, cacheReadTokens } = usage;
  if (inputTokens + outputTokens === 0 && costUsd === 0) return words("usage.none");
  // Whether nothing was spent, or what has no known price, the end of the run tells.
  const isOpen = costUsd === 0 && activity !== undefined;
  const known = isOpen ? words("usage.costOpen") : `$${costUsd.toFixed(4)}`;
  return words("usage.line", {
    input: shortNumber(inputTokens),
    cached: shortNumber(cacheReadTokens),
    output: shortNumber(outputTokens),
    cost: isCostUnknown ? words("status.priceUnknown") : known,
  });
}

/** How often a request found what it should have in the provider's cache, and why the last one that did not. */
function cacheText(cache: ContextReport["cache"]): readonly string[] {
  const expected = cache.filter(({ reason }) => reason !== "first request");
  if (expected.length === 0) return [];
  const misses = expected.filter(({ reason }) => reason !== "as expected");
  const hits = words("usage.cache", { hits: expected.length - misses.length, all: expected.length });
  const last = misses.at(-1);
  return [last === undefined ? `${hits}.` : words("usage.miss", { hits, why: last.reason })];
}

async function contextText({ agent }: SlashContext): Promise<string> {
  const report = await agent.contextReport({ asksService: true });
  const { usedTokens, serviceTokens, windowTokensMax, items, compactions, prunedResults } = report;
  // Of what is counted here: what is used may be what the provider counted, by another measure.
  const counted = items.reduce((sum, { tokens }) => sum + tokens, 0);
  const share = (tokens: number): string => `${Math.round((tokens / Math.max(1, counted)) * 100)} %`;
  const percent = Math.round((usedTokens / Math.max(1, windowTokensMax)) * 100);
  return [
    words("context.head", {
      used: shortNumber(usedTokens),
      max: shortNumber(windowTokensMax),
      percent,
      counted: serviceTokens === undefined ? "" : words("context.counted", { tokens: shortNumber(serviceTokens) }),
      compactions,
      pruned: prunedResults,
    }),
    ...(report.isWindowAssumed ? [words("context.assumed", { max: windowTokensMax })] : []),
    "",
    ...(agent.marks.folders.length === 0
      ? []
      : [
          words("context.folders", {
            folders: [agent.cwd, ...agent.marks.folders].map((one) => `\`${one}\``).join(", "),
          }),
          "",
        ]),
    words("context.columns"),
    "|---|---:|---:|---:|",
    ...items.map(
      ({ name, count, tokens }) => `| ${itemText(name)} | ${count} | ${shortNumber(tokens)} | ${share(tokens)} |`,
    ),
    `| ${words("context.free")} | | ${shortNumber(Math.max(0, windowTokensMax - usedTokens))} | |`,
  ].join("\n");
}

/** What the report calls it, in the words of the session. */
function itemText(name: string): string {
  const [, whose, of = ""] = /^(results|tools) of (.+)$/s.exec(name) ?? [];
  if (whose !== undefined) return words(whose === "results" ? "context.results of" : "context.tools of", { name: of });
  return wordsFor(`context.${name}`) ?? name;
}
