import type { Command } from "commander";
import { type RunStats, statsOf } from "../../../app/context/run-stats.ts";
import { allSessions, eventsOf, sessionsOf } from "../../../app/session/session-list.ts";
import { phrase } from "../../../base/phrase.ts";
import type { CommandContext } from "../command.ts";
import { inHouse } from "../in-house.ts";

interface StatsFlags {
  readonly cd?: string;
  readonly json?: boolean;
  readonly all?: boolean;
}

/** `waymark stats`: what the runs came to, from the session files on this machine alone. */
export function define(command: Command, context: CommandContext): void {
  command
    .option("-C, --cd <folder>", "the working folder")
    .option("--all", "of every folder")
    .option("--json", "print JSON")
    .action(async (flags: StatsFlags) => {
      const sessions = await inHouse(context, flags, (house) => (flags.all ? allSessions(house) : sessionsOf(house)));
      const rows = statsOf(sessions.map(eventsOf));
      if (flags.json) return context.json({ sessions: sessions.length, rows }, { indent: 2 });
      if (rows.length === 0) return context.out(phrase`No runs.\n`);
      for (const line of table(rows)) context.out(`${line}\n`);
      context.out(phrase`${sessions.length} sessions${flags.all ? "" : " of this folder (--all: of every folder)"}\n`);
    });
}

const COLUMNS: readonly (readonly [string, (row: RunStats) => string])[] = [
  ["model", (row) => row.model],
  ["strategy", (row) => row.strategy],
  ["runs", (row) => String(row.runs)],
  ["done", (row) => `${Math.round((100 * row.done) / row.runs)}%`],
  ["steps", (row) => (row.steps / row.runs).toFixed(1)],
  ["tokens in", (row) => String(row.usage.inputTokens)],
  [
    "cached",
    (row) =>
      `${row.usage.inputTokens === 0 ? 0 : Math.round((100 * row.usage.cacheReadTokens) / row.usage.inputTokens)}%`,
  ],
  ["out", (row) => String(row.usage.outputTokens)],
  ["cost $", (row) => (row.isCostUnknown ? "unknown" : row.costUsd.toFixed(4))],
  ["median s", (row) => (row.medianDurationMs / 1000).toFixed(1)],
];

function table(rows: readonly RunStats[]): string[] {
  const cells = [COLUMNS.map(([title]) => title), ...rows.map((row) => COLUMNS.map(([, show]) => show(row)))];
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((line) => (line[column] ?? "").length)));
  return cells.map((line) =>
    line
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
