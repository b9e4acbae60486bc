import { isAside } from "../../aside.ts";
import type { Looking } from "../../looking.ts";
import { type Answer, answered, cited, listedInOrder, SEARCH_CUT, search, verdict } from "../answer.ts";
import { CODE_FILES, isApart } from "../code-files.ts";
import { readSources } from "../facts/source-files.ts";
import { ENVIRONMENT_LINES, type Variable, variablesIn } from "./environment.ts";

const FILES_MAX = 60;
const READ_MAX = 14;
const SET_MAX = 14;

/** Which variables of the environment the code reads, sets and takes away; where the project's own do none of it, what tests and scripts do. */
export function* environmentAnswer(): Looking<Answer> {
  const { lines, isWhole } = yield* search(ENVIRONMENT_LINES, { glob: CODE_FILES, ignore_case: false });
  const paths = [...new Set(lines.map(({ path }) => path))];
  const own = paths.filter((path) => !isAside(path));
  const files = yield* readSources((own.length > 0 ? own : paths).slice(0, FILES_MAX));
  const all = files.flatMap((file) => variablesIn(file.lines));
  const main = all.filter(({ line }) => !isApart(line.path));
  if (all.length === 0)
    return verdict(
      false,
      answered(
        "No line of the code here reads or sets a variable of the environment by its name.",
        isWhole ? "" : SEARCH_CUT,
      ),
    );
  const shown = main.length > 0 ? main : all;
  const rest = [...new Set(all.filter((one) => !shown.includes(one)).map(({ name }) => name))];
  return verdict(
    true,
    answered(
      listedInOrder("Environment variables that the code reads", rowsOf(shown, "read"), undefined, READ_MAX),
      listedInOrder(
        "Environment variables that it sets, for itself or what it starts",
        rowsOf(shown, "set"),
        undefined,
        SET_MAX,
      ),
      listedInOrder("Environment variables that it takes away", rowsOf(shown, "removed")),
      rest.length === 0 ? "" : `Besides, what only builds or releases it uses ${rest.join(", ")}.`,
      isWhole ? "" : SEARCH_CUT,
    ),
  );
}

/** A row for each name, with the first line that has it and where else it stands. */
function rowsOf(variables: readonly Variable[], use: Variable["use"]): readonly string[] {
  const byName = Map.groupBy(
    variables.filter((one) => one.use === use),
    ({ name }) => name,
  );
  return [...byName].map(([name, uses]) => {
    const others = uses.slice(1, OTHERS_MAX + 1).map(({ line }) => `${line.path}:${line.line}`);
    const [first] = uses;
    return `${name}: ${first ? cited(first.line) : ""}${others.length === 0 ? "" : ` (also ${others.join(", ")})`}`;
  });
}

const OTHERS_MAX = 2;
