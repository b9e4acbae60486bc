import { nothingFound, standaloneFacts } from "../../file-facts.ts";
import type { LanguageFrontend, SourceText } from "../../frontend.ts";
import type { FileFacts } from "../../model.ts";
import { type Draft, Schedule, type ScheduleFacts } from "./schedule.ts";
import { isScheduleCsv, scheduleCsv } from "./schedule-csv.ts";

/**
 * Job schedules of CA7 (listings and batch commands), of Control-M (XML), and of either as a table (CSV): an `entry` for each scheduled job that
 * `executes` the job, and `starts` the jobs that follow it.
 */
export const scheduler: LanguageFrontend = {
  language: "scheduler",
  extensions: [".ca7", ".controlm", ".ctm"],
  maybe: [".csv"],
  detect: (path, head) =>
    isScheduleCsv(path, head) ||
    /<(?:DEFTABLE|DEFCAL|SMART_FOLDER|FOLDER)\b[^>]*>/.test(head) ||
    /^[ 1]*LJOB,JOB=/m.test(head),
  parse: parseSchedule,
};

function parseSchedule(source: SourceText): FileFacts {
  const lines = source.text.split(/\r?\n/);
  const isXml = /<(?:DEFTABLE|SMART_FOLDER|FOLDER|JOB)\b/.test(source.text);
  const isCsv = isScheduleCsv(source.path, source.text);
  const facts = isCsv ? scheduleCsv(source.text) : isXml ? controlM(lines) : ca7(lines);
  const problems = facts.symbols.length === 0 ? nothingFound(source.text, "no scheduled job in this file") : [];
  return standaloneFacts(source, "scheduler", { ...facts, problems });
}

const NAME = "([A-Z@#$][A-Z0-9@#$]{0,7})";
const CA7_JOB = new RegExp(`^[ 1]*(?:LJOB,|ADD,|UPD,)JOB=${NAME}`);
const CA7_HEADER = new RegExp(`^ ?JOB=${NAME}\\s+LIST=`);
const CA7_TRIGGER = new RegExp(`^\\s+JOB=${NAME}\\s+SCHID=`);
const CA7_COMMAND = new RegExp(`\\bTRGJOB=${NAME}`);

/** CA7: `LJOB` listings, whose TRIGGERED JOBS section names the followers, and database commands with TRGJOB=. */
function ca7(lines: readonly string[]): ScheduleFacts {
  const schedule = new Schedule();
  let current: Draft | undefined;
  let section = "";
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    const job = (CA7_JOB.exec(text) ?? CA7_HEADER.exec(text))?.[1];
    if (job && job !== current?.name) {
      current = schedule.entry(job, line, text, { type: "schedule", scheduler: "CA7" });
      section = "";
    }
    section = /^\s+-{3,}\s+([A-Z][A-Z ]+?)\s+-{3,}/.exec(text)?.[1] ?? section;
    const next =
      CA7_COMMAND.exec(text)?.[1] ?? (section === "TRIGGERED JOBS" ? CA7_TRIGGER.exec(text)?.[1] : undefined);
    if (current && next) schedule.edge("starts", current.key, next, { line, text });
    if (current && text.trim() !== "") current.end = line;
  }
  return schedule;
}

const ATTRIBUTE = /(?<![A-Z_])([A-Z_]+)="([^"]*)"/g;

/** Control-M: a job starts the jobs that wait for a condition it adds. */
function controlM(lines: readonly string[]): ScheduleFacts {
  const reader = new ControlMReader();
  for (const [index, text] of lines.entries()) reader.read(text, index + 1);
  return reader.finish();
}

class ControlMReader {
  readonly #schedule = new Schedule();
  readonly #added = new Map<string, Draft>();
  readonly #awaited: {
    readonly condition: string;
    readonly job: string;
    readonly line: number;
    readonly text: string;
  }[] = [];
  #current: Draft | undefined;

  read(text: string, line: number): void {
    const tag = /<\/?([A-Z_]+)\b/.exec(text);
    if (!tag) return;
    const attributes = new Map([...text.matchAll(ATTRIBUTE)].map((match) => [match[1] ?? "", match[2] ?? ""]));
    if (tag[0] === "</JOB") {
      if (this.#current) this.#current.end = line;
      this.#current = undefined;
    } else if (tag[1] === "JOB") this.#startJob(attributes, text, line);
    else if (this.#current) this.#condition(tag[1] ?? "", attributes, text, line);
  }

  /** A condition may be awaited before the line that adds it, so edges come last. */
  finish(): ScheduleFacts {
    for (const { condition, job, line, text } of this.#awaited) {
      const before = this.#added.get(condition);
      if (before) this.#schedule.edge("starts", before.key, job, { line, text, detail: { condition } });
    }
    return this.#schedule;
  }

  #startJob(attributes: ReadonlyMap<string, string>, text: string, line: number): void {
    const name = (attributes.get("JOBNAME") ?? "").toUpperCase();
    const member = (attributes.get("MEMNAME") || name).toUpperCase();
    this.#current =
      name === ""
        ? undefined
        : this.#schedule.entry(name, line, text, { type: "schedule", scheduler: "Control-M", member });
    if (/\/>\s*$/.test(text)) this.#current = undefined;
  }

  #condition(tag: string, attributes: ReadonlyMap<string, string>, text: string, line: number): void {
    const condition = attributes.get("NAME") ?? "";
    if (!this.#current) return;
    if (tag === "OUTCOND" && attributes.get("SIGN") === "+") this.#added.set(condition, this.#current);
    if (tag === "INCOND") this.#awaited.push({ condition, job: this.#current.name, line, text });
  }
}
