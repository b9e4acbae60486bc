import type { Estate } from "../graph/estate.ts";
import { CLONE_LINES_MIN, findClones, unitAt } from "../queries/sources/clones.ts";
import type { Cell, Table } from "./model.ts";

/** Code that stands in several places: one row a place, those of one clone together. */
export function clonesTable(
  estate: Estate,
  files: Iterable<string>,
  textOf: (path: string) => string | undefined,
): Table {
  const { clones, isCut } = findClones(estate, files, textOf);
  return {
    id: "clones",
    title: "Clones",
    columns: ["Clone", "Lines", "Copies", "Where", "In", "To line"],
    rows: clones.flatMap(({ lines, places }, index) =>
      places.map(({ file, start, end }): Cell[] => {
        const unit = unitAt(estate, file, start);
        const name = file.slice(file.lastIndexOf("/") + 1);
        return [
          index + 1,
          lines,
          places.length,
          { text: name, file, line: start },
          unit ? estate.title(unit) : "",
          end,
        ];
      }),
    ),
    note: `At least ${CLONE_LINES_MIN} lines of code that differ in comments, layout, case, numbers and literals at most; copybooks and maps are left out.${isCut ? " Only the largest are listed." : ""}`,
  };
}
