import { firstRows } from "../cut-lists.ts";
import { isJcl } from "../file-names.ts";
import type { Folder, Thing } from "../folder.ts";
import { type Looking, look } from "../looking.ts";
import { type CitedLine, type CodeReport, readNumbered } from "../result-text.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  counted,
  listed,
  placesText,
  report,
  sectionText,
  unanswered,
  unplaced,
} from "./answer.ts";
import { opening } from "./documents.ts";
import { passages } from "./passages.ts";

const HEAD_LINES_MAX = 80;
const ABOVE_LINES_MAX = 14;

/** What a thing is, says of itself and does: its comments, what it calls and who calls it. */
export function* explain(asked: Asked): Looking<Answer> {
  const [thing] = asked.things;
  if (!thing) return unanswered("Say of what.");
  if (thing.kind === "folder") return yield* explainFolder(thing, asked);
  if (thing.kind === "file") return yield* explainFile(thing, asked);
  if (thing.kind === "text") return yield* passages(asked.part, asked.folder);
  if (/^(?:program|job|copybook|mapset|module|entry|procedure)$/.test(thing.kind))
    return yield* explainSource(thing, asked);
  return yield* explainPart(thing, asked);
}

function* explainFolder({ name }: Thing, { folder }: Asked): Looking<Answer> {
  const paths = folder.paths.filter((path) => path.startsWith(`${name}/`));
  const readme = paths.find((path) => /README/i.test(path));
  const said = readme === undefined ? [] : (yield* opening(readme)).lines;
  const summary = yield* report("citadel_get_file_summary", { path: name, limit: 5 }, folder);
  const facts = summary ? [...summary.facts].map(([key, value]) => `${key.toLowerCase()} ${value}`).join("; ") : "";
  const heads: string[] = [];
  for (const path of paths.slice(0, 12)) heads.push(yield* oneLineOf(path));
  return answered(
    `${name}/ holds ${counted(paths.length, "file")}${facts === "" ? "" : `: ${facts}`}.`,
    listed(`${readme} says`, said.map(cited)),
    listed("Files, with what each says of itself", heads, paths.length),
  );
}

/** A file with the first comment in it. */
function* oneLineOf(path: string): Looking<string> {
  const read = yield* look("read_file", { path, limit: 30 });
  const [first] = read.failed ? [] : commentsOf(readNumbered(read.text, path), path);
  return first ? `${path}:${first.line}  ${spoken(first.text)}` : `${path}:1`;
}

function* explainFile(thing: Thing, { folder }: Asked): Looking<Answer> {
  const path = thing.name;
  if (/\.(?:md|rst|adoc|txt)$|README$/i.test(path)) {
    const { title, lines } = yield* opening(path);
    return answered(`${path} begins:`, ...[...(title ? [title] : []), ...lines].map((line) => `- ${cited(line)}`));
  }
  if (WORKFLOW.test(path)) return yield* explainWorkflow(path);
  const [read, summary] = [
    yield* look("read_file", { path, limit: HEAD_LINES_MAX }),
    yield* report("citadel_get_file_summary", { path, limit: 40 }, folder),
  ];
  if (read.failed) return unanswered(read.text);
  const lines = readNumbered(read.text, path);
  const functions = yield* report("citadel_get_functions", { path, limit: 200 }, folder);
  const rows = (functions?.sections[0]?.rows ?? []).filter((row) => !/^\s/.test(row) && !/ \(module\), /.test(row));
  const facts = summary
    ? [...summary.facts]
        .filter(([key]) => /Language|Total lines|Paragraph count/.test(key))
        .map(([key, value]) => `${key.toLowerCase()} ${value}`)
        .join("; ")
    : "";
  return answered(
    `${path}${facts === "" ? "" : ` (${facts})`}:`,
    listed(
      "It says of itself",
      commentsOf(lines, path).map((line) => `${path}:${line.line}  ${spoken(line.text)}`),
      undefined,
      8,
    ),
    listed("It holds", rows, rows.length, 15),
    sectionText(
      summary?.sections.find(({ title }) => title.startsWith("Main calls")),
      "It calls and uses",
      8,
    ),
    rows.length === 0 && commentsOf(lines, path).length === 0
      ? listed("Its first lines", lines.filter(({ text }) => text.trim() !== "").map(cited), undefined, 10)
      : "",
    thing.places.length > 1
      ? `Of that name are also: ${thing.places
          .slice(1, 6)
          .map(({ path: other }) => other)
          .join(", ")}`
      : "",
  );
}

const WORKFLOW = /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/;
const WORKFLOW_LINES_MAX = 600;
/** What tells when it runs, its jobs in their order, under which condition, and each step. */
const TELLS =
  /^["']?(?:name|on|jobs)["']?:|^ {2}(?:push|pull_request|schedule|workflow_\w+|release)\b.*:|^ {4,}branches:|^\s+- cron:|^\s+- ["']?[\w./*-]+["']?\s*$|^ {2}[\w-]+:\s*$|^\s+(?:needs|if|environment|strategy|matrix|runs-on):|^\s*-? *(?:run: *(?![|>])\S|uses: )|^\s*- name:/;

function* explainWorkflow(path: string): Looking<Answer> {
  const read = yield* look("read_file", { path, limit: WORKFLOW_LINES_MAX });
  if (read.failed) return unanswered(read.text);
  const lines = readNumbered(read.text, path).filter(({ text }) => TELLS.test(text));
  const rows = lines.map(({ line, text }) => `${String(line).padStart(5)}  ${text.trimEnd()}`);
  return answered(
    `${path}:1-${lines.at(-1)?.line ?? 1}, when it runs, its jobs and their steps:`,
    ...firstRows(rows, WORKFLOW_ROWS_MAX),
  );
}

const WORKFLOW_ROWS_MAX = 40;

/** A program, job, copybook: what its file says, does to data, and who runs it. */
function* explainSource(thing: Thing, { folder }: Asked): Looking<Answer> {
  const { name, kind } = thing;
  const place = thing.places[0];
  if (!place) return yield* unplaced(name);
  const { path } = place;
  const read = yield* look("read_file", { path, limit: HEAD_LINES_MAX });
  const lines = read.failed ? [] : readNumbered(read.text, path);
  const summary = yield* report("citadel_get_file_summary", { path, limit: 60 }, folder);
  const crud = yield* report("citadel_crud", { path: ".", names: [name], limit: 40 }, folder);
  const callers = yield* report("citadel_get_callers", { name, path: ".", limit: 20 }, folder);
  const said = commentsOf(lines, path).map((line) => `${path}:${line.line}  ${spoken(line.text)}`);
  const section = kind === "job" ? "Jobs" : "Programs";
  return answered(
    `${name} is a ${kind}, ${path}:${place.line}${factsOf(summary, /Total lines|Paragraph count/)}.`,
    listed("It says of itself", said, said.length, 6),
    yield* stepsOf(kind, path, folder),
    sectionText(
      crud?.sections.find(({ title }) => title.startsWith(section)),
      "What it does to data (C creates, R reads, U updates, D deletes)",
      10,
    ),
    listed("It calls and sends", outsideCalls(summary), undefined, 8),
    sectionText(callers?.sections[0], CALLED_BY[kind] ?? "Who calls or runs it", 6),
    kind === "copybook"
      ? listed("Its first lines", lines.filter(({ text }) => /^.{6} \s*\d\d /.test(text)).map(cited), undefined, 14)
      : "",
  );
}

const CALLED_BY: Readonly<Record<string, string>> = { job: "What starts it", copybook: "Who copies it" };

function factsOf(summary: CodeReport | undefined, wanted: RegExp): string {
  const facts = [...(summary?.facts ?? [])].filter(([key]) => wanted.test(key));
  return facts.length === 0 ? "" : ` (${facts.map(([key, value]) => `${key.toLowerCase()} ${value}`).join("; ")})`;
}

/** Calls that leave it; those within it where there are none. */
function outsideCalls(summary: CodeReport | undefined): readonly string[] {
  const calls = summary?.sections.find(({ title }) => title.startsWith("Main calls"))?.rows ?? [];
  const outside = calls.filter((row) => /^(?:calls|executes|links|xctls|starts|copies|sends|receives)\b/.test(row));
  return outside.length > 0 ? outside : calls;
}

function* stepsOf(kind: string, path: string, folder: Folder): Looking<string> {
  if (kind !== "job" && kind !== "procedure") return "";
  const found = yield* report("citadel_get_functions", { path, limit: 60 }, folder);
  const rows = (found?.sections[0]?.rows ?? []).map((row) => row.trim().replace(/^- /, ""));
  return listed(
    "Its steps",
    rows.filter((row) => /EXEC|executes|\(step\)/i.test(row)),
    undefined,
    15,
  );
}

/** A function, field, paragraph, table: its line, the comment above it, what it uses and who uses it. */
function* explainPart(thing: Thing, { folder }: Asked): Looking<Answer> {
  const place =
    thing.places.find(({ path }) => !/(?:^|\/)tests?\/|\.test\.|\.spec\.|test_/.test(path)) ?? thing.places[0];
  if (!place) return yield* unplaced(thing.name);
  const from = Math.max(1, place.line - ABOVE_LINES_MAX);
  const read = yield* look("read_file", { path: place.path, offset: from, limit: ABOVE_LINES_MAX + 14 });
  const lines = read.failed ? [] : readNumbered(read.text, place.path);
  const at = lines.findIndex(({ line }) => line === place.line);
  const said = at < 0 ? [] : [...commentAbove(lines, at), ...docstring(lines, at)];
  const source = at < 0 ? [] : lines.slice(at, at + (said.length > 2 ? 6 : 10));
  const callers = yield* report("citadel_get_callers", { name: thing.name, path: ".", limit: 10 }, folder);
  const kind = thing.kind === "symbol" ? "" : ` is a ${thing.kind.replace("data-item", "field")}`;
  return answered(
    `${thing.name}${kind}${kind === "" ? " is declared at" : ","} ${placesText(thing, 3)}.`,
    listed(
      "What is said of it",
      said.map((line) => `${line.path}:${line.line}  ${spoken(line.text)}`),
      said.length,
      8,
    ),
    source.length > 0
      ? `It begins, ${place.path}:${place.line}:\n${source.map(({ line, text }) => `${String(line).padStart(5)}  ${text}`).join("\n")}`
      : "",
    sectionText(callers?.sections[0], "Who calls or uses it", 5),
  );
}

const NOISE =
  /copyright|licen[cs]e|all rights reserved|warranty|apache|permission is|^[\W\d_]*$|eslint|prettier|@ts-|^#!|-\*- coding|\bVer:|generated by|limitations under|AS IS|unless required|in writing|you may not use|obtain a copy|http:\/\/www\.apache|either express/i;

/** Comments at the beginning that say something of what is below. */
export function commentsOf(lines: readonly CitedLine[], path: string): readonly CitedLine[] {
  const isCobol = /\.(?:cbl|cob|cobol|cpy|bms)$/i.test(path);
  let isDoc = false;
  const comments = lines.filter(({ text }, index) => {
    if (isCobol) return /^.{6}\*|^\*/.test(text);
    if (isJcl(path)) return /^\/\/\*/.test(text);
    const quotes = (text.match(/"""|'''/g) ?? []).length;
    const was = isDoc;
    if (quotes === 1) isDoc = !isDoc;
    if (was || quotes > 0) return index < 40;
    return /^\s*(?:\/\/|\/\*|\*|#(?!!|include|define|!)|--)/.test(text);
  });
  const telling = comments.filter(
    ({ text }) => !NOISE.test(text) && (spoken(text).match(/[\p{L}]{2,}/gu) ?? []).length >= 2,
  );
  return telling;
}

function commentAbove(lines: readonly CitedLine[], at: number): readonly CitedLine[] {
  const above: CitedLine[] = [];
  for (let index = at - 1; index >= 0; index--) {
    const line = lines[index];
    if (!line || !/^\s*(?:\/\/|\/\*|\*|#|--|@)|^.{6}\*/.test(line.text)) break;
    if (!NOISE.test(line.text) && /\p{L}/u.test(line.text) && !/^\s*@/.test(line.text)) above.unshift(line);
  }
  return above;
}

/** Of Python: the text below the line that declares. */
function docstring(lines: readonly CitedLine[], at: number): readonly CitedLine[] {
  const start = lines.findIndex(
    ({ text }, index) => index > at && index < at + 12 && /^\s*[rbu]?(?:"""|''')/.test(text),
  );
  if (start < 0 || !/^\s*(?:async )?(?:def|class)\b/.test(lines[at]?.text ?? "")) return [];
  const isOneLine = /(?:"""|''').*(?:"""|''')/.test(lines[start]?.text ?? "");
  const end = isOneLine ? start : lines.findIndex(({ text }, index) => index > start && /"""|'''/.test(text));
  return lines.slice(start, (end < 0 ? lines.length : end) + 1).filter(({ text }) => /\p{L}/u.test(text));
}

/** A comment without the signs that make it one. */
function spoken(text: string): string {
  return text
    .replace(/^.{6}(?=\*)/, "")
    .replace(/^\s*(?:\/\*+|\/\/\*?|\*+|#+|--|"""|''')+\s*/, "")
    .replace(/(?:\*+\/?|"""|''')\s*$/, "")
    .replace(/\s+/g, " ")
    .trim();
}
