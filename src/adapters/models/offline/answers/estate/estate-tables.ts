import { firstNames } from "../../cut-lists.ts";
import { type DataRows, dataUses } from "../../data-uses.ts";
import { type Looking, settled, together } from "../../looking.ts";
import { vsamNames } from "../../query/rows/data.ts";
import { holdsWord } from "../../reading/word-forms.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  counted,
  type Intent,
  listed,
  narrowed,
  search,
  unanswered,
  verdict,
} from "../answer.ts";

/** Which data a mainframe application has, and who does what to data of a kind. */
export const TABLE_INTENTS: readonly Intent[] = [
  {
    id: "tables",
    means: "the tables and datasets there are, and who uses them",
    needs: "nothing",
    obeys: true,
    forms:
      "what tables are used | which tables are there | list tables | which db2 tables are used | which datasets are there | list datasets | what files are used | which files are read and written | howmany tables are there | quais tabelas sao usadas | quais tabelas existem | quais datasets existem | crud matrix | show the crud matrix | which vsam files are used | what data is stored | which database is used | what databases are used | where is the data stored | list the data files | which ims segments are used | which queues are used | which data does the system use | is there a database | which files are vsam | list the vsam files | which tables are db2 tables | quais tabelas db2 existem | que tabelas db2 ha | which db2 tables are there | how many datasets are there | quais arquivos vsam existem | quais arquivos sao usados | which queues are there | list the ims segments | list the mq queues | que dados sao usados",
    answer: tables,
  },
  {
    id: "crud-kind",
    usesThings: true,
    means: "which jobs and programs do that to data",
    needs: "nothing",
    forms:
      "which jobs delete datasets | which steps delete files | which jobs delete files | which programs delete records | which programs write files | which programs update tables | which jobs create datasets | which jobs use X to delete a file | which steps use X to delete datasets | which programs delete something | which jobs run X delete | which programs update files | quais jobs apagam arquivos | quais programas gravam arquivos | which programs insert records | which jobs write datasets | which programs delete data | list the programs that write | what deletes files | quais programas atualizam tabelas | which programs only read",
    answer: ofKind,
  },
];

interface DataUse {
  readonly kind: string;
  /** Each with the letters of its access. */
  readonly users: Set<string>;
  readonly place: string;
}

const USE = /^(\S+?)(?:\/\S+)?(?: \S+)?: (\S+)\s+(\S+) \(([^)]+)\).* — (\S+:\d+)$/;

function* tables(asked: Asked): Looking<Answer> {
  const { folder, concepts, part } = asked;
  const found = yield* dataUses(folder);
  if (!found) return yield* databaseLines(asked);
  const used = usesOfData(found);
  const technology = TECHNOLOGIES.find(([said]) => said.test(part));
  if (technology) return yield* ofTechnology(used, technology, asked);
  const lists: readonly (readonly [title: string, rows: readonly string[]])[] = [
    ["Tables and segments", usedRows(used, /^(?:table|segment)/)],
    ["Datasets", usedRows(used, /^dataset/)],
    ["Files of CICS and queues", usedRows(used, /^(?:file|queue)/)],
  ];
  const isOfFiles = concepts.has("dataset") || concepts.has("file");
  const ordered = isOfFiles ? [...lists.slice(1, 2), ...lists.filter((_, index) => index !== 1)] : lists;
  const { rows: kept, obeyed } = narrowed(
    ordered.flatMap(([, rows]) => rows),
    asked,
    (row) => row,
  );
  const lead =
    lists[0]?.[1].length === 0 && concepts.has("table")
      ? "No DB2 table and no IMS segment is used here; these are the data that are."
      : "What data is used (C creates, R reads, U updates, D deletes):";
  const texts = ordered.map(([title, rows], index) => {
    const own = rows.filter((row) => kept.includes(row));
    return listed(
      obeyed.length > 0 ? `${title} that name ${obeyed.join(" ")}, of ${rows.length}` : title,
      own,
      own.length,
      index === 0 ? 25 : 12,
    );
  });
  return { ...verdict(kept.length > 0, answered(lead, ...texts)), obeyed };
}

/** Which of the names that are used are data of a technology. */
type Finder = (names: readonly string[]) => Looking<readonly string[]>;

/** Data of one technology: how a question says it, which data may be it, and how it is known. */
const TECHNOLOGIES: readonly (readonly [said: RegExp, kind: RegExp, find: Finder, label: string])[] = [
  [
    /\bdb2\b|\bsql\b/i,
    /^table/,
    shownIn(
      String.raw`(?:FROM|INTO|UPDATE|TABLE|JOIN)\s+[A-Z]\S+|\S+\s+TABLE\b`,
      (name) => `(?:FROM|INTO|UPDATE|TABLE|JOIN)\\s+(?:\\w+\\.)?${name}\\b|\\b${name}\\s+TABLE\\b`,
    ),
    "DB2 table",
  ],
  [
    /\bims\b|\bdli\b|\bsegment/i,
    /^(?:table|segment)/,
    shownIn(String.raw`\bSEGM\s+NAME=|SEGMENT\s*\(`, (name) => `(?<![\\w.-])${name}(?![\\w-])`),
    "IMS segment",
  ],
  [/\bvsam\b|\bksds\b|\besds\b/i, /^(?:dataset|file)/, ofVsam, "VSAM file"],
  [/\bmq\b|\bqueues?\b|\bfilas?\b/i, /^queue/, settled, "queue"],
];

function* ofTechnology(
  used: ReadonlyMap<string, DataUse>,
  [said, kind, find, label]: (typeof TECHNOLOGIES)[number],
  { part, folder, restricting }: Asked,
): Looking<Answer> {
  const names = [...used].filter(([, use]) => kind.test(use.kind)).map(([name]) => name);
  const shown = yield* find(names);
  const rows = usedRows(new Map([...used].filter(([name]) => shown.includes(name))), kind);
  const own = restricting.filter((word) => !said.test(word));
  const kept = rows.filter((row) => own.every((word) => holdsWord(row, word)));
  const isKept = kept.length > 0 && own.length > 0;
  const obeyed = restricting.filter((word) => said.test(word) || isKept || /^only$/i.test(word));
  if (rows.length === 0)
    return {
      ...verdict(
        false,
        answered(`No ${label} is used here, as far as the sources of the ${folder.paths.length} files show.`),
      ),
      obeyed: restricting,
    };
  const title = `What by its lines is a ${label} (C creates, R reads, U updates, D deletes)`;
  return {
    ...verdict(true, answered(listed(title, isKept ? kept : rows, undefined, 40))),
    obeyed: [...obeyed, said.exec(part)?.[0] ?? ""],
  };
}

const SQL_SOURCES = "*.{cbl,cob,cpy,sql,ddl,dcl,ctl,jcl,prc,pli,dbd,psb,csd,CBL,JCL,CPY,DBD,PSB}";

/** Names that stand so in lines of that form. */
function shownIn(pattern: string, formOf: (name: string) => string): Finder {
  return function* shown(names) {
    const { lines } = yield* search(pattern, { glob: SQL_SOURCES });
    const text = lines.map((line) => line.text.toUpperCase()).join("\n");
    const lastOf = (name: string): string => name.toUpperCase().split(".").at(-1) ?? name;
    return names.filter((name) => new RegExp(formOf(lastOf(name).replace(/[.$&]/g, "\\$&"))).test(text));
  };
}

function* ofVsam(names: readonly string[]): Looking<readonly string[]> {
  return names.filter(yield* vsamNames());
}

function* databaseLines({ folder }: Asked): Looking<Answer> {
  const { lines } = yield* search(
    `CREATE TABLE|SELECT .* FROM|INSERT INTO|sqlite|postgres|mongodb|redis|prisma|sqlalchemy`,
    { glob: "*.{sql,ts,js,py,java,go,rs,prisma}" },
  );
  if (lines.length > 0) return answered(listed("Lines that speak of tables and databases", lines.map(cited)));
  return verdict(
    false,
    unanswered(
      `No table, dataset or database is used in the ${folder.paths.length} files here, as far as the sources show: no SQL and no client of a database stands in them.`,
    ),
  );
}

function usesOfData({ rows }: DataRows): ReadonlyMap<string, DataUse> {
  const used = new Map<string, DataUse>();
  for (const { text } of rows) {
    const [, user, access, name, kind = "", place = ""] = USE.exec(text) ?? [];
    if (name === undefined) continue;
    const entry = used.get(name) ?? { kind, users: new Set<string>(), place };
    entry.users.add(`${user} ${access}`);
    used.set(name, entry);
  }
  return used;
}

const USERS_MAX = 4;

function usedRows(used: ReadonlyMap<string, DataUse>, wanted: RegExp): readonly string[] {
  return [...used]
    .filter(([, { kind }]) => wanted.test(kind))
    .map(([name, { kind, users, place }]) => {
      return `${name} (${kind.replace(/ through.*|,.*/, "")}): ${firstNames([...users], USERS_MAX)} — ${place}`;
    });
}

const ACCESSES: readonly (readonly [concept: string, letters: RegExp, verb: string])[] = [
  ["deletedata", /D/, "delete"],
  ["writedata", /[CU]/, "write, create or update"],
  ["readdata", /R/, "read"],
];

/** Jobs or programs by what they do to data, whatever data it is. */
function* ofKind(asked: Asked): Looking<Answer> {
  const { folder, concepts, things } = asked;
  const found = yield* dataUses(folder);
  const [, letters, verb] = ACCESSES.find(([concept]) => concepts.has(concept)) ?? ["", /./, "use"];
  if (!found)
    return unanswered(
      "No mainframe source was found here, so there are no jobs and programs whose data could be listed.",
    );
  const isOfJobs = concepts.has("job") || /\b(?:steps?|passos?)\b/i.test(asked.part);
  const doing = found.rows.filter(
    ({ text, isOfJob }) => isOfJob === isOfJobs && letters.test(/: (\S+) /.exec(text)?.[1] ?? ""),
  );
  const [utility] = things;
  const steps = utility ? yield* stepsThatRun(utility.name) : undefined;
  if (utility && steps?.size === 0)
    return unanswered(`No step of a job here runs ${utility.name}. Ask which jobs ${verb} data without it.`);
  const own = steps === undefined ? doing : doing.filter(({ text }) => steps.has(stepOf(text)));
  // What a file is called says nothing of the data.
  const { rows, obeyed } = narrowed(own, asked, ({ text }) => text.replace(/ \[also .*| — .*/, ""));
  const means = `${verb} data${utility ? ` in steps that run ${utility.name}` : ""}`;
  if (rows.length === 0)
    return { ...answered(`The sources show no ${isOfJobs ? "step of a job" : "program"} to ${means}.`), obeyed };
  const users = new Set(rows.map(({ text }) => /^[^:/ ]+/.exec(text)?.[0])).size;
  const title = `${counted(users, isOfJobs ? "job" : "program")} that ${means} (C creates, R reads, U updates, D deletes), by what each does`;
  const more = found.isWhole ? rows.length : `${rows.length} or more`;
  return {
    ...answered(
      listed(
        title,
        rows.map(({ text }) => text),
        more,
        40,
      ),
    ),
    obeyed,
  };
}

/** The file and the name of each step that runs a program. */
function* stepsThatRun(program: string): Looking<ReadonlySet<string>> {
  const [runs] = yield* together([
    search(`^//\\S+ +EXEC +(?:PGM=)?${program}\\b`, { glob: "*.{jcl,JCL,prc,PRC,proc}" }),
  ]);
  return new Set((runs?.lines ?? []).map(({ path, text }) => `${path}/${/^\/\/(\S+)/.exec(text)?.[1] ?? ""}`));
}

function stepOf(row: string): string {
  const step = /^[^:\s]+\/([^:\s]+)/.exec(row)?.[1] ?? "";
  return `${/— (\S+):\d+$/.exec(row)?.[1] ?? ""}/${step}`;
}
