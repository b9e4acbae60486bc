import { isAside } from "../aside.ts";
import { settled } from "../looking.ts";
import { type Answer, type Asked, answered, counted, type Intent, listed, verdict } from "./answer.ts";

/** Which examples there are. */
export const EXAMPLE_INTENTS: readonly Intent[] = [
  {
    id: "examples",
    means: "the examples there are",
    needs: "nothing",
    forms:
      "which examples are there | list the examples | are there examples | where are the examples | show the example programs | quais exemplos existem | onde estao os exemplos | ha exemplos | is there a sample | list the samples | which example applications are there | what examples are there",
    answer: (asked) => settled(examplesOf(asked)),
  },
];

const EXAMPLE = /(?:^|\/)(?:examples?|samples?|demos?)\//i;
const IN_FOLDER = /^(.*?(?:^|\/)(?:examples?|samples?|demos?)\/[^/]+)/i;

function examplesOf({ folder }: Asked): Answer {
  const paths = folder.paths.filter((path) => EXAMPLE.test(path) && isAside(path));
  const counts = new Map<string, string[]>();
  for (const path of paths) {
    const top = IN_FOLDER.exec(path)?.[1] ?? path;
    counts.set(top, [...(counts.get(top) ?? []), path]);
  }
  if (counts.size === 0)
    return verdict(
      false,
      answered(
        `No folder here is named examples, samples or demo (${counted(folder.paths.length, "file")} looked at).`,
      ),
    );
  const rows = [...counts].map(([top, own]) =>
    own.length === 1 && own[0] === top ? top : `${top}/: ${counted(own.length, "file")}`,
  );
  return verdict(true, answered(listed("Examples", rows, rows.length, 25)));
}
