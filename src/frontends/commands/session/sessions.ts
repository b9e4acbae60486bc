import type { Command } from "commander";
import type { House } from "../../../app/open-house.ts";
import { exportHtml } from "../../../app/session/export-html.ts";
import { exportMarkdown } from "../../../app/session/export-session.ts";
import {
  copySession,
  forgetSession,
  mendSession,
  renameSession,
  sessionNamed,
} from "../../../app/session/keep-sessions.ts";
import {
  allSessions,
  checkSession,
  dayAndMinute,
  eventsOf,
  type SessionSummary,
  sessionsOf,
  sessionsSaying,
} from "../../../app/session/session-list.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, subcommandOf } from "../in-house.ts";

interface SessionFlags {
  readonly all?: boolean;
  readonly json?: boolean;
  readonly format?: string;
  readonly cd?: string;
  readonly repair?: boolean;
  readonly search?: string;
}

/** `waymark sessions list|show|export|rename|fork|rm|fsck`. */
export function define(command: Command, context: CommandContext): void {
  const sub = (name: string, summary: string): Command => subcommandOf(command, name, summary);
  const withSession = (id: string, flags: SessionFlags, use: (session: SessionSummary, house: House) => void) =>
    inHouse(context, flags, (house) => use(sessionNamed(house, id), house));

  sub("list", "the sessions of this folder, newest first")
    .option("--all", "of every folder")
    .option("--search <words>", "those in which somebody said the words")
    .action((flags: SessionFlags) =>
      inHouse(context, flags, (house) => {
        const sessions = flags.all ? allSessions(house) : sessionsOf(house);
        list(flags.search === undefined ? sessions : sessionsSaying(sessions, flags.search), flags, context);
      }),
    );
  sub("show <id>", "what was said and done").action((id: string, flags: SessionFlags) =>
    withSession(id, flags, (session) => {
      const events = eventsOf(session);
      if (flags.json) for (const event of events) context.json(event);
      else context.data(exportMarkdown(events));
    }),
  );
  sub("export <id>", "the session as a document on standard output")
    .option("--format <format>", "md, html or json", "md")
    .action((id: string, flags: SessionFlags) =>
      withSession(id, flags, (session) => exportAs(flags.format, { id, session, context })),
    );
  sub("rename <id> <name...>", "calls it so from now on; -r NAME goes on with it").action(
    (id: string, words: readonly string[], flags: SessionFlags) =>
      inHouse(context, flags, (house) => {
        const name = renameSession(house, id, words.join(" "));
        if (flags.json) context.json({ id: sessionNamed(house, id).id, name });
        else context.out(phrase`${id} is called ${name}\n`);
      }),
  );
  sub("fork <id>", "a copy that goes its own way; prints its id").action((id: string, flags: SessionFlags) =>
    withSession(id, flags, (session) => context.out(`${copySession(session)}\n`)),
  );
  sub("rm <id>", "removes a session").action((id: string, flags: SessionFlags) =>
    withSession(id, flags, (session, house) => {
      forgetSession(house, session);
      context.out(phrase`removed ${session.id}\n`);
    }),
  );
  sub("fsck [id]", "checks the files of sessions, line by line")
    .option("--repair", "write damaged ones anew from their whole lines; the damaged file is kept beside")
    .action((id: string | undefined, flags: SessionFlags) =>
      inHouse(context, flags, (house) => {
        const sessions = id === undefined ? allSessions(house) : [sessionNamed(house, id)];
        if (flags.repair) for (const session of sessions) repair(session, flags, context);
        check(sessions, flags, context);
      }),
    );
}

function exportAs(
  format = "md",
  { id, session, context }: { readonly id: string; readonly session: SessionSummary; readonly context: CommandContext },
): void {
  const events = eventsOf(session);
  if (format === "json") return context.json({ id, events }, { indent: 2 });
  if (format === "html") return context.data(exportHtml(events));
  if (format === "md") return context.data(exportMarkdown(events));
  throw new UserError(phrase`--format is "${format}"; use md, html or json.`, EXIT.usage);
}

function list(sessions: readonly SessionSummary[], flags: SessionFlags, { out, json }: CommandContext): void {
  if (flags.json) return json(sessions, { indent: 2 });
  if (sessions.length === 0) return out(phrase`No sessions.\n`);
  for (const session of sessions) {
    out(`${session.id}  ${dayAndMinute(session.modifiedMs)}  ${session.title}\n`);
  }
}

function repair(session: SessionSummary, flags: SessionFlags, context: CommandContext): void {
  const done = mendSession(session);
  if (done === undefined || flags.json) return;
  context.out(phrase`${session.id}: ${done.kept} events kept; the damaged file is ${done.quarantine}\n`);
}

/** A damaged line is reported and stays: what is whole can still be read. */
function check(sessions: readonly SessionSummary[], flags: SessionFlags, context: CommandContext): void {
  const reports = sessions.map(checkSession);
  const isSound = reports.every((report) => report.problems.length === 0 || report.isNewer);
  if (!isSound) context.exit(EXIT.failed);
  if (flags.json) return context.json(reports, { indent: 2 });
  for (const report of reports) context.out(reportText(report));
}

function reportText({ id, events, problems, tornBytes, isNewer }: ReturnType<typeof checkSession>): string {
  if (isNewer) return `${id}: written by a newer Waymark, which can check it; it is left as it is\n`;
  const torn = tornBytes > 0 ? `, ${tornBytes} bytes of an unfinished last line (cut at the next start)` : "";
  const found =
    problems.length === 0 ? "sound" : `${problems.length} ${problems.length === 1 ? "problem" : "problems"}`;
  const lines = problems.map(({ line, problem }) => `  line ${line}: ${problem}\n`);
  return `${id}: ${events} events, ${found}${torn}\n${lines.join("")}`;
}
