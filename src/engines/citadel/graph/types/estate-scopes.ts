import type { FileFacts } from "../../model.ts";
import { unpacked } from "../../scope-facts.ts";
import { familyOf } from "../module-paths.ts";
import type { ScriptPackages } from "../script-packages.ts";
import type { ClassInfo, FileScope, FunctionInfo } from "./types.ts";

/** The scopes of all files, by path and by package. */
export class EstateScopes {
  readonly files: readonly FileScope[];
  readonly packages: ScriptPackages;
  private readonly byPath: ReadonlyMap<string, FileScope>;
  private readonly classesBySymbol = new Map<FileScope, ReadonlyMap<string, ClassInfo>>();

  constructor(files: readonly FileFacts[], packages: ScriptPackages) {
    this.packages = packages;
    this.files = files.flatMap((facts) => fileScope(facts) ?? []);
    this.byPath = new Map(this.files.map((file) => [file.path, file]));
  }

  at(path: string): FileScope | undefined {
    return this.byPath.get(path);
  }

  /** The class that a symbol of a file is. */
  classOf(path: string, symbol: string): ClassInfo | undefined {
    const file = this.byPath.get(path);
    if (file === undefined) return undefined;
    const known = this.classesBySymbol.get(file) ?? bySymbol(file);
    this.classesBySymbol.set(file, known);
    return known.get(symbol);
  }

  ofFamily(family: string): readonly FileScope[] {
    return this.files.filter((file) => file.family === family);
  }
}

/** The first of each symbol: further declarations are its parts. */
const bySymbol = ({ classes }: FileScope): ReadonlyMap<string, ClassInfo> =>
  new Map(classes.toReversed().flatMap((cls) => (cls.fact.symbol === undefined ? [] : [[cls.fact.symbol, cls]])));

function fileScope(facts: FileFacts): FileScope | undefined {
  const { scope, path, language } = facts;
  const family = familyOf(language);
  if (!scope || family === undefined) return undefined;
  const classes: ClassInfo[] = [];
  const functions: FunctionInfo[] = [];
  const file: FileScope = {
    facts,
    path,
    family,
    scope,
    expressions: unpacked(scope),
    classes,
    functions,
    known: [],
  };
  for (const [index, fact] of scope.classes.entries()) {
    const fields = new Map(Object.entries(fact.fields).map(([name, variable]) => [name, { file, variable }]));
    classes.push({ file, index, fact, methods: new Map(), fields, parts: [] });
  }
  for (const [index, fact] of scope.functions.entries()) {
    const owner = fact.owner === undefined ? undefined : classes[fact.owner];
    functions.push({ file, index, fact, owner });
  }
  for (const cls of classes)
    for (const [name, list] of Object.entries(cls.fact.methods))
      cls.methods.set(
        name,
        list.flatMap((at) => functions[at] ?? []),
      );
  return file;
}

/** Takes another declaration of a class into the first. */
export function addPart(first: ClassInfo, part: ClassInfo): void {
  first.parts.push(part);
  for (const [name, list] of part.methods) first.methods.set(name, [...(first.methods.get(name) ?? []), ...list]);
  for (const [name, field] of part.fields) if (!first.fields.has(name)) first.fields.set(name, field);
  // Whoever stands in the part sees all of the class.
  for (const [name, list] of first.methods) part.methods.set(name, list);
  for (const [name, field] of first.fields) part.fields.set(name, field);
  part.parts.push(first);
}
