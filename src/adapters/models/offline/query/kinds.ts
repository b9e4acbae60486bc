import type { Folder } from "../folder.ts";
import { type Looking, settled } from "../looking.ts";
import { classes, filesOf, functions, type Near } from "./rows/code.ts";
import { dataRows } from "./rows/data.ts";
import { copybooks, deadParagraphs, jobs, programs, steps, transactions } from "./rows/estate.ts";
import type { Rows } from "./rows/found.ts";
import { commands, dependencies } from "./rows/project.ts";
import { mapFields, screens } from "./rows/screens.ts";
import { tests } from "./rows/tests.ts";
import type { Kind } from "./shape.ts";

interface Provider {
  readonly noun: string;
  readonly nouns: string;
  /** Absent where another file answers for the kind. */
  readonly rows?: (folder: Folder, near: Near) => Looking<Rows>;
}

const provider = (noun: string, rows?: Provider["rows"], nouns = `${noun}s`): Provider => ({
  noun,
  nouns,
  ...(rows === undefined ? {} : { rows }),
});

/** What there is of each kind, and how it is called. */
export const KINDS: Readonly<Record<Kind, Provider>> = {
  author: provider("author"),
  class: provider("class", (_, near) => classes(near), "classes"),
  command: provider("command", commands),
  commit: provider("commit"),
  copybook: provider("copybook", copybooks),
  dataset: provider("dataset", (folder) => dataRows("dataset", folder)),
  dependency: provider("dependency", dependencies, "dependencies"),
  field: provider("field of a screen", mapFields, "fields of screens"),
  file: provider("file", (folder) => settled(filesOf(folder))),
  folder: provider("folder"),
  function: provider("function", functions),
  job: provider("job", jobs),
  paragraph: provider("paragraph", deadParagraphs),
  program: provider("program", programs),
  screen: provider("screen", screens),
  step: provider("step", steps),
  table: provider("table", (folder) => dataRows("table", folder)),
  tag: provider("tag"),
  test: provider("test", tests),
  transaction: provider("transaction", transactions),
};

/** `3 jobs`, `1 optional job`, `No job`. @param adjectives  what stands before the noun */
export function countedKind(count: number, kind: Kind, adjectives: readonly string[] = []): string {
  const { noun, nouns } = KINDS[kind];
  return [count === 0 ? "No" : String(count), ...adjectives, count < 2 ? noun : nouns].join(" ");
}

/** How a row may be called where something refers to it, in capitals. */
export function keysOf(name: string, kind: Kind): readonly string[] {
  const whole = name.toUpperCase().replace(/\([+-]?\d+\)$/, "");
  if (kind === "step") return [whole];
  const parts = whole.split("/");
  if (kind === "field") return [whole.split(" ")[0] ?? whole, (parts.at(-1) ?? whole).split(" ")[0] ?? whole];
  if (kind === "screen") return [whole, ...parts];
  if (kind === "file" || kind === "dependency") return fileKeys(whole, parts.at(-1) ?? whole);
  if (kind === "dataset") return [whole];
  return kind === "table" ? tableKeys(whole) : [whole, parts[0] ?? whole];
}

/** A table is also known without its schema; a name of more parts is a dataset, and many have the same last qualifier. */
function tableKeys(whole: string): readonly string[] {
  const [, table, ...more] = whole.split(".");
  return table === undefined || more.length > 0 ? [whole] : [whole, table];
}

/** A module is named by its path, its file, or its file without the ending; a package of dots by each of its parts. */
function fileKeys(whole: string, last: string): readonly string[] {
  const stem = last.replace(/\.[A-Z]+$/, "");
  const packages =
    /^[\w.]+$/.test(whole) && !whole.includes("/")
      ? [whole.split(".")[0] ?? whole, whole.split(".").at(-1) ?? whole]
      : [];
  return [whole, whole.replace(/^NODE:/, ""), last, stem, ...packages];
}
