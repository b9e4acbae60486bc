import type { Looking } from "../looking.ts";
import type { CodeReport } from "../result-text.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  type Intent,
  isEstate,
  listed,
  nameOf,
  report,
  search,
  sectionText,
  unanswered,
} from "./answer.ts";
import { fileOf } from "./code.ts";
import { lineage, placeLine } from "./estate.ts";

const DATA = /^(?:dataset|table|file|queue|segment|copybook|data-item|variable|symbol|field|property)/;

/** Who does what to which data of a mainframe application. */
export const DATA_INTENTS: readonly Intent[] = [
  {
    id: "writers",
    describes: ["dataset", "table"],
    of: DATA,
    means: "who writes, updates or deletes it",
    needs: "name",
    forms:
      "which jobs write X | who writes X | which programs write X | which programs update X | who updates X | what creates X | which program deletes from X | who inserts into X | which transactions update X | quais jobs gravam X | quem grava X | quais programas atualizam X | quem escreve em X | which job creates dataset X | where is X written | which screens change X | who modifies table X | what populates X | which programs maintain X | who deletes X",
    answer: (asked) => accesses(asked, /[CUD]/),
  },
  {
    id: "readers",
    describes: ["dataset", "table"],
    of: DATA,
    means: "who reads it",
    needs: "name",
    forms:
      "which jobs read X | who reads X | which programs read X | what reads dataset X | where is X read | quais programas leem X | quem le X | quais jobs leem X | which transactions read X | which programs select from X | who consumes X | which programs query table X | from where is file X read",
    answer: (asked) => accesses(asked, /R/),
  },
  {
    id: "crud-of",
    describes: ["dataset", "table"],
    of: DATA,
    means: "who does what to it, or it to which data",
    needs: "name",
    forms:
      "who accesses X | crud of X | which programs access X | which programs use dataset X | which jobs use dataset X | which programs use table X | which jobs touch X | crud matrix for X | quais programas acessam X | quem acessa a tabela X | which programs use the file X | who reads and writes X | who uses table X | what happens to dataset X",
    answer: (asked) => accesses(asked, /./),
  },
  {
    id: "data-of",
    of: /^(?:program|job|transaction|procedure|paragraph|file|step|module|entry)/,
    means: "which data it reads and writes",
    needs: "name",
    forms:
      "what files does X read | which files does X use | what does X read and write | which datasets does X write | which tables does X use | what data does X access | which tables does program X update | what does job X write | which datasets does job X use | what files does program X open | quais arquivos X le | quais tabelas X usa | o que X grava | o que o job X grava | what does X write | what does X read | which files does X write | inputs and outputs of X | input and output of job X | which datasets does X create | what does program X update | what data does X touch | which queues does X use",
    answer: dataOf,
  },
  {
    id: "tables",
    means: "the tables and datasets there are, and who uses them",
    needs: "nothing",
    forms:
      "what tables are used | which tables are there | list tables | which db2 tables are used | which datasets are there | list datasets | what files are used | which files are read and written | howmany tables are there | quais tabelas sao usadas | quais tabelas existem | quais datasets existem | crud matrix | show the crud matrix | which vsam files are used | what data is stored | which database is used | what databases are used | where is the data stored | list the data files | which ims segments are used | which queues are used | which data does the system use",
    answer: tables,
  },
];

export const noMainframe = (what: string): Answer =>
  unanswered(`No mainframe source was found here, so there are no ${what} that parsers could list.`);

function* dataOf(asked: Asked): Looking<Answer> {
  const [thing] = asked.things;
  const name = thing?.kind === "file" ? thing.name.replace(/^.*\//, "").replace(/\.\w+$/, "") : nameOf(asked);
  const found = yield* crud(asked, name);
  const path = fileOf(thing);
  const outs =
    path === undefined ? undefined : yield* report("citadel_get_callouts", { path, limit: 120 }, asked.folder);
  const opened =
    outs?.sections.filter(({ title }) =>
      /^(?:reads|writes|updates|deletes|inserts|selects|opens|rewrites|puts|gets|defines|creates)/.test(title),
    ) ?? [];
  if (!found && opened.length === 0)
    return isEstate(asked.folder)
      ? answered(`${name} reads and writes no file, table or queue that the sources show.`, placeLine(thing))
      : noMainframe("reads and writes");
  return answered(
    `What ${name} does to data (C creates, R reads, U updates, D deletes):`,
    ...preferred(asked.concepts, found?.sections ?? []).map((section) => sectionText(section, undefined, 15)),
    ...(found ? [] : opened.map((section) => sectionText(section, undefined, 10))),
  );
}

function* tables({ folder, concepts }: Asked): Looking<Answer> {
  const found = yield* report("citadel_crud", { path: ".", limit: 500 }, folder);
  if (!found) return yield* databaseLines();
  const used = usesOfData(found);
  const lists: readonly (readonly [title: string, rows: readonly string[]])[] = [
    ["Tables and segments", usedRows(used, /^(?:table|segment)/)],
    ["Datasets", usedRows(used, /^dataset/)],
    ["Files of CICS and queues", usedRows(used, /^(?:file|queue)/)],
  ];
  const isOfFiles = concepts.has("dataset") || concepts.has("file");
  const ordered = isOfFiles ? [...lists.slice(1, 2), ...lists.filter((_, index) => index !== 1)] : lists;
  const lead =
    lists[0]?.[1].length === 0 && concepts.has("table")
      ? "No DB2 table and no IMS segment is used here; these are the data that are."
      : "What data is used (C creates, R reads, U updates, D deletes):";
  return answered(
    lead,
    ...ordered.map(([title, rows], index) => listed(title, rows, rows.length, index === 0 ? 25 : 12)),
  );
}

function* databaseLines(): Looking<Answer> {
  const { lines } = yield* search(
    `CREATE TABLE|SELECT .* FROM|INSERT INTO|sqlite|postgres|mongodb|redis|prisma|sqlalchemy`,
    {
      glob: "*.{sql,ts,js,py,java,go,rs,prisma}",
    },
  );
  if (lines.length > 0) return answered(listed("Lines that speak of tables and databases", lines.map(cited)));
  return unanswered(
    "No table, dataset or database is used here, as far as the sources show: no SQL and no client of a database stands in them.",
  );
}

interface DataUse {
  readonly kind: string;
  /** Each with the letters of its access. */
  readonly users: Set<string>;
  readonly place: string;
}

const USE = /^(\S+?)(?:\/\S+)?(?: \S+)?: (\S+)\s+(\S+) \(([^)]+)\).* — (\S+:\d+)$/;

function usesOfData({ sections }: CodeReport): ReadonlyMap<string, DataUse> {
  const used = new Map<string, DataUse>();
  for (const row of sections.filter(({ title }) => /^Programs|^Jobs/.test(title)).flatMap(({ rows }) => rows)) {
    const [, user, access, name, kind = "", place = ""] = USE.exec(row) ?? [];
    if (name === undefined) continue;
    const entry = used.get(name) ?? { kind, users: new Set<string>(), place };
    entry.users.add(`${user} ${access}`);
    used.set(name, entry);
  }
  return used;
}

function usedRows(used: ReadonlyMap<string, DataUse>, wanted: RegExp): readonly string[] {
  return [...used]
    .filter(([, { kind }]) => wanted.test(kind))
    .map(([name, { kind, users, place }]) => {
      const more = users.size > 4 ? ` and ${users.size - 4} more` : "";
      return `${name} (${kind.replace(/ through.*|,.*/, "")}): ${[...users].slice(0, 4).join(", ")}${more} — ${place}`;
    });
}

/** Programs, jobs and transactions with what they do to data, as far as the letters of their access go. */
function* accesses(asked: Asked, access: RegExp): Looking<Answer> {
  const [thing] = asked.things;
  const name = nameOf(asked);
  const found = yield* crud(asked, thing?.kind === "file" ? name.replace(/^.*\//, "").replace(/\.\w+$/, "") : name);
  if (!found) return yield* dataByText(asked);
  const sections = found.sections.map((section) => {
    const rows = section.rows.filter((row) =>
      access.test(
        /: (?:[CRUD]+|send\S*|receive\S*) /.exec(row)?.[0].slice(2).trim() ?? (access.source === "." ? "x" : ""),
      ),
    );
    return { ...section, rows, total: rows.length === section.rows.length ? section.total : rows.length };
  });
  const wanted = preferred(
    asked.concepts,
    sections.filter(({ rows }) => rows.length > 0),
  );
  const verb = access.source === "R" ? "reads" : access.source === "." ? "uses" : "writes";
  if (wanted.length === 0) {
    const others = found.sections.filter(({ rows }) => rows.length > 0);
    if (others.length === 0) return yield* dataByText(asked);
    return answered(
      `No program and no job ${verb} ${name}, as far as the sources show.`,
      ...others.map((section) => sectionText(section, undefined, 6)),
    );
  }
  return answered(
    `What ${verb} ${name} (C creates, R reads, U updates, D deletes):`,
    ...wanted.map((section) => sectionText(section, undefined, 16)),
    placeLine(thing),
  );
}

export function* crud(asked: Asked, name: string): Looking<CodeReport | undefined> {
  const found = yield* report("citadel_crud", { path: ".", names: [name], limit: 120 }, asked.folder);
  return found?.sections.some(({ rows }) => rows.length > 0) ? found : undefined;
}

function preferred<S extends { readonly title: string }>(
  concepts: ReadonlySet<string>,
  sections: readonly S[],
): readonly S[] {
  const first = (title: string): number =>
    concepts.has("job") && title.startsWith("Jobs")
      ? 0
      : concepts.has("transaction") || concepts.has("screen")
        ? Number(!title.startsWith("Trans"))
        : 1;
  const ordered = [...sections].sort((one, other) => first(one.title) - first(other.title));
  const wanted = concepts.has("job")
    ? ordered.filter(({ title }) => title.startsWith("Jobs"))
    : concepts.has("program")
      ? ordered.filter(({ title }) => title.startsWith("Programs"))
      : ordered;
  return wanted.length > 0 ? wanted : ordered;
}

function* dataByText(asked: Asked): Looking<Answer> {
  const name = nameOf(asked);
  const callers = yield* report("citadel_get_callers", { name, path: ".", limit: 60 }, asked.folder);
  if (callers?.sections[0])
    return answered(sectionText(callers.sections[0], `Who uses ${name}`, 20), placeLine(asked.things[0]));
  return yield* lineage(asked);
}
