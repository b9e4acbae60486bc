import type { Folder } from "../../folder.ts";
import { type Looking, lookAll } from "../../looking.ts";
import { type CitedLine, readNumbered } from "../../result-text.ts";
import type { Fact } from "./code-facts.ts";

const DOCUMENT = /\.(?:md|rst)$/i;
const NO_GUIDE = /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|LICENSE|CODE_OF_CONDUCT|SECURITY)\b/i;
const EXAMPLE =
  /(?:^|\/)(?:examples?|samples?|demos?)\/(?!.*(?:^|\/)(?:tests?|__init__|conftest)).*\.(?:[cm]?[jt]s|py)$/i;
const FILES_MAX = 60;
const READ_LINES = 450;
const SHOWN_LINES = 12;
const HEAD_LINES = 15;

/** The sections of documents and the examples, which show how something is done. */
export function* shownUses({ paths }: Folder): Looking<readonly Fact[]> {
  const documents = paths.filter((path) => DOCUMENT.test(path) && !NO_GUIDE.test(path)).slice(0, FILES_MAX);
  const examples = paths.filter((path) => EXAMPLE.test(path)).slice(0, FILES_MAX);
  const wanted = [...documents, ...examples].map((path) => ({ path, limit: READ_LINES }));
  const read = yield* lookAll(wanted.map((input) => ({ name: "read_file", input })));
  return wanted.flatMap(({ path }, index) => {
    const found = read[index];
    if (found === undefined || found.failed) return [];
    const lines = readNumbered(found.text, path);
    return DOCUMENT.test(path) ? sectionsOf(lines) : exampleOf(path, lines);
  });
}

function sectionsOf(lines: readonly CitedLine[]): readonly Fact[] {
  let isCode = false;
  const heads = lines.flatMap(({ text }, at) => {
    if (/^\s*```/.test(text)) isCode = !isCode;
    return !isCode && /^#{1,6} \S/.test(text) ? [at] : [];
  });
  return heads.flatMap((at, index): Fact[] => {
    const head = lines[at];
    const body = lines.slice(at + 1, heads[index + 1] ?? lines.length).filter(({ text }) => /\w/.test(text));
    if (!head || body.length === 0) return [];
    const above = heads.slice(0, index).findLast((other) => depthOf(lines[other]) < depthOf(head));
    return [
      {
        ...head,
        kind: "shown",
        name: head.text.replace(/^#+\s*/, ""),
        unit: "",
        own: head.text,
        around: `${lines[above ?? at]?.text ?? ""} ${body.map(({ text }) => text).join("\n")}`,
        shown: [head, ...body.slice(0, SHOWN_LINES)],
      },
    ];
  });
}

const depthOf = (line: CitedLine | undefined): number => /^#+/.exec(line?.text ?? "")?.[0].length ?? 0;

function exampleOf(path: string, lines: readonly CitedLine[]): readonly Fact[] {
  const [first] = lines;
  const said = headOf(lines);
  const name = path.replace(/^.*\//, "").replace(/\.\w+$/, "");
  if (!first) return [];
  return [
    {
      ...first,
      kind: "shown",
      name,
      unit: "",
      own: `${name} ${said
        .slice(0, 4)
        .map(({ text }) => text)
        .join("\n")}`,
      around: `${path} example ${lines.map(({ text }) => text).join("\n")}`,
      shown: said.slice(0, 2),
      body: lines.filter(({ text, line }) => text.trim() !== "" && line > (said[1]?.line ?? 0)),
    },
  ];
}

/** What an example says of itself: the comment or text that it begins with. */
function headOf(lines: readonly CitedLine[]): readonly CitedLine[] {
  let isText = false;
  return lines.slice(0, HEAD_LINES).filter(({ text }) => {
    const quotes = (text.match(/"""|'''/g) ?? []).length;
    const isSaid = isText || quotes > 0 || /^\s*(?:\/\*\*?|\*|\/\/|#(?!!))/.test(text);
    if (quotes % 2 === 1) isText = !isText;
    return isSaid && /\p{L}{2}/u.test(text);
  });
}
