import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "commander";
import { LOG_FORMAT } from "../../../adapters/sessions/log-line.ts";
import { readSession } from "../../../adapters/sessions/read-session.ts";
import { repairSession } from "../../../adapters/sessions/repair-session.ts";
import {
  findSession,
  forkSession,
  listAllSessions,
  listSessions,
  removeSession,
  type SessionSummary,
  sessionFile,
  sessionFolder,
} from "../../../adapters/sessions/session-catalogue.ts";
import { forgetCheckpoints } from "../../../adapters/snapshots/history.ts";
import { exportHtml } from "../../../app/session/export-html.ts";
import { exportMarkdown } from "../../../app/session/export-session.ts";
import { snapshotFolder } from "../../../app/session/snapshot-folder.ts";
import { locations } from "../../../app/settings/locations.ts";
import { systemClock } from "../../../app/system-clock.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { workingFolder } from "../working-folder.ts";

interface SessionFlags {
  readonly all?: boolean;
  readonly json?: boolean;
  readonly format?: string;
  readonly cd?: string;
  readonly repair?: boolean;
}

/** `waymark sessions list|show|export|fork|rm|fsck`. */
export function define(command: Command, context: CommandContext): void {
  const state = locations(context.environment).state;
  const folderOf = (flags: SessionFlags): string => sessionFolder(state, workingFolder(context.cwd, flags.cd));
  const find = (id: string, flags: SessionFlags): SessionSummary => findSession(state, folderOf(flags), id);
  const sub = (name: string, summary: string): Command =>
    command
      .command(name)
      .description(summary)
      .option("-C, --cd <folder>", "the working folder")
      .option("--json", "print JSON");

  sub("list", "the sessions of this folder, newest first")
    .option("--all", "of every folder")
    .action((flags: SessionFlags) =>
      list(flags.all ? listAllSessions(state) : listSessions(folderOf(flags)), flags, context),
    );
  sub("show <id>", "what was said and done").action((id: string, flags: SessionFlags) => {
    const { events } = readSession(find(id, flags).path);
    context.out(flags.json ? events.map((event) => `${JSON.stringify(event)}\n`).join("") : exportMarkdown(events));
  });
  sub("export <id>", "the session as a document on standard output")
    .option("--format <format>", "md, html or json", "md")
    .action((id: string, flags: SessionFlags) => {
      const { events } = readSession(find(id, flags).path);
      if (flags.format === "json") return context.out(`${JSON.stringify({ id, events }, undefined, 2)}\n`);
      if (flags.format === "html") return context.out(exportHtml(events));
      if (flags.format !== "md")
        throw new UserError(`--format is "${flags.format}"; use md, html or json.`, EXIT.usage);
      context.out(exportMarkdown(events));
    });
  sub("fork <id>", "a copy that goes its own way; prints its id").action((id: string, flags: SessionFlags) => {
    const source = find(id, flags);
    const copy = systemClock.id();
    const target = sessionFile(dirname(source.path), copy);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    forkSession(source.path, target);
    context.out(`${copy}\n`);
  });
  sub("rm <id>", "removes a session").action((id: string, flags: SessionFlags) => {
    const session = find(id, flags);
    removeSession(session);
    forgetCheckpoints(snapshotFolder(state, session.cwd), session.id);
    context.out(`removed ${session.id}\n`);
  });
  sub("fsck [id]", "checks the files of sessions, line by line")
    .option("--repair", "write damaged ones anew from their whole lines; the damaged file is kept beside")
    .action((id: string | undefined, flags: SessionFlags) => {
      const sessions = id === undefined ? listAllSessions(state) : [find(id, flags)];
      if (flags.repair) for (const session of sessions) repair(session, flags, context);
      check(sessions, flags, context);
    });
}

function list(sessions: readonly SessionSummary[], flags: SessionFlags, { out }: CommandContext): void {
  if (flags.json) return out(`${JSON.stringify(sessions, undefined, 2)}\n`);
  if (sessions.length === 0) return out("No sessions.\n");
  for (const session of sessions) {
    const when = new Date(session.modifiedMs).toISOString().slice(0, 16).replace("T", " ");
    out(`${session.id}  ${when}  ${session.title}\n`);
  }
}

function repair(session: SessionSummary, flags: SessionFlags, context: CommandContext): void {
  const done = repairSession(session.path);
  if (done === undefined || flags.json) return;
  context.out(`${session.id}: ${done.kept} events kept; the damaged file is ${done.quarantine}\n`);
}

/** A damaged line is reported and stays: what is whole can still be read. */
function check(sessions: readonly SessionSummary[], flags: SessionFlags, context: CommandContext): void {
  const reports = sessions.map((session) => {
    const content = readSession(session.path);
    return {
      id: session.id,
      path: session.path,
      events: content.events.length,
      problems: content.problems,
      tornBytes: content.totalBytes - content.wholeBytes,
      isNewer: content.format > LOG_FORMAT,
    };
  });
  const isSound = reports.every((report) => report.problems.length === 0 || report.isNewer);
  if (!isSound) context.exit(EXIT.failed);
  if (flags.json) return context.out(`${JSON.stringify(reports, undefined, 2)}\n`);
  for (const { id, events, problems, tornBytes, isNewer } of reports) {
    if (isNewer) context.out(`${id}: written by a newer Waymark, which can check it; it is left as it is\n`);
    if (isNewer) continue;
    const torn = tornBytes > 0 ? `, ${tornBytes} bytes of an unfinished last line (cut at the next start)` : "";
    context.out(
      `${id}: ${events} events, ${problems.length === 0 ? "sound" : `${problems.length} ${problems.length === 1 ? "problem" : "problems"}`}${torn}\n`,
    );
    for (const { line, problem } of problems) context.out(`  line ${line}: ${problem}\n`);
  }
}
