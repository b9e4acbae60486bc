import { stemOf } from "../../file-names.ts";
import { fileOf } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import type { CodeReport } from "../../result-text.ts";
import {
  type Answer,
  type Asked,
  answered,
  type Intent,
  isEstate,
  nameOf,
  report,
  sectionText,
  unanswered,
  verdict,
} from "../answer.ts";
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
    // Who deletes is not asked of those that only write.
    answer: (asked) =>
      accesses(asked, asked.concepts.has("deletedata") && !asked.concepts.has("writedata") ? /D/ : /[CUD]/),
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
    describes: ["program", "job"],
    of: /^(?:program|job|transaction|procedure|paragraph|file|step|module|entry)/,
    means: "which data it reads and writes",
    needs: "name",
    forms:
      "what files does X read | which files does X use | what does X read and write | which datasets does X write | which tables does X use | what data does X access | which tables does program X update | what does job X write | which datasets does job X use | what files does program X open | quais arquivos X le | quais tabelas X usa | o que X grava | o que o job X grava | what does X write | what does X read | which files does X write | inputs and outputs of X | input and output of job X | which datasets does X create | what does program X update | what data does X touch | which queues does X use",
    answer: dataOf,
  },
];

export const noMainframe = (what: string): Answer =>
  unanswered(`No mainframe source was found here, so there are no ${what} that parsers could list.`);

function* dataOf(asked: Asked): Looking<Answer> {
  const [thing] = asked.things;
  const name = thing?.kind === "file" ? stemOf(thing.name) : nameOf(asked);
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
      ? verdict(
          false,
          answered(`${name} reads and writes no file, table or queue that the sources show.`, placeLine(thing)),
        )
      : noMainframe("reads and writes");
  return answered(
    `What ${name} does to data (C creates, R reads, U updates, D deletes):`,
    ...preferred(asked.concepts, found?.sections ?? []).map((section) => sectionText(section, undefined, 15)),
    ...(found ? [] : opened.map((section) => sectionText(section, undefined, 10))),
  );
}

/** Programs, jobs and transactions with what they do to data, as far as the letters of their access go. */
function* accesses(asked: Asked, access: RegExp): Looking<Answer> {
  const [thing] = asked.things;
  const name = nameOf(asked);
  // What is copied is read by who copies it; the data of that layout is another thing.
  const isCopied = thing?.kind === "copybook" || /\.(?:cpy|copy|inc|dcl)$/i.test(name);
  const found = isCopied ? undefined : yield* crud(asked, thing?.kind === "file" ? stemOf(name) : name);
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
  const verb = VERBS[access.source] ?? "writes";
  if (wanted.length === 0) {
    const others = found.sections.filter(({ rows }) => rows.length > 0);
    if (others.length === 0) return yield* dataByText(asked);
    return answered(
      `No program and no job ${verb} ${name}, as far as the sources show.`,
      ...others.map((section) => sectionText(section, undefined, 6)),
    );
  }
  return verdict(
    true,
    answered(
      `What ${verb} ${name} (C creates, R reads, U updates, D deletes):`,
      ...wanted.map((section) => sectionText(section, undefined, 16)),
      placeLine(thing),
    ),
  );
}

const VERBS: Readonly<Record<string, string>> = { R: "reads", D: "deletes from", ".": "uses" };

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
  const [thing] = asked.things;
  const name = thing?.kind === "file" ? stemOf(nameOf(asked)) : nameOf(asked);
  const callers = yield* report("citadel_get_callers", { name, path: ".", limit: 60 }, asked.folder);
  if (callers?.sections[0]) return answered(sectionText(callers.sections[0], `Who uses ${name}`, 20), placeLine(thing));
  return yield* lineage(asked);
}
