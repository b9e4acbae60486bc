import { escapeRegExp } from "../../../../base/glob.ts";
import { firstNames } from "../cut-lists.ts";
import { fileOf, type Thing } from "../folder.ts";
import { type Looking, look } from "../looking.ts";
import { readNumbered } from "../result-text.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  type Intent,
  listed,
  nameOf,
  report,
  search,
  sectionText,
  unanswered,
  unplaced,
} from "./answer.ts";
import { type DocumentSection, quoted, sectionsAbout } from "./documents.ts";
import { recordFields } from "./estate/estate.ts";
import { explain } from "./explain.ts";

const SECTIONS_MAX = 12;
/** A line of a comment in an example looks like a heading, but no sentence stands below it. */
const SENTENCE = /^[\p{Lu}*_`[][^=]{30,}$/u;

/** What a document says of one thing under a heading that names it and none of the others. */
function* ownSection(thing: Thing, things: readonly Thing[]): Looking<DocumentSection | undefined> {
  const sections = yield* sectionsAbout(escapeRegExp(thing.written), SECTIONS_MAX);
  const isOfOthers = (heading: string): boolean =>
    things.some(({ written }) => written !== thing.written && heading.includes(written));
  return sections.find(({ heading, lines }) => !isOfOthers(heading) && SENTENCE.test(lines[0]?.text.trim() ?? ""));
}

/** Questions that the source of something answers. */
export const SOURCE_INTENTS: readonly Intent[] = [
  {
    id: "compare",
    means: "what each of them is",
    needs: "names",
    isOfTwo: true,
    forms:
      "compare X and Y | what is the difference between X and Y | how do X and Y differ | X versus Y | qual a diferenca entre X e Y | difference between X and Y",
    *answer(asked) {
      const texts: string[] = [];
      for (const thing of asked.things.slice(0, 2)) {
        const section = yield* ownSection(thing, asked.things);
        const told = yield* explain({ ...asked, things: [thing] });
        texts.push([told.text, ...(section === undefined ? [] : [quoted(section)])].join("\n\n"));
      }
      return answered(
        "I compare nothing by understanding it; this is what each says of itself and does.",
        texts.join("\n\n"),
      );
    },
  },
  {
    id: "body",
    means: "its source",
    needs: "name",
    forms:
      "show X | show me X | show me the code of X | show function X | print X | source of X | body of X | show the source of X | display paragraph X | show me paragraph X | open X | cat F | show F | print file F | mostre X | mostre o codigo de X | show the method X | let me see X | what does the code of X look like | show me the function X | show lines of F | what is in file F | read F | show me how X is implemented",
    answer: body,
  },
  {
    id: "explain",
    isOfBareName: true,
    describes: ["program", "job"],
    means: "what it is and does",
    needs: "name",
    forms:
      "what does X do | explain X | what is X | describe X | what is X for | tell me about X | summarize X | how does X work | purpose of X | what is the purpose of X | what does F do | explain F | explain program X | what is program X | o que faz X | o que e X | explique X | para que serve X | como funciona X | what happens in X | what does the program X do | what does job X do | what is class X | what does function X do | give me a summary of X | what is in X | walk me through X | what is F about | how is X implemented | what is the role of X | why X | what does X mean | what is in F",
    answer: explain,
  },
  {
    id: "signature",
    of: /^(?:program|function|method|class|paragraph|symbol|interface|file)/,
    means: "what it takes and returns",
    needs: "name",
    forms:
      "what parameters does X take | signature of X | what arguments does X accept | what does X return | parameters of X | what are the options of X | which arguments X | return type of X | quais parametros X recebe | o que X retorna | what type is X | type of X | what is the type of X | how do i call X | how is X called with which arguments",
    answer: signature,
  },
  {
    id: "members",
    of: /^(?:program|class|interface|module|file|folder|symbol|copybook|job)/,
    means: "what it holds",
    needs: "name",
    forms:
      "which functions are in F | list functions in F | what functions does F have | functions of F | paragraphs of X | which paragraphs does X have | list the methods of X | what methods does class X have | what classes are in F | what does F define | outline of F | what does F export | exports of F | list exports of F | what is exported from F | which fields does X have | howmany functions in F | howmany paragraphs does X have | quais funcoes tem F | quais metodos tem X | list classes in F | public api of F | which classes and functions in F | attributes of class X",
    answer: members,
  },
  {
    id: "length",
    means: "how long and complex it is",
    needs: "name",
    forms:
      "how big is X | howmany lines does X have | how long is X | size of X | lines of code in X | how complex is X | complexity of X | howbig F | howmany lines in F | quantas linhas tem X | qual a complexidade de X | tamanho de X",
    answer: lengthOf,
  },
];

const BODY_LINES_MAX = 60;

function* body(asked: Asked): Looking<Answer> {
  const [thing] = asked.things;
  const path = fileOf(thing);
  if (!thing || path === undefined) return yield* unplaced(nameOf(asked));
  const range = /lines? (\d+)(?:\s*(?:-|to|until|through|a|ate)\s*(\d+))?/i.exec(asked.part);
  const parsed = range || thing.kind === "file" ? "" : yield* parsedBody(thing, path);
  if (parsed !== "") return answered(`${thing.name}, ${path}:${thing.places[0]?.line ?? 1}:`, parsed, alsoAt(thing));
  const read = yield* look("read_file", { path, ...(range ? asWritten(range) : fromItsBeginning(thing)) });
  if (read.failed) return unanswered(read.text);
  const lines = readNumbered(read.text, path);
  return answered(
    `${path}:${lines[0]?.line ?? 1}-${lines.at(-1)?.line ?? 1}:`,
    ...lines.map(({ line, text }) => `${String(line).padStart(5)}  ${text}`),
    alsoAt(thing),
  );
}

/** What the parser takes for its source; empty where it takes nothing for it. */
function* parsedBody({ name }: Thing, path: string): Looking<string> {
  const source = yield* look("citadel_get_function_body", { path, name });
  return source.failed ? "" : cutBody(source.text.replace(/^# .*\n+/, ""));
}

interface LineRange {
  readonly offset: number;
  readonly limit: number;
}

function asWritten([, from, to]: RegExpExecArray): LineRange {
  return { offset: Number(from), limit: Math.max(1, Number(to ?? Number(from) + 20) - Number(from) + 1) };
}

function fromItsBeginning({ kind, places }: Thing): LineRange {
  if (/^(?:file|program|module|job|copybook)$/.test(kind)) return { offset: 1, limit: BODY_LINES_MAX };
  return { offset: places[0]?.line ?? 1, limit: BODY_LINES_MAX / 2 };
}

function cutBody(text: string): string {
  const lines = text.trim().split("\n");
  return lines.length <= BODY_LINES_MAX
    ? lines.join("\n")
    : [...lines.slice(0, BODY_LINES_MAX), `… ${BODY_LINES_MAX} of ${lines.length} lines shown`].join("\n");
}

const OTHERS_MAX = 4;

function alsoAt(thing: Thing): string {
  const others = [...new Set(thing.places.slice(1).map(({ path, line }) => `${path}:${line}`))];
  return others.length > 0 ? `Also declared at ${firstNames(others, OTHERS_MAX)}` : "";
}

const SIGNATURE_LINES_MAX = 14;

function* signature(asked: Asked): Looking<Answer> {
  const [thing] = asked.things;
  const path = fileOf(thing);
  const place = thing?.places[0];
  if (!thing || !place || path === undefined || thing.kind === "file") return yield* explain(asked);
  if (/data-item|copybook|job|transaction|dataset|table/.test(thing.kind)) return yield* explain(asked);
  const read = yield* look("read_file", { path, offset: place.line, limit: 40 });
  const lines = readNumbered(read.text, path);
  const end = lines.findIndex(
    ({ text }) => /(?:\{|:|=>|;)\s*$/.test(text.trim()) && !/^\s*\w+\??:.*[,;]\s*$/.test(text),
  );
  const shown = lines.slice(0, Math.min(end < 0 ? SIGNATURE_LINES_MAX : end + 1, SIGNATURE_LINES_MAX));
  const given = yield* search(`USING\\b`, { path, limit: 3 });
  return answered(
    `${thing.name} (${thing.kind}) is declared so, ${path}:${place.line}:`,
    ...shown.map(({ line, text }) => `${String(line).padStart(5)}  ${text}`),
    end < 0 || end >= SIGNATURE_LINES_MAX ? "       … (goes on)" : "",
    /program/.test(thing.kind) ? listed("Its parameters", given.lines.map(cited)) : "",
    alsoAt(thing),
  );
}

function* members(asked: Asked): Looking<Answer> {
  const [thing] = asked.things;
  const path = fileOf(thing);
  if (!thing || path === undefined) return yield* unplaced(nameOf(asked));
  if (/copybook|data-item/.test(thing.kind)) return yield* explain(asked);
  const wantsExports = asked.concepts.has("export");
  if (wantsExports) {
    const { lines } = yield* search(
      String.raw`^export\b|^__all__|^module\.exports|^exports\.|^pub (?:fn|struct|enum|trait)`,
      { path },
    );
    if (lines.length > 0) return answered(listed(`${path} exports`, lines.map(cited), lines.length, 30));
  }
  const found = yield* report("citadel_get_functions", { path, limit: 300 }, asked.folder);
  const rows = (found?.sections[0]?.rows ?? []).filter((row) => !/^\s/.test(row) && !/ \(module\), /.test(row));
  const range = thing.kind === "class" ? classRange(rows, thing.name) : undefined;
  const own = range ? rows.filter((row) => range.has(row)) : rows;
  if (own.length > 0) return answered(listed(range ? `${thing.name} holds` : `${path} holds`, own, own.length, 40));
  const { lines } = yield* search(
    String.raw`^\s*(?:export |public |async |static )*(?:function|class|interface|type|enum|const|def|fn|func|struct)\s+\w+`,
    { path },
  );
  return lines.length > 0
    ? answered(listed(`${path} declares`, lines.map(cited), lines.length, 30))
    : unanswered(`No line of ${path} declares a function or a class.`);
}

/** What lies within the lines of a class. */
function classRange(rows: readonly string[], name: string): ReadonlySet<string> | undefined {
  const lines = (row: string) => /lines (\d+)-(\d+)/.exec(row);
  const own = rows.find((row) => row.startsWith(`${name} (`));
  const [, from, to] = (own && lines(own)) ?? [];
  if (from === undefined || to === undefined) return undefined;
  return new Set(
    rows.filter(
      (row) =>
        row !== own &&
        Number(lines(row)?.[1] ?? 0) >= Number(from) &&
        Number(lines(row)?.[2] ?? Number.POSITIVE_INFINITY) <= Number(to),
    ),
  );
}

function* lengthOf(asked: Asked): Looking<Answer> {
  const [thing] = asked.things;
  // Of data bytes are asked, and not the lines that declare it.
  if (/\bbytes\b/i.test(asked.part) && /^(?:data-item|record|copybook)$/.test(thing?.kind ?? ""))
    return { ...(yield* recordFields(asked)), obeyed: ["bytes"] };
  const path = thing?.kind === "folder" ? thing.name : fileOf(thing);
  if (path === undefined) return unanswered(`How long ${nameOf(asked)} is could not be told.`);
  const stats = yield* report("citadel_get_file_stats", { path, limit: 20 }, asked.folder);
  if (stats)
    return answered(
      `${path}: ${[...stats.facts].map(([key, value]) => `${key.toLowerCase()} ${value}`).join("; ")}. (${path}:1)`,
      sectionText(
        stats.sections.find(({ title }) => /omplex|aragraph|Languages/.test(title)),
        undefined,
        10,
      ),
    );
  const { lines, total } = yield* search("^", { path, limit: 1 });
  return lines.length > 0
    ? answered(`${path}: ${total} lines (${path}:1).`)
    : unanswered(`How long ${nameOf(asked)} is could not be told.`);
}
