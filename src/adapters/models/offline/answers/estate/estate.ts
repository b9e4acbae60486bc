import { escapeRegExp } from "../../../../../base/glob.ts";
import { fileOf, type Thing } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  type Intent,
  isEstate,
  listed,
  nameOf,
  placesText,
  report,
  search,
  sectionText,
  unanswered,
  unplaced,
  verdict,
} from "../answer.ts";
import { passages } from "../passages.ts";
import { holderOf, impact } from "./impact.ts";

/** Questions about programs, jobs, screens and data of a mainframe application, and what a change of something reaches. */
export const ESTATE_INTENTS: readonly Intent[] = [
  {
    id: "impact",
    isOfDeclaration: true,
    describes: ["field"],
    means: "what a change of it reaches",
    needs: "name",
    forms:
      "what breaks if i change X | what breaks if i change the length of X | if i rename X does anything depend on that name | does anything depend on X | if X fails what else stops | what else fails when X fails | what happens if i change X | impact of changing X | impact of X | what is affected by a change of X | what would be affected if X became longer | if i rename X what else must change | which programs are affected if X changes | what must be recompiled if X changes | what do i have to retest when X changes | o que quebra se eu mudar X | qual o impacto de alterar X | o que acontece se eu alterar X | blast radius of X | can i safely delete X | what breaks if i remove X | consequences of changing X | what else do i need to change if i change X | is it safe to change X | what depends on X if i change it | what happens if X grows | what happens if X becomes longer | what happens if X is made longer | what happens if X is removed | what happens if X changes | o que e afetado se eu mudar X",
    answer: impact,
  },
  {
    id: "lineage",
    isOfDeclaration: true,
    describes: ["field"],
    of: /^(?:data-item|variable|symbol|field|property|map-field|constant|parameter)/,
    means: "where its value comes from and goes to",
    needs: "name",
    forms:
      "where does X come from | where does the value of X come from | lineage of X | where is X set | where is X filled | who sets X | where is X assigned | which programs set X | where does X get its value | where is X computed | how is X calculated | where is X updated | where does X go | what modifies X | who changes X | where is X changed | de onde vem X | onde X e preenchido | onde X e alterado | onde X e calculado | quem altera X | trace X | data flow of X | how is X computed | which code writes X | where is variable X set | onde a variavel X e definida",
    answer: lineage,
  },
  {
    id: "fields",
    isOfDeclaration: true,
    describes: ["record", "table"],
    of: /^(?:copybook|data-item|table|map|mapset|segment|file|record|class|interface)/,
    means: "the fields of a record",
    needs: "name",
    forms:
      "what fields are in X | fields of X | which fields does copybook X have | layout of X | record layout of X | what is in copybook X | show the fields of copybook X | quais campos tem X | layout do registro X | columns of table X | which columns does X have | structure of record X | what fields does X have | field list of X | format of X | what is the format of X | howmany fields does X have | what is the picture of X | what type is field X | how long is field X | length of field X | pic of X | what is the definition of field X | qual o tamanho do campo X | columns table X",
    answer: recordFields,
  },
  {
    id: "rules",
    isOfDeclaration: true,
    describes: ["field"],
    means: "which business rules it holds",
    needs: "name",
    forms:
      "what are the business rules of X | rules in X | which validations does X do | what does X validate | business rules about X | which rules use X | regras de negocio de X | quais regras tem X | how is X validated | conditions in X | what checks does X make | which rules touch X | what rules apply to X | formulas in X | quais validacoes X faz | which checks are done on X | explain the logic of X",
    answer: rules,
  },
  {
    id: "missing",
    means: "what is named and is not here",
    needs: "nothing",
    forms:
      "what is missing | which programs are missing | missing copybooks | unresolved references | which calls are unresolved | what is not found | o que esta faltando | quais programas faltam | are there missing programs | which copybooks are missing | which external programs are called",
    *answer({ folder }) {
      const found = yield* report("citadel_get_file_summary", { path: ".", limit: 40 }, folder);
      if (!found) return unanswered("No parser reads what is here, so that missing parts are not known.");
      const lists = found.sections.filter(({ title }) => /missing|not known|Not read/i.test(title));
      return verdict(
        lists.length > 0,
        answered(
          lists.length === 0 ? "Nothing that the sources name is missing, as far as the parsers tell." : "",
          ...lists.map((section) => sectionText(section, undefined, 20)),
        ),
      );
    },
  },
  {
    id: "dead",
    usesThings: true,
    means: "what nothing reaches",
    needs: "nothing",
    forms:
      "dead code | is there dead code | find dead code | unused programs | which programs are never called | which copybooks are not used | unused functions | unreachable paragraphs | codigo morto | existe codigo morto | quais programas nao sao usados | what is not used | which code is unused | what can be deleted | is anything unused | which paragraphs are never executed | dead code in X | is there dead code in X | is there any dead code in X | which paragraphs are never performed in X | paragraphs never executed in X | which functions are never called in F | are there unused copybooks | orphan programs | what code is never used | unused code in F",
    *answer({ folder, things, concepts }) {
      const path = things.find(({ kind }) => kind === "folder")?.name ?? fileOf(things[0]) ?? ".";
      const found = yield* report("citadel_get_dead_code", { path, limit: 60 }, folder);
      if (!found) return unanswered("No parser reads what is here, so that dead code is not known.");
      if (found.sections.length === 0)
        return verdict(
          false,
          answered(
            `No dead code was detected in ${path === "." ? "this folder" : path}: everything the parsers know is reached by something, or may be used from outside.`,
          ),
        );
      const asked = DEAD_KINDS.filter(([concept]) => concepts.has(concept)).map(([, title]) => title);
      const wanted = found.sections.filter(({ title }) => asked.length === 0 || asked.some((kind) => kind.test(title)));
      if (wanted.length === 0)
        return answered(
          "Nothing of that kind is unused, as far as the parsers tell.",
          listed(
            "Unused is other",
            found.sections.map(({ title, total }) => `${title}: ${total}`),
          ),
        );
      const where = path === "." ? "this folder" : path;
      return verdict(
        true,
        answered(
          `What nothing reaches in ${where}, ${found.facts.get("Dead items") ?? "some"} for certain:`,
          ...wanted.map((section) => sectionText(section, undefined, 15)),
        ),
      );
    },
  },
];

/** How the lists of dead code are called, by what a question says. */
const DEAD_KINDS: readonly (readonly [concept: string, title: RegExp])[] = [
  ["copybook", /copybook/i],
  ["program", /program/i],
  ["function", /paragraph|function|section|statement/i],
  ["screen", /screen|map/i],
  ["job", /job|procedure/i],
];

export function* lineage(asked: Asked): Looking<Answer> {
  const name = nameOf(asked);
  const found = yield* report("citadel_lineage", { name, limit: 60, ...holderOf(asked) }, asked.folder);
  if (found && found.sections.length > 0)
    return answered(
      `Where the value of ${name} comes from and goes to:`,
      ...found.sections.map((section) => sectionText(section, undefined, 10)),
      placeLine(asked.things[0]),
    );
  const escaped = escapeRegExp(name);
  const { lines } = yield* search(
    `(?:^|[^\\w])${escaped}['"]?\\]?\\s*(?::[^=;,()]+)?(?:=(?!=)|\\+=|-=|:=|\\?\\?=)|(?:MOVE|COMPUTE|ADD|SUBTRACT|SET|INTO|TO|GIVING)\\b.*\\b${escaped}\\b|\\b(?:export|declare|local)\\s+${escaped}=|^\\s*['"]?${escaped}['"]?\\s*:`,
  );
  if (lines.length > 0)
    return answered(
      listed(`Lines that set ${name}, by a text search`, lines.map(cited), lines.length, 20),
      placeLine(asked.things[0]),
    );
  const places = asked.things[0]?.places ?? [];
  return places.length > 0
    ? answered(`No line sets ${name} for certain.`, listed("It stands in", places.map(cited)))
    : unanswered(`Nothing here is named ${name}.`);
}

export const placeLine = (thing: Thing | undefined): string =>
  thing && thing.places.length > 0 ? `Declared: ${placesText(thing, 3)}` : "";

export function* recordFields(asked: Asked): Looking<Answer> {
  const [thing] = asked.things;
  const path = fileOf(thing);
  if (!thing || path === undefined) return yield* unplaced(nameOf(asked));
  if (/^(?:dataset|queue)/.test(thing.kind))
    return unanswered(
      `No line ties a layout of fields to ${thing.name}; the programs that use it declare it. Ask who reads ${thing.name}, or for the fields of a record or copybook.`,
      placeLine(thing),
    );
  const found = yield* report("citadel_fields", { path }, asked.folder);
  const rows = found?.sections.flatMap(({ rows: own }) => own) ?? [];
  if (thing.kind === "data-item") {
    const own = rows.filter((row) => row.toUpperCase().includes(thing.name.toUpperCase()));
    const isGroup = !thing.places.some(({ text }) => /PIC/.test(text));
    if (!isGroup || rows.length === 0)
      return answered(
        listed(`${thing.name} is declared`, thing.places.map(cited)),
        listed("In its record", own, own.length, 3),
      );
  }
  if (thing.kind === "data-item" && rows.length > 0) return groupFields(thing, rows);
  if (rows.length > 0)
    return answered(listed(`Fields of ${thing.name}`, rows, Math.max(rows.length, found?.sections[0]?.total ?? 0), 40));
  const { lines } = yield* search(String.raw`^.{6}\s+\d\d\s+[\w-]+|DFHMDF|^\s+\w+\??: `, { path });
  return lines.length > 0
    ? answered(listed(`Lines of ${path} that declare fields`, lines.map(cited), lines.length, 30))
    : unanswered(`No field is declared in ${path}.`);
}

/** The rows from a group to the next that is in no group. */
function groupFields({ name }: Thing, rows: readonly string[]): Answer {
  const from = rows.findIndex((row) => row.toUpperCase().startsWith(`${name.toUpperCase()} `));
  if (from < 0) return unanswered(`The parser lists no fields of ${name}.`);
  const end = rows.findIndex((row, index) => index > from && !/; of /.test(row));
  const own = rows.slice(from, end < 0 ? undefined : end);
  return answered(listed(`${name} and its fields`, own, own.length, 40));
}

function* rules(asked: Asked): Looking<Answer> {
  const [thing] = asked.things;
  const path = fileOf(thing);
  if (!thing || path === undefined) return yield* unplaced(nameOf(asked));
  if (!isEstate(asked.folder)) return yield* passages(asked.part, asked.folder);
  const isField = thing.kind === "data-item";
  const found = yield* report(
    "citadel_rules",
    isField
      ? { path: ".", names: [thing.name, ...(thing.others ?? []).slice(0, OTHERS_MAX)], limit: 40 }
      : { path, limit: 60 },
    asked.folder,
  );
  if ((!found || found.sections.length === 0) && isField) return yield* conditionsOn(thing);
  if (!found || found.sections.length === 0)
    return unanswered(
      isEstate(asked.folder)
        ? `No rule was found in ${path}: no condition or computation that the parser takes for one.`
        : "Rules are read out of COBOL, and no COBOL is meant here.",
      placeLine(thing),
    );
  return answered(
    `Rules ${isField ? "that touch" : "of"} ${thing.name}: ${[...found.facts].map(([key, value]) => `${key.toLowerCase()} ${value}`).join("; ")}.`,
    ...found.sections
      .filter(({ title }) => title !== "By field")
      .map((section) => sectionText(topRows(section), undefined, 8)),
  );
}

const OTHERS_MAX = 6;

/** The lines that ask for a field, where the parser takes none for a rule. */
function* conditionsOn(thing: Thing): Looking<Answer> {
  const { lines } = yield* search(`^.{6,} *(?:IF|EVALUATE|WHEN|UNTIL|AND|OR)\\b.*\\b${escapeRegExp(thing.name)}\\b`);
  if (lines.length > 0)
    return verdict(
      true,
      answered(listed(`Lines whose condition names ${thing.name}`, lines.map(cited)), placeLine(thing)),
    );
  return verdict(
    false,
    answered(
      `No rule and no condition that names ${thing.name} was found: no line of the sources here asks for its value.`,
      placeLine(thing),
    ),
  );
}

/** Rules without the fields that each decides, reads and sets. */
function topRows<S extends { readonly rows: readonly string[] }>(section: S): S & { readonly total: number } {
  const rows = section.rows.filter((row) => !/^\s/.test(row));
  return { ...section, rows, total: rows.length };
}
