import { isAside } from "../../aside.ts";
import type { Thing } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { wordPattern } from "../../named-thing.ts";
import { cited, listed, search } from "../answer.ts";

const INDEX = "**/{__init__.py,index.ts,index.js,index.mts,index.mjs,mod.ts}";

/** Where a package hands something to its users, whose code no folder holds; empty where nothing here does. */
export function* exportedText({ name, places }: Thing): Looking<string> {
  const [declared] = places.filter(({ path }) => !isAside(path));
  if (!declared || !/\.(?:py|[cm]?[jt]sx?)$/.test(declared.path)) return "";
  const isPython = declared.path.endsWith(".py");
  const stem = declared.path.replace(/^.*\//, "").replace(/\.\w+$/, "");
  const named = yield* search(wordPattern(name), { glob: INDEX, ignore_case: false });
  const passedOn = isPython
    ? undefined
    : yield* search(`^export .*from ["'].*/${stem}(?:\\.\\w+)?["']`, { ignore_case: false });
  const lines = [
    ...(declared.text.startsWith("export ") ? [declared] : []),
    ...named.lines.filter(({ text }) => IN_INDEX.test(text)),
    ...(passedOn?.lines ?? []),
  ].filter(({ path }) => !isAside(path));
  return listed("It is handed to users of the package, whose code breaks with it and is not here", lines.map(cited));
}

const IN_INDEX = /^\s*["']?\w+["']?,\s*$|\b(?:import|export|as)\b/;
