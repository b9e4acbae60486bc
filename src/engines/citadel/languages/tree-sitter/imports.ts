import type { NodeKind } from "../../model.ts";
import type { Import } from "./grammar.ts";

const MODULE: readonly NodeKind[] = ["module"];
const TYPE: readonly NodeKind[] = ["class", "module"];
type Binding = Import["bindings"][number];

const stem = (path: string) => (path.split(/[/\\]/).at(-1) ?? path).replace(/\.[A-Za-z]+$/, "");
const last = (dotted: string) => dotted.split(/[.:\\]+/).at(-1) ?? dotted;

/** A file of the project, named by a path. */
function file(specifier: string, bindings: readonly Binding[] = []): Import {
  const parts = specifier.split("/");
  // `./orders/index.ts` is what people call `orders`, but the file it names is index.
  return {
    specifier,
    name: stem(parts.at(-1) || specifier) || specifier,
    targets: MODULE,
    isExternal: false,
    bindings,
  };
}

function library(specifier: string, bindings: readonly Binding[] = []): Import {
  return { specifier, name: specifier, targets: [], isExternal: true, bindings };
}

/** `import`, `export … from`, `const { a } = require("x")` and `import("x")`. */
export function ecmaScriptImport(text: string, before: string): readonly Import[] {
  const specifier = /(?:\bfrom|^\s*import|\bimport\s*\(|\brequire\s*\()\s*["'`]([^"'`]+)["'`]/.exec(text)?.[1];
  if (specifier === undefined) return [];
  const bindings = /^\s*import\b(?!\s*\()|^\s*export\b/.test(text) ? clauseBindings(text) : assignedBindings(before);
  return [/^[./]/.test(specifier) ? file(specifier, bindings) : library(specifier, bindings)];
}

function clauseBindings(text: string): Binding[] {
  const clause = /^\s*import\s+(?:type\s+)?([^"']*?)\s*from\b/.exec(text)?.[1] ?? "";
  const star = /\*\s*as\s+([\w$]+)/.exec(clause)?.[1];
  const whole = /^([\w$]+)/.exec(clause)?.[1];
  return [
    ...(star ? [{ local: star, imported: "*" }] : []),
    ...(whole ? [{ local: whole, imported: "default" }] : []),
    ...namedBindings(/\{([^}]*)\}/.exec(clause)?.[1] ?? "", /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/),
  ];
}

function assignedBindings(before: string): Binding[] {
  const assigned = /(?:\{([^{}]*)\}|([\w$]+))\s*=\s*(?:await\s*)?$/.exec(before);
  if (assigned?.[2]) return [{ local: assigned[2], imported: "*" }];
  return namedBindings(assigned?.[1] ?? "", /^\s*([\w$]+)(?:\s*:\s*([\w$]+))?\s*(?:=.*)?$/);
}

function namedBindings(list: string, pattern: RegExp): Binding[] {
  return list.split(",").flatMap((part) => {
    const match = pattern.exec(part);
    return match?.[1] ? [{ local: match[2] ?? match[1], imported: match[1] }] : [];
  });
}

/** `import a.b as c` and `from .x import y as z`. A package may be a part of the estate, so it is looked up. */
export function pythonImport(text: string): readonly Import[] {
  const from = /^\s*from\s+([.\w]+)\s+import\s+([\s\S]*)$/.exec(text);
  if (from) {
    const specifier = from[1] ?? "";
    const bindings = aliases((from[2] ?? "").replace(/[()]/g, ""));
    const name = last(specifier);
    if (name !== "") return [dotted(specifier, bindings)];
    return bindings.map((binding) => ({
      ...dotted(`${specifier}${binding.imported}`, []),
      bindings: [{ local: binding.local, imported: "*" }],
    }));
  }
  return aliases(text.replace(/^\s*import\b/, "")).map(({ local, imported }) =>
    dotted(imported, [{ local, imported: "*" }]),
  );
}

function aliases(text: string): Binding[] {
  return text.split(",").flatMap((part) => {
    const match = /^\s*([.\w]+)(?:\s+as\s+(\w+))?/.exec(part.replace(/#.*$/gm, ""));
    return match?.[1] ? [{ local: match[2] ?? match[1], imported: match[1] }] : [];
  });
}

const dotted = (specifier: string, bindings: readonly Binding[]): Import =>
  PYTHON_LIBRARY.has(specifier.split(".")[0] ?? "")
    ? library(specifier, bindings)
    : { specifier, name: last(specifier), targets: MODULE, isExternal: false, bindings };

const PYTHON_LIBRARY = new Set(
  `abc argparse array ast asyncio base64 bisect builtins calendar collections concurrent contextlib copy csv ctypes dataclasses datetime
  decimal enum errno fnmatch fractions functools gc getpass glob gzip hashlib heapq hmac html http importlib inspect io itertools json
  logging math mimetypes multiprocessing operator os pathlib pickle platform pprint queue random re secrets select shlex shutil signal
  socket sqlite3 ssl statistics string struct subprocess sys tempfile textwrap threading time traceback types typing unicodedata unittest
  urllib uuid warnings weakref xml zipfile zlib zoneinfo numpy pandas requests pytest flask django sqlalchemy`.split(
    /\s+/,
  ),
);

/** `import [static] a.b.C;` */
export function javaImport(text: string): readonly Import[] {
  const match = /^\s*import\s+(static\s+)?([\w.$]+?)(\.\*)?\s*;?\s*$/.exec(text);
  const specifier = match?.[2];
  if (specifier === undefined) return [];
  const owner = match?.[1] && !match[3] ? specifier.slice(0, specifier.lastIndexOf(".")) : specifier;
  const isExternal =
    /^(?:java|javax|jakarta|jdk|kotlin|scala|com\.ibm|com\.sun|org\.(?:apache|springframework|junit|slf4j|w3c|xml))\./.test(
      `${owner}.`,
    );
  const bindings = match?.[3] ? [] : [{ local: last(specifier), imported: last(specifier) }];
  const shown = match?.[3] ? `${specifier}.*` : specifier;
  if (isExternal) return [library(shown, bindings)];
  const targets = match?.[3] && !match[1] ? MODULE : TYPE;
  return [{ specifier: shown, name: last(owner), targets, isExternal, bindings }];
}

/** One import spec: `x "a/b"`. A path without a dot in its first part is the standard library's. */
export function goImport(text: string): readonly Import[] {
  const match = /^\s*([\w.]+\s+)?["`]([^"`]+)["`]/.exec(text);
  const specifier = match?.[2];
  if (specifier === undefined) return [];
  const local = match?.[1]?.trim() || last(specifier.split("/").at(-1) ?? specifier);
  return [library(specifier, [{ local, imported: "*" }])];
}

/** `#include "x.h"` is a file of the project, `#include <x.h>` the system's. */
export function includeImport(text: string): readonly Import[] {
  const match = /include(?:_next)?\s*(?:"([^"]+)"|<([^>]+)>)/.exec(text);
  if (match?.[1]) return [file(match[1])];
  return match?.[2] ? [library(match[2])] : [];
}

/** `using A.B;` names a namespace, `using X = A.B.C;` a type. */
export function usingDirective(text: string): readonly Import[] {
  const match = /using\s+(?:static\s+)?(?:(\w+)\s*=\s*)?([\w.]+)/.exec(text);
  const specifier = match?.[2];
  if (specifier === undefined) return [];
  if (/^(?:System|Microsoft|Windows|Newtonsoft|Xunit|NUnit)\b/.test(specifier)) return [library(specifier)];
  const bindings = match?.[1] ? [{ local: match[1], imported: last(specifier) }] : [];
  return [
    {
      specifier,
      name: match?.[1] ? last(specifier) : specifier,
      targets: ["module", "class"],
      isExternal: false,
      bindings,
    },
  ];
}

/** `use a::b::{c, d as e}`: one import for each path that the braces spell out. `mod m;` names the file. */
export function rustUse(text: string): readonly Import[] {
  const module = /^\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;/.exec(text)?.[1];
  if (module) return [{ specifier: module, name: module, targets: MODULE, isExternal: false, bindings: [] }];
  const body = /\buse\s+([\s\S]*?);?\s*$/.exec(text)?.[1];
  return body === undefined ? [] : rustPaths("", body.replace(/\s+/g, " ")).map(rustImport);
}

const RUST_DEPTH_MAX = 10;

function rustPaths(prefix: string, text: string, depth = 0): { path: string; local: string }[] {
  if (depth > RUST_DEPTH_MAX) return [];
  return splitTop(text).flatMap((part) => {
    const group = /^\s*([\w:]*?)(?:::)?\s*\{([\s\S]*)\}\s*$/.exec(part);
    if (group) return rustPaths(join(prefix, group[1] ?? ""), group[2] ?? "", depth + 1);
    const match = /^\s*([\w:*]+)(?:\s+as\s+(\w+))?\s*$/.exec(part);
    if (!match?.[1]) return [];
    const path = match[1] === "self" ? prefix : join(prefix, match[1]);
    return [{ path, local: match[2] ?? last(path) }];
  });
}

const join = (prefix: string, path: string) => (prefix === "" || path === "" ? prefix + path : `${prefix}::${path}`);

function splitTop(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}") depth--;
    if (text[at] === "," && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function rustImport({ path, local }: { path: string; local: string }): Import {
  const isOwn = /^(?:crate|self|super)\b/.test(path);
  const bindings = last(path) === "*" ? [] : [{ local, imported: last(path) }];
  if (!isOwn) return library(path, bindings);
  const name = last(path) === "*" ? last(path.slice(0, -3)) : last(path);
  return { specifier: path, name, targets: ["class", "function", "module"], isExternal: false, bindings };
}

/** `require "a/b"` is a library's unless the estate has it, `require_relative "x"` a file. */
export function rubyRequire(text: string): readonly Import[] {
  const match = /^(\w+)\s*\(?\s*["']([^"']+)["']/.exec(text.trim());
  if (!match?.[2]) return [];
  return [match[1] === "require" && !match[2].startsWith(".") ? library(match[2]) : file(match[2])];
}

/** `use C\D as E`, `use F\{G, H}`. */
export function phpUse(text: string): readonly Import[] {
  const body = /\buse\s+(?:function\s+|const\s+)?([\s\S]*?);?\s*$/.exec(text)?.[1];
  if (body === undefined) return [];
  const group = /^([\w\\]+)\\\s*\{([\s\S]*)\}/.exec(body);
  const paths = group ? (group[2] ?? "").split(",").map((part) => `${group[1]}\\${part.trim()}`) : body.split(",");
  return paths.flatMap((part) => {
    const match = /^\s*\\?([\w\\]+)(?:\s+as\s+(\w+))?\s*$/.exec(part);
    const specifier = match?.[1];
    if (specifier === undefined) return [];
    const bindings = [{ local: match?.[2] ?? last(specifier), imported: last(specifier) }];
    return [{ specifier, name: last(specifier), targets: TYPE, isExternal: false, bindings }];
  });
}

/** `require_once __DIR__ . '/x.php'`, `source ./x.sh`, `. "$DIR/x.sh"`. */
export function includedFile(text: string): readonly Import[] {
  const match = /["']([^"'\n]+)["']/.exec(text) ?? /^\s*\S+\s+([^\s"';&|]+)/.exec(text);
  return match?.[1] ? [file(match[1])] : [];
}
