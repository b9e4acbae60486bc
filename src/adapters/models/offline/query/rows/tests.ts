import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { DECLARES_TEST, isTestFile } from "../../test-files.ts";
import type { Row } from "../shape.ts";
import type { Near } from "./code.ts";
import { linesOf, type Rows } from "./found.ts";

/** Tests by the lines that declare them; the files of tests where no line is known to. */
export function* tests({ paths }: Folder, near: Near): Looking<Rows> {
  const { lines, isWhole } = yield* linesOf([{ pattern: DECLARES_TEST, ...near }]);
  const declared = lines
    .filter(({ path }) => isTestFile(path))
    .map(({ path, line, text }): Row => ({ kind: "test", name: nameIn(text), path, line, text }));
  const bare = paths
    .filter((path) => isTestFile(path) && declared.every((row) => row.path !== path) && isNear(path, near))
    .map((path): Row => ({ kind: "test", name: path, path, line: 1, note: "a file of tests", text: path }));
  return { rows: [...declared, ...bare], isWhole };
}

const isNear = (path: string, { path: place }: Near): boolean =>
  place === undefined || path === place || path.startsWith(`${place}/`);

const nameIn = (text: string): string =>
  /def (\w+)|func (\w+)|\(\s*(['"`].*)/.exec(text)?.slice(1).find(Boolean)?.slice(0, 100) ?? text.trim();
