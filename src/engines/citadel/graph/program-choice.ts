import type { GraphNode } from "../model.ts";

/** What tells programs of one name apart. */
export interface ProgramLibraries {
  /** Folders in the order of `--library`, or `NAME=FOLDER` for what JCL calls NAME. */
  readonly configured: readonly string[];
  /** Datasets of STEPLIB or JOBLIB, in their order. */
  readonly datasets: readonly string[];
}

export interface Programs {
  readonly node: GraphNode;
  /** Those that were not taken, because the order of libraries says so. */
  readonly others: readonly GraphNode[];
  /** All that may be meant, the nearest first; empty when it is certain. */
  readonly candidates: readonly GraphNode[];
}

/**
 * Chooses among programs of one name as the binder and the loader do: one in the same file, then the libraries in their
 * order. Where they do not tell, all may be meant.
 * @param found  the nearest first
 */
export function chosenProgram(
  found: readonly GraphNode[],
  from: string,
  libraries: ProgramLibraries,
): Programs | undefined {
  const [first] = found;
  if (!first) return undefined;
  const files = new Set(found.map(({ file }) => file));
  if (files.size < 2 || first.file === from) return { node: first, others: rest(found, first), candidates: [] };
  for (const wanted of [...datasetTests(libraries), ...folderTests(libraries)]) {
    const inside = found.filter(wanted);
    if (new Set(inside.map(({ file }) => file)).size === 1 && inside[0])
      return { node: inside[0], others: rest(found, inside[0]), candidates: [] };
  }
  return { node: first, others: [], candidates: found };
}

const rest = (found: readonly GraphNode[], node: GraphNode): GraphNode[] =>
  found.filter((other) => other.file !== node.file);

type Test = (node: GraphNode) => boolean;

function folderTests({ configured }: ProgramLibraries): Test[] {
  return configured
    .filter((library) => !/^[^=/]+=/.test(library))
    .map((library) => {
      const folder = `${library.replace(/^\.\/+|\/+$/g, "")}/`;
      return ({ file }) => file.startsWith(folder);
    });
}

/** A library is the folder that the configuration gives it, or one whose path has its name, or its first qualifiers. */
function datasetTests({ configured, datasets }: ProgramLibraries): Test[] {
  return datasets.flatMap((dataset) => {
    const name = dataset.toUpperCase();
    const mapped = configured.find((library) => library.toUpperCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const own: Test[] =
      mapped === undefined ? [] : [({ file }) => file.startsWith(`${mapped.replace(/^\.\/+|\/+$/g, "")}/`)];
    const qualifiers = name.split(".");
    const tests = [name, ...qualifiers].map(
      (part): Test =>
        ({ file }) =>
          file.toUpperCase().split("/").slice(0, -1).includes(part),
    );
    return [...own, ...tests];
  });
}
