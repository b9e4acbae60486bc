import { stemOf } from "../file-names.ts";
import { fileOf, type Thing } from "../folder.ts";
import { type Looking, settled } from "../looking.ts";
import { wordPattern } from "../named-thing.ts";
import { isOfCode } from "../query/rows/found.ts";
import { asksWhetherAny, deniesUse } from "../reading/question-form.ts";
import { type CitedLine, isComment, type Section } from "../result-text.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  counted,
  type Intent,
  listed,
  nameOf,
  placesText,
  report,
  search,
  sectionText,
  unanswered,
  verdict,
} from "./answer.ts";
import { linesByRole, type Roles, rolesText } from "./roles.ts";

/** Questions about something of the code that has a name. */
export const CODE_INTENTS: readonly Intent[] = [
  {
    id: "definition",
    isOfDeclaration: true,
    means: "where it is defined",
    needs: "name",
    forms:
      "where is X | where is X defined | definition of X | where is function X defined | in which file is X | which file defines X | where can i find X | where is X implemented | where does X live | onde esta X | onde fica X | onde X e definido | em qual arquivo esta X | find X | locate X | which module defines X | what file is X in | where is class X",
    answer: (asked) => settled(definitionText(asked)),
  },
  {
    id: "callers",
    describes: ["program", "function"],
    of: /^(?:program|function|method|class|paragraph|section|job|transaction|procedure|symbol|file|entry|module|map)/,
    means: "who calls, performs or runs it",
    needs: "name",
    forms:
      "who calls X | callers of X | where is X called | where is X called from | what calls X | which programs call X | which functions call X | which job runs X | who runs X | what executes X | quem chama X | onde X e chamado | quais programas chamam X | quem executa X | which job executes program X | list callers of X | show me everyone calling X | which step runs X | who performs X | which transaction starts X | what triggers X | is X called by anyone | how is X started | from where is X invoked",
    answer: callers,
  },
  {
    id: "uses",
    describes: ["program", "copybook", "function"],
    means: "where it is used",
    needs: "name",
    forms:
      "where is X used | who uses X | is X used anywhere | is X used | is X still used | usages of X | references to X | what uses X | which files use X | which programs use X | which programs use copybook X | which programs copy X | who includes X | who imports X | which files import X | where is X imported | onde X e usado | quem usa X | quais programas usam X | quais programas usam o copybook X | X e usado em algum lugar | which modules import X | does anything use X | where is X referenced | who copies X | is X dead | is X unused | find all uses of X | where is field X used | howmany use X | what depends on X | who depends on X | which functions depend on X | o que depende de X | list references X",
    answer: uses,
  },
  {
    id: "callees",
    describes: ["program", "function"],
    of: /^(?:program|function|method|class|paragraph|section|job|transaction|procedure|symbol|file|module|entry)/,
    means: "what it calls and uses",
    needs: "name",
    forms:
      "what does X call | which programs does X call | what functions does X call | calls made by X | what does X use | what does X import | what does F import | imports of F | which modules does F import | dependencies of F | what does X depend on | which copybooks does X use | which copybooks does X copy | what does X include | o que X chama | quais programas X chama | o que X usa | quais copybooks X usa | what does X invoke | callees of X | X calls what | which subprograms does X call | what is called by X",
    answer: callees,
  },
  {
    id: "subclasses",
    of: /^(?:class|interface|symbol|type|file|module)/,
    means: "what extends or implements it",
    needs: "name",
    forms:
      "what extends X | which classes implement X | which classes extend X | subclasses of X | who implements X | implementations of X | what implements interface X | classes inherit from X | quem herda de X | parent class of X | what does X extend | which classes inherit X",
    *answer(asked) {
      const name = nameOf(asked);
      const { lines } = yield* search(
        `class\\s+\\w+(?:<[^>]*>)?\\s*(?:\\([^)]*\\b${name}\\b|.*(?:extends|implements)\\b.*\\b${name}\\b)|interface\\s+\\w+.*extends.*\\b${name}\\b|impl.*\\b${name}\\b.*for`,
      );
      const own = asked.things[0] ? `${name} is declared at ${placesText(asked.things[0])}` : "";
      if (lines.length === 0)
        return answered(`Nothing extends or implements ${name}, as far as declarations tell.`, own);
      return answered(listed(`What extends or implements ${name}`, lines.map(cited)), own);
    },
  },
  {
    id: "tests-of",
    means: "what tests it",
    needs: "name",
    forms:
      "which tests cover X | where is X tested | tests for X | is X tested | is there a test for X | which test tests X | quais testes cobrem X | onde X e testado | show the tests of X | are there tests for X | does X have tests | which tests check X | which tests verify X | which tests use X",
    *answer(asked) {
      const name = nameOf(asked).replace(/^.*\/|\.\w+$/g, "");
      const { lines } = yield* search(wordPattern(name), { glob: "**/{*test*,*spec*,*Test*,tests/**,test/**}" });
      const isTest = /(?:^|\/)tests?\/|test[_.]|_test\.|\.test\.|\.spec\.|Tests?\.\w+$|e2e/i;
      const rows = lines.filter(({ path }) => isTest.test(path));
      const files = [...new Set(rows.map(({ path }) => path))];
      if (rows.length === 0) return answered(`No file of tests here names ${name}: nothing tests it by name.`);
      return answered(
        `${name} is named in ${counted(files.length, "file of tests", "files of tests")}.`,
        listed("Lines", onePerFile(rows).map(cited), rows.length),
      );
    },
  },
];

function onePerFile<Line extends { readonly path: string }>(rows: readonly Line[]): readonly Line[] {
  const first = rows.filter((row, index) => rows.findIndex(({ path }) => path === row.path) === index);
  return [...first, ...rows.filter((row) => !first.includes(row))];
}

function definitionText(asked: Asked): Answer {
  const [thing] = asked.things;
  if (!thing) return unanswered("Say of what.");
  if (thing.kind === "file") return answered(`${thing.written} is the file ${placesText(thing)}.`);
  if (thing.kind === "folder") return answered(`${thing.written} is the folder ${thing.name}/.`);
  if (thing.kind === "text")
    return answered(listed(`No line declares ${thing.name} for certain; it stands in`, thing.places.map(cited)));
  const kind = thing.kind === "symbol" ? "" : ` (${thing.kind})`;
  return answered(listed(`${thing.name}${kind} is defined`, thing.places.map(cited)));
}

function* callers(asked: Asked): Looking<Answer> {
  const name = nameOf(asked);
  const found = yield* reported(asked, "citadel_get_callers", { name: bare(asked.things[0]), path: ".", limit: 60 });
  const section = found?.sections.find(({ title }) => title === "Callers");
  if (section && section.rows.length > 0)
    return section.rows.every((row) => row.includes(" (defines)"))
      ? answered(sectionText(section, `Who declares ${name} and calls it nowhere here`, 20), declaredAt(asked))
      : ofAny(true, asked, answered(sectionText(section, `Who calls or uses ${name}`, 20), declaredAt(asked)));
  const roles = yield* linesByRole(bare(asked.things[0]));
  if (roles.call.length > 0)
    return answered(
      listed(`Lines that call ${name}, by a text search`, roles.call.map(cited), roles.call.length, 20),
      declaredAt(asked),
    );
  if (found)
    return ofAny(
      false,
      asked,
      answered(
        `Nothing calls ${name}, as far as the sources here show.`,
        declaredAt(asked),
        rolesText(roles, ["import", "mention"]),
      ),
    );
  return answered(`No line calls ${name} for certain.`, rolesText(roles, ["definition", "import", "mention"]));
}

function* uses(asked: Asked): Looking<Answer> {
  const [thing] = asked.things;
  const name = bare(thing);
  const found = yield* reported(asked, "citadel_get_callers", { name, path: ".", limit: 60 });
  const section = found?.sections.find(({ title }) => title === "Callers");
  const roles = yield* linesByRole(name);
  if (section && section.rows.length > 0) {
    const besides = callsBesides(section, roles, asked);
    return answered(
      `${saysWhether(asked.part)}${name} is used in ${counted(section.total, "place")} that the parsers know.`,
      sectionText(section, "Uses", 20),
      // The same letters may stand for another thing: lines are no uses, and never counted as such.
      listed(
        `Besides, the letters "${name}" stand in lines of code, each of which may mean another`,
        besides.map(cited),
        undefined,
        8,
      ),
      declaredAt(asked),
    );
  }
  return usedInLines(asked, roles);
}

const saysWhether = (part: string): string =>
  /^(?:is|does|are|e)\b/i.test(part) ? (deniesUse(part) ? "No: " : "Yes: ") : "";

/** Lines that call something or hand it on, and that the parsers do not list, where they list all that they know. */
function callsBesides(
  { rows, total }: Section,
  { call, mention }: Roles,
  { things: [thing] }: Asked,
): readonly CitedLine[] {
  if (rows.length < total || thing?.kind === "text") return [];
  const listedAt = (place: string): boolean => rows.some((row) => row.endsWith(` — ${place}`));
  const ofCode = mention.filter(({ path, text }) => isOfCode(path) && !isComment(path, text));
  return [...call, ...ofCode].filter(
    ({ path, line }) =>
      !listedAt(`${path}:${line}`) && !thing?.places.some((place) => place.path === path && place.line === line),
  );
}

/** What is used by its name in lines, where no parser tells who uses it. */
function usedInLines(asked: Asked, roles: Roles): Answer {
  const [thing] = asked.things;
  const name = bare(thing);
  // Where a name only stands in lines, each of them may be a use.
  const declaring = thing?.kind === "text" ? [] : (thing?.places ?? []);
  const others = [...roles.call, ...roles.import, ...roles.mention].filter(
    (line) => !declaring.some((place) => place.path === line.path && place.line === line.line),
  );
  if (others.length > 0 && isOfItselfAlone(thing, others))
    return ofAny(
      false,
      asked,
      answered(
        `No other file here names ${name}: only its own does.`,
        rolesText({ ...roles, definition: [] }, ["call", "import", "mention"]),
        declaredAt(asked),
      ),
    );
  if (others.length > 0) {
    const files = new Set(others.map(({ path }) => path)).size;
    return answered(
      `${name} stands in ${counted(others.length, "line")} of ${counted(files, "file")}${declaring.length > 0 ? " besides where it is declared" : ""}, by a text search.`,
      rolesText({ ...roles, definition: [] }, ["call", "import", "mention"]),
      declaredAt(asked),
    );
  }
  if (declaring.length === 0)
    return answered(listed(`${name} stands in`, (thing?.places ?? roles.definition).map(cited)));
  return ofAny(false, asked, answered(`${name} stands nowhere else here.`, declaredAt(asked)));
}

/** Whether what a file holds whole, so that only others can use it, is named by that file alone. */
function isOfItselfAlone(thing: Thing | undefined, lines: readonly CitedLine[]): boolean {
  const own = new Set(thing?.places.map(({ path }) => path));
  return (
    /^(?:program|job|copybook|mapset|module|file)$/.test(thing?.kind ?? "") && lines.every(({ path }) => own.has(path))
  );
}

/** Whether there is any is certain where nothing else is named that it should be of; "is it unused" asks the contrary. */
const ofAny = (isAny: boolean, { part, restricting }: Asked, answer: Answer): Answer =>
  asksWhetherAny(part) && restricting.length === 0 ? verdict(isAny, answer) : answer;

function declaredAt({ things: [thing] }: Asked): string {
  if (!thing || thing.kind === "text" || thing.kind === "unknown") return "";
  return `Declared: ${placesText(thing, 3)}`;
}

/** A file is called by its name without folder and ending. */
export function bare(thing: Thing | undefined): string {
  if (!thing) return "";
  return thing.kind === "file" ? stemOf(thing.name) : thing.name;
}

/** The same as `report`, where a name that is not known gives nothing. */
function reported({ folder }: Asked, tool: string, input: Readonly<Record<string, unknown>>) {
  return report(tool, input, folder);
}

function* callees(asked: Asked): Looking<Answer> {
  const [thing] = asked.things;
  const path = fileOf(thing);
  if (!thing || path === undefined)
    return unanswered(
      `Where ${nameOf(asked)} is declared is not known.`,
      listed("It stands in", thing?.places.map(cited) ?? []),
    );
  const outs = yield* report("citadel_get_callouts", { path, limit: 120 }, asked.folder);
  if (!outs) {
    const { lines } = yield* search(String.raw`^\s*(?:import\b|from\s+\S+\s+import|.*\brequire\()`, { path });
    return lines.length > 0
      ? answered(listed(`${path} imports`, lines.map(cited), lines.length, 25))
      : unanswered(`No parser reads ${path}, and no line of it imports anything.`);
  }
  const wanted = wantedRelations(asked.concepts);
  const own = isWholeFile(thing)
    ? outs.sections
    : outs.sections.map((section) => only(section, thing.name)).filter(({ rows }) => rows.length > 0);
  const sections = own.filter(({ title }) => wanted.test(title));
  if (sections.length === 0)
    return answered(
      `${thing.name} (${path}) ${own.length > 0 ? "does none of that" : "refers to nothing"}, as far as the parser shows.`,
      ...own.map((section) => sectionText(section, undefined, 6)),
    );
  return answered(`What ${thing.name} refers to:`, ...sections.map((section) => sectionText(section, undefined, 15)));
}

const isWholeFile = ({ kind }: Thing): boolean => /^(?:file|program|job|module|copybook|mapset|class)$/.test(kind);

function only<S extends { readonly rows: readonly string[] }>(section: S, unit: string): S & { total: number } {
  const rows = section.rows.filter(
    (row) =>
      row.toLowerCase().includes(`/${unit.toLowerCase()} ->`) ||
      row.toLowerCase().startsWith(`${unit.toLowerCase()} ->`),
  );
  return { ...section, rows, total: rows.length };
}

function wantedRelations(concepts: ReadonlySet<string>): RegExp {
  if (concepts.has("copybook") || concepts.has("copy")) return /^(?:copies|includes|imports)/;
  if (concepts.has("import")) return /^(?:imports|copies|includes)/;
  if (concepts.has("call")) return /^(?:calls|performs|executes|links|xctls|starts|goto|imports)/;
  return /./;
}
