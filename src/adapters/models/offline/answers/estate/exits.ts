import { firstRows } from "../../cut-lists.ts";
import { isCobol } from "../../file-names.ts";
import { fileOf } from "../../folder.ts";
import { type Looking, look, together } from "../../looking.ts";
import { holdsWord } from "../../reading/word-forms.ts";
import { type CitedLine, isComment, readNumbered } from "../../result-text.ts";
import { type Answer, type Asked, answered, cited, type Intent, search, unanswered, verdict } from "../answer.ts";
import { allOutcomes } from "./outcomes.ts";

/** With which code something ends. */
export const EXIT_INTENTS: readonly Intent[] = [
  {
    id: "exits",
    describes: ["program"],
    of: /^(?:program|file|module|function|method|symbol|paragraph|script|class)/,
    means: "with which code it ends",
    needs: "name",
    obeys: true,
    forms:
      "with which return code does X end | which return code does X set | return codes of X | return code of X | what return code does X give | with which exit code does X end | exit codes of X | what exit code does X return | which exit code does X have | what code does X exit with | when does X abend | what does X return to the job | with which code does X stop | which return code does X end with if T | com que codigo termina X | codigo de retorno de X | que codigo de retorno da X | qual o codigo de saida de X",
    answer: exits,
  },
];

const EXITS_MAX = 12;
const SETS = String.raw`\bEXEC +CICS +ABEND\b|\bexit_?code\s*=[^=]|\b(?:sys\.exit|ctx\.exit|os\._exit|process\.exit|os\.Exit)\s*\(|^\s*exit +\S+|\bSystemExit\b`;
const STOPS = String.raw`\bSTOP +RUN\b|\bGOBACK\b`;
const CONDITION = /^(?:elif|else|if|except|catch|case|for|while|switch|\}\s*(?:else|catch))\b/;

/** The statements of a program that set the code, or the lines of a script, each under the conditions above it. */
function* exits({ things: [thing], restricting, topic, folder }: Asked): Looking<Answer> {
  const path = fileOf(thing);
  if (!thing || path === undefined) return unanswered("Say of which program.");
  const told = isCobol(path) ? yield* allOutcomes("code", { name: thing.name, paths: [path] }, folder) : undefined;
  if (told) return verdict(true, { ...told, obeyed: "all" });
  const setting = yield* linesLike(SETS, path);
  if (setting.length === 0) {
    const ending = yield* linesLike(STOPS, path);
    // Whether it ends normally, what it calls may tell, and no line that is not there.
    return answered(
      `No line of ${path} sets a code to end with.`,
      ...firstRows(
        ending.map((line) => `- ${cited(line)}`),
        STOPS_MAX,
      ),
    );
  }
  const blocks = yield* together(setting.slice(0, EXITS_MAX).map(blockOf));
  const words = [...restricting, ...topic].filter((word) => word.length > 2);
  const score = (text: string): number => words.filter((word) => holdsWord(text, word)).length;
  const ordered = blocks.toSorted((one, other) => score(other) - score(one));
  return {
    ...answered(
      `Where ${path} sets the code with which it ends (${setting.length}):`,
      ...firstRows(ordered, EXITS_MAX, { total: setting.length }),
    ),
    obeyed: "all",
  };
}

const STOPS_MAX = 4;

function* linesLike(pattern: string, path: string): Looking<readonly CitedLine[]> {
  const { lines } = yield* search(pattern, { path });
  return lines.filter(({ text }) => !isComment(path, text));
}

/** A line that sets the code, with what leads to it. */
function* blockOf(line: CitedLine): Looking<string> {
  const before = yield* linesBefore(line);
  return [`- ${cited(line)}`, ...conditionsIn(before).map((one) => `    under ${cited(one)}`)].join("\n");
}

const LINES_BEFORE = 60;
const CONDITIONS_MAX = 2;

/** What stands above a line, and the line itself at the end. */
function* linesBefore({ path, line }: CitedLine): Looking<readonly CitedLine[]> {
  const offset = Math.max(1, line - LINES_BEFORE);
  const found = yield* look("read_file", { path, offset, limit: line - offset + 1 });
  return readNumbered(found.failed ? "" : found.text, path).filter(({ text }) => !isComment(path, text));
}

const indentOf = (text: string): number => text.length - text.trimStart().length;

/** The conditions that the last line stands under, by how far they are indented, the nearest first. */
function conditionsIn(lines: readonly CitedLine[]): readonly CitedLine[] {
  const last = lines.at(-1);
  const above: CitedLine[] = [];
  let indent = last ? indentOf(last.text) : 0;
  for (const line of lines.slice(0, -1).reverse()) {
    if (above.length === CONDITIONS_MAX) break;
    if (line.text.trim() === "" || indentOf(line.text) >= indent) continue;
    indent = indentOf(line.text);
    if (CONDITION.test(line.text.trim())) above.push(line);
  }
  return above;
}
