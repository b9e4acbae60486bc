import type { Answer } from "./answers/answer.ts";
import { firstNames } from "./cut-lists.ts";
import type { Thing } from "./folder.ts";

/** Of more files of one name only the first are answered for; all are named. */
const ANSWERED_MAX = 3;
const NAMED_MAX = 12;

/** The files that are all called as a question writes it, where it gives no folder and none stands at the top; empty where only one may be meant. */
export function namesakes({ kind, written, places }: Thing): readonly Thing[] {
  if (kind !== "file" || written.includes("/")) return [];
  const name = written.toLowerCase();
  const alike = places.filter(({ path }) => path.slice(path.lastIndexOf("/") + 1).toLowerCase() === name);
  const isOne = alike.length < 2 || alike.some(({ path }) => path.toLowerCase() === name);
  return isOne ? [] : alike.map((place) => ({ written, name: place.path, kind, places: [place] }));
}

/** Those of them that are answered for. */
export const answeredFor = (files: readonly Thing[]): readonly Thing[] => files.slice(0, ANSWERED_MAX);

/** The answers for several files of one name, each under its own. */
export function answersOf(files: readonly Thing[], answers: readonly Answer[]): Answer {
  const [first] = answers;
  const named = firstNames(
    files.map(({ name }) => name),
    NAMED_MAX,
  );
  const only = answers.length < files.length ? ` I answer for the first ${answers.length}.` : "";
  const obeyed = answers.map((answer) => answer.obeyed ?? []);
  const isSame = answers.every(({ verdict }) => verdict === first?.verdict);
  return {
    text: [
      `${files.length} files here are named ${files[0]?.written}: ${named}.${only}`,
      ...answers.map(({ text }, index) => `**${files[index]?.name}**\n${text}`),
    ].join("\n"),
    isAnswer: answers.some(({ isAnswer }) => isAnswer),
    ...(isSame && first?.verdict !== undefined ? { verdict: first.verdict } : {}),
    obeyed: obeyed.every((one) => one === "all")
      ? "all"
      : [...new Set(obeyed.flatMap((one) => (one === "all" ? [] : one)))].filter((word) =>
          obeyed.every((one) => one === "all" || one.includes(word)),
        ),
  };
}
