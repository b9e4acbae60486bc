import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import type { CitedLine } from "../../result-text.ts";
import type { Fact } from "./code-facts.ts";
import { linesAround, type SourceFile } from "./source-files.ts";

/** A line that a fact leads to. */
export interface Flow {
  readonly why: "used" | "given by the option" | "from the environment";
  readonly line: CitedLine;
}

const USES_MAX = 8;
const NAME_CHARS_MIN = 5;
const AROUND_LINES = 4;
const SHARED_PARTS_MIN = 2;
const SHOWN_MAX = 4;

const known = new WeakMap<Fact, { readonly files: readonly SourceFile[]; readonly fact: Fact }>();

/** The facts with the words of what they lead to; those of the same files are followed once. */
export function withFlows(facts: readonly Fact[], files: readonly SourceFile[]): readonly Fact[] {
  return facts.map((fact) => {
    const before = known.get(fact);
    if (before?.files.every((file, index) => file === files[index])) return before.fact;
    const followed = withFlow(fact, files);
    known.set(fact, { files, fact: followed });
    return followed;
  });
}

/** A constant with the words of the lines that use it, and of those that use what it is kept in. */
function withFlow(fact: Fact, files: readonly SourceFile[]): Fact {
  const said = usesOf(fact, files)
    .flatMap(({ file, at }) => near(file, at))
    .map(({ text }) => text);
  return said.length === 0 ? fact : { ...fact, around: `${fact.around}\n${said.join("\n")}` };
}

/** Where a constant is used, and by which option or variable another value is given. */
export function flowsOf(fact: Fact, files: readonly SourceFile[]): readonly Flow[] {
  const uses = usesOf(fact, files);
  const own = files.find(({ path }) => path === fact.path);
  const at = own?.lines.findIndex(({ line }) => line === fact.line) ?? -1;
  const lines = [
    ...(fact.kind === "amount" && own ? own.lines.slice(Math.max(0, at - AROUND_LINES), at + 1) : []),
    ...uses.flatMap((use) => near(use.file, use.at)),
  ];
  const options = new Set(
    [...lines, ...fact.shown].flatMap(({ text }) =>
      [...text.matchAll(/\b(?:options?|opts|config|settings)\??\.(\w+)/g)].map(([, name = ""]) => name),
    ),
  );
  const declared = files.flatMap(({ lines: all }) =>
    all.filter(({ text }) => [...options].some((name) => new RegExp(`^\\s+(?:readonly )?${name}\\??\\s*:`).test(text))),
  );
  const variables = lines.filter(({ text }) => /environ|getenv|process\.env/.test(text));
  const flows: readonly Flow[] = [
    ...declared.slice(0, 2).map((line): Flow => ({ why: "given by the option", line })),
    ...variables.slice(0, 2).map((line): Flow => ({ why: "from the environment", line })),
    ...uses.slice(0, SHOWN_MAX).flatMap(({ file, at }): readonly Flow[] => {
      const line = file.lines[at];
      return line ? [{ why: "used", line }] : [];
    }),
  ];
  const isShown = (line: CitedLine): boolean =>
    fact.shown.some((one) => one.path === line.path && one.line === line.line);
  return flows.filter(({ line }, index) => !isShown(line) && flows.findIndex((one) => one.line === line) === index);
}

interface Use {
  readonly file: SourceFile;
  readonly at: number;
}

function usesOf(fact: Fact, files: readonly SourceFile[]): readonly Use[] {
  const name = fact.name;
  if (fact.kind !== "amount" || name.replace(/^[_#]+/, "").length < NAME_CHARS_MIN) return [];
  const own = usesOfName(name, files, fact);
  const parts = new Set(wordParts(name));
  const kept = new Set(
    own.flatMap(({ file, at }) =>
      near(file, at).flatMap(({ text }) =>
        (text.match(/#?\b\w+\b/g) ?? []).filter(
          (word) => word !== name && wordParts(word).filter((part) => parts.has(part)).length >= SHARED_PARTS_MIN,
        ),
      ),
    ),
  );
  const further = [...kept].slice(0, 3).flatMap((word) => usesOfName(word, files, fact));
  return [...own, ...further].filter(
    (one, index, all) => all.findIndex((other) => other.file === one.file && other.at === one.at) === index,
  );
}

function usesOfName(name: string, files: readonly SourceFile[], { path, line: declaring }: Fact): readonly Use[] {
  const form = new RegExp(`(?<![\\w])${name.replace(/[$#]/g, "\\$&")}\\b`);
  const isUse = (line: CitedLine): boolean =>
    line.text.includes(name) &&
    form.test(line.text) &&
    !NO_USE.test(line.text) &&
    (line.path !== path || line.line !== declaring);
  const own = name.startsWith("#") ? files.filter((file) => file.path === path) : files;
  const uses = own.flatMap((file) =>
    file.lines.flatMap((line, at): readonly Use[] => (isUse(line) ? [{ file, at }] : [])),
  );
  return uses.slice(0, USES_MAX);
}

const NO_USE = /^\s*(?:import|from)\b|^\s*["']?\w+["']?,\s*$|^\s*(?:#|\*|\/\/)/;

const near = ({ lines }: SourceFile, at: number): readonly CitedLine[] => linesAround(lines, at, AROUND_LINES);
