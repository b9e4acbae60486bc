/** What a source file takes from others of its project, by the words of its import lines; nothing is parsed. */
export interface ImportRules {
  /** For each import the paths it may mean, likeliest first; `/` separates. Libraries are among them and are simply not there. */
  paths(path: string, source: string): readonly (readonly string[])[];
  /** A line that declares what others may use. */
  readonly declaration: RegExp;
}

const PYTHON: ImportRules = {
  paths: pythonPaths,
  declaration: /^(?: {4}|\t)?(?:async\s+)?(?:def|class)\s+\w|^[A-Z][A-Z0-9_]+\s*[:=]/,
};
const JVM: ImportRules = {
  paths: jvmPaths,
  declaration:
    /^\s*(?:@\w+\s+)*(?:(?:public|protected|internal|open|abstract|final|static|sealed|data|override|suspend|default)\s+)*(?:(?:class|interface|enum|record|object|fun)\s+\w|(?:public|protected)\s[^=;]*\()/,
};
const ECMA_SCRIPT: ImportRules = { paths: ecmaScriptPaths, declaration: /^export\s/ };

const RULES: Readonly<Record<string, ImportRules>> = {
  ...{ py: PYTHON, pyi: PYTHON, java: JVM, kt: JVM, kts: JVM },
  ...{ ts: ECMA_SCRIPT, tsx: ECMA_SCRIPT, mts: ECMA_SCRIPT, cts: ECMA_SCRIPT },
  ...{ js: ECMA_SCRIPT, jsx: ECMA_SCRIPT, mjs: ECMA_SCRIPT, cjs: ECMA_SCRIPT },
};

/** @returns undefined for a kind of file whose imports are not known */
export function importRules(path: string): ImportRules | undefined {
  return RULES[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ""];
}

/** `import a.b, c as d`, `from ..a import b`: modules and packages, below the folder of the file or of one above it. */
function pythonPaths(path: string, source: string): string[][] {
  const found: string[][] = [];
  // A list in parentheses may go over several lines.
  for (const match of source.matchAll(
    /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^()]*\)|.*)|import[ \t]+(.*))/gm,
  )) {
    const [, from, names = "", modules] = match;
    const words = importedNames(modules ?? names);
    if (from === undefined) for (const module of words) found.push(pythonModule(path, module));
    else {
      const inside = words.map((name) => pythonModule(path, `${from}${from.endsWith(".") ? "" : "."}${name}`));
      // A name is a module of the package, or something of the package itself.
      found.push(...inside, pythonModule(path, from));
    }
  }
  return found;
}

function importedNames(list: string): string[] {
  return list
    .replace(/#.*$/gm, "")
    .replace(/[()\\]/g, " ")
    .split(",")
    .flatMap((part) => /^\s*([.\w]+)/.exec(part)?.[1] ?? []);
}

function pythonModule(path: string, module: string): string[] {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const inner = module.slice(dots).split(".").filter(Boolean).join("/");
  const above = foldersAbove(path);
  const bases = dots > 0 ? above.slice(dots - 1, dots) : [...above, "src"];
  return bases.flatMap((base) =>
    inner === "" ? [joined(base, "__init__.py")] : [joined(base, `${inner}.py`), joined(base, `${inner}/__init__.py`)],
  );
}

/** `import a.b.C;` below the root that the file's own `package` line tells, Java and Kotlin beside each other. */
function jvmPaths(path: string, source: string): string[][] {
  const own = /^[ \t]*package\s+([\w.]+)/m.exec(source)?.[1]?.split(".").join("/") ?? "";
  const folder = foldersAbove(path)[0] ?? "";
  if (own !== "" && folder !== own && !folder.endsWith(`/${own}`)) return [];
  const root = folder.slice(0, folder.length - own.length).replace(/\/$/, "");
  const roots = [...new Set([root, root.replace(/\bjava$/, "kotlin"), root.replace(/\bkotlin$/, "java")])];
  return [...source.matchAll(/^[ \t]*import\s+(?:static\s+)?(?!\S*\.\*)([\w.]+\w)/gm)].map(([, name = ""]) => {
    const whole = name.split(".").join("/");
    // A nested class or a static member lives in the file of its owner.
    const owner = whole.slice(0, Math.max(0, whole.lastIndexOf("/")));
    return [whole, owner]
      .filter((part) => part.includes("/"))
      .flatMap((part) => roots.flatMap((base) => [joined(base, `${part}.java`), joined(base, `${part}.kt`)]));
  });
}

const ECMA_SCRIPT_ENDINGS = ["", ".ts", ".tsx", ".js", ".mjs", "/index.ts", "/index.js"] as const;

/** Files beside the importing one: `./a.ts`, `../b`, and `./a.js` that is written as `a.ts`. */
function ecmaScriptPaths(path: string, source: string): string[][] {
  const specifiers = source.matchAll(
    /(?:\bfrom|^[ \t]*import|\bimport\s*\(|\brequire\s*\()\s*["'`](\.[^"'`\n]+)["'`]/gm,
  );
  return [...specifiers].map(([, specifier = ""]) => {
    const target = normalized(joined(foldersAbove(path)[0] ?? "", specifier));
    const source = target.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
    return [...ECMA_SCRIPT_ENDINGS.map((ending) => target + ending), ...(source === target ? [] : [source])];
  });
}

/** The folder of a file and those above it, nearest first; the last is the empty one. */
function foldersAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return Array.from({ length: parts.length + 1 }, (_, index) => parts.slice(0, parts.length - index).join("/"));
}

function joined(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
