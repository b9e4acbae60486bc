import { type Draft, Schedule, type ScheduleFacts } from "./schedule.ts";

/** What a column of an exported schedule holds; the words are those of Control-M's properties and of CA7's listings. */
const COLUMNS = {
  job: /^(?:job|jobname|scheduledjob)$/,
  member: /^(?:mem|memname|member|membername|jclmember|jobmember)$/,
  awaits:
    /^(?:incond|incondition|inconditions?|inconds|prerequisites?|prerequisiteconditions?|waitforevents|eventstowaitfor)$/,
  adds: /^(?:outcond|outcondition|outconditions?|outconds|addevents|eventstoadd|conditionsadded)$/,
  follows: /^(?:triggeredby|predecessors?|predecessorjobs?|previousjobs?|dependson|after)$/,
  starts: /^(?:triggers|triggeredjobs?|trgjob|successors?|successorjobs?|nextjobs?|followers?|releases)$/,
} as const;
type Column = keyof typeof COLUMNS;

const HEADER_ROWS_MAX = 20;
const JOB = /^[A-Z@#$][A-Z0-9@#$_.-]{0,63}$/;

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

interface Table {
  readonly columns: ReadonlyMap<Column, number>;
  readonly rows: readonly Row[];
}

/** A comma-separated file with a column of jobs and another that says what they run, await or start. */
export const isScheduleCsv = (path: string, text: string): boolean =>
  /\.csv$/i.test(path) && tableOf(rowsOf(text, HEADER_ROWS_MAX)) !== undefined;

/** One row for each job, or for each job and condition; lists within a cell stand apart by blanks, semicolons, bars or lines. */
export function scheduleCsv(text: string): ScheduleFacts {
  const schedule = new Schedule();
  const table = tableOf(rowsOf(text, Number.POSITIVE_INFINITY));
  if (!table) return schedule;
  const links = new Links(schedule);
  for (const row of table.rows) links.row(row, (column) => row.cells[table.columns.get(column) ?? -1] ?? "");
  links.end();
  return schedule;
}

const listed = (cell: string): string[] =>
  cell.split(/[\s;|]+/).filter((name) => name !== "" && !/^(?:AND|OR)$/i.test(name));

/** An out condition with a minus is taken away, not added. */
const isAdded = (name: string): boolean => !/^-|-$/.test(name);
const bare = (name: string): string => name.replace(/^[+(]+|[+)]+$/g, "").replace(/:.*$/, "");

interface LinkPlace {
  readonly line: number;
  readonly text: string;
}

/** What is named before the row of its job comes. */
class Links {
  private readonly schedule: Schedule;
  private readonly entries = new Map<string, Draft>();
  private readonly added = new Map<string, Set<Draft>>();
  private readonly later: (() => void)[] = [];
  private readonly told = new Set<string>();

  constructor(schedule: Schedule) {
    this.schedule = schedule;
  }

  row({ line, cells }: Row, textOf: (column: Column) => string): void {
    const [job, member] = [textOf("job"), textOf("member")].map((text) => text.trim().toUpperCase());
    if (job === undefined || !JOB.test(job)) return;
    const place = { line, text: cells.join(",") };
    const entry = this.entry(job, member || job, place);
    for (const name of listed(textOf("adds"))) if (isAdded(name)) this.adds(entry, bare(name));
    for (const name of listed(textOf("awaits"))) this.awaits(entry, bare(name), place);
    for (const name of listed(textOf("follows"))) this.follows(name.toUpperCase(), entry, place);
    for (const name of listed(textOf("starts"))) this.starts(entry, name.toUpperCase(), place);
  }

  private entry(job: string, member: string, { line, text }: LinkPlace): Draft {
    const known = this.entries.get(job);
    if (known) {
      known.end = Math.max(known.end, line);
      return known;
    }
    const entry = this.schedule.entry(job, line, text, { type: "schedule", scheduler: "CSV", member });
    this.entries.set(job, entry);
    return entry;
  }

  private adds(entry: Draft, condition: string): void {
    const known = this.added.get(condition);
    if (known) known.add(entry);
    else this.added.set(condition, new Set([entry]));
  }

  private awaits(entry: Draft, condition: string, place: LinkPlace): void {
    this.later.push(() => {
      for (const before of this.added.get(condition) ?? [])
        if (before !== entry) this.edge(before, entry.name, { ...place, detail: { condition } });
    });
  }

  private follows(job: string, entry: Draft, place: LinkPlace): void {
    this.later.push(() => {
      const before = this.entries.get(job);
      if (before) this.edge(before, entry.name, place);
    });
  }

  private starts(entry: Draft, job: string, place: LinkPlace): void {
    if (JOB.test(job)) this.edge(entry, job, place);
  }

  end(): void {
    for (const link of this.later) link();
  }

  /** Both jobs may tell of the same start. */
  private edge(from: Draft, job: string, place: Parameters<Schedule["edge"]>[3]): void {
    const key = `${from.key} ${job}`;
    if (this.told.has(key)) return;
    this.told.add(key);
    this.schedule.edge("starts", from.key, job, place);
  }
}

function tableOf(rows: readonly Row[]): Table | undefined {
  for (const [at, { cells }] of rows.slice(0, HEADER_ROWS_MAX).entries()) {
    const columns = columnsOf(cells);
    if (columns.has("job") && columns.size > 1) return { columns, rows: rows.slice(at + 1) };
  }
  return undefined;
}

function columnsOf(cells: readonly string[]): ReadonlyMap<Column, number> {
  const columns = new Map<Column, number>();
  for (const [at, cell] of cells.entries()) {
    const title = cell.toLowerCase().replace(/[^a-z]/g, "");
    const found = (Object.keys(COLUMNS) as Column[]).find((column) => COLUMNS[column].test(title));
    if (found && !columns.has(found)) columns.set(found, at);
  }
  return columns;
}

/** Rows of RFC 4180, also apart by semicolons or tabs; a cell in quotes may hold line ends. `line` is where a row starts. */
function rowsOf(text: string, rowsMax: number): Row[] {
  const clean = text.replace(/^\ufeff/, "");
  const separator = separatorOf(clean);
  const rows: Row[] = [];
  const cell = new RegExp(
    `("[^"]*(?:""[^"]*)*"?|[^"${separator}\\r\\n][^${separator}\\r\\n]*)?(${separator}|\\r?\\n|\\r|$)`,
    "y",
  );
  let [line, cells]: [number, string[]] = [1, []];
  for (let start = line; cell.lastIndex <= clean.length && rows.length < rowsMax; ) {
    const found = cell.exec(clean);
    if (!found) break;
    const [whole, value = "", end = ""] = found;
    cells.push(value.startsWith('"') ? value.slice(1).replace(/"$/, "").replaceAll('""', '"') : value);
    line += whole.split(/\r\n|\r|\n/).length - 1;
    if (end === separator || (separator === "\\t" && end === "\t")) continue;
    rows.push({ line: start, cells });
    if (whole === "" || cell.lastIndex >= clean.length) break;
    cells = [];
    start = line;
  }
  return rows;
}

function separatorOf(text: string): string {
  const head = text.slice(0, text.search(/\r|\n|$/));
  if (head.includes("\t")) return "\\t";
  return head.split(";").length > head.split(",").length ? ";" : ",";
}
