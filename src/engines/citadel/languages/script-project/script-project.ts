import { isObject } from "../../../../base/is-object.ts";
import { tryLooseJson } from "../../../json/loose-json.ts";
import { standaloneFacts } from "../../file-facts.ts";
import type { LanguageFrontend, SourceText } from "../../frontend.ts";
import type { FileFacts } from "../../model.ts";
import {
  type CompilerSettings,
  type PackageSettings,
  type PlacesOfPattern,
  SCRIPT_PROJECT,
  type ScriptSettings,
} from "./settings.ts";

/**
 * The files by which TypeScript and JavaScript know what an import names: `package.json`, the list of a workspace, and the
 * compiler's settings. Only what says so is read of them.
 */
export const scriptProject: LanguageFrontend = {
  language: SCRIPT_PROJECT,
  extensions: ["package.json", "pnpm-workspace.yaml", "lerna.json"],
  names: /^(?:[tj]sconfig(?:[.-][\w.-]+)?|[\w-]+\.tsconfig)\.json$/,
  parse: parseSettings,
};

/** Entries of one map of names; a longer one is a generated table of something else. */
const ENTRIES_MAX = 2000;
const DEPTH_MAX = 8;
/** In this order a package's conditions lead to what was written by hand. */
const CONDITIONS = ["source", "types", "typings", "import", "module", "default", "require", "node"];

function parseSettings(source: SourceText): FileFacts {
  const name = source.path.slice(source.path.lastIndexOf("/") + 1);
  if (name === "pnpm-workspace.yaml") return factsOf(source, workspaceSettings(listedPackages(source.text)));
  const read = tryLooseJson(source.text);
  if (!read.ok || !isObject(read.value)) return factsOf(source, undefined);
  if (name === "package.json") return factsOf(source, packageSettings(read.value));
  if (name === "lerna.json") return factsOf(source, workspaceSettings(textsOf(read.value["packages"])));
  return factsOf(source, compilerSettings(read.value));
}

function factsOf(source: SourceText, settings: ScriptSettings | undefined): FileFacts {
  const lines = source.text.split("\n").length;
  const name = (settings?.kind === "package" && settings.name) || source.path;
  const symbol = { key: "(module)", kind: "module", name, start: 1, end: lines } as const;
  return standaloneFacts(source, SCRIPT_PROJECT, {
    symbols: [settings ? { ...symbol, detail: { settings } } : symbol],
    references: [],
    problems: settings ? [] : [{ line: 1, message: "these settings are no JSON object" }],
  });
}

const workspaceSettings = (workspaces: readonly string[]): PackageSettings => ({
  ...packageSettings({}),
  workspaces,
});

function packageSettings(json: Readonly<Record<string, unknown>>): PackageSettings {
  const { name, workspaces, exports, imports } = json;
  const listed = isObject(workspaces) ? workspaces["packages"] : workspaces;
  return {
    kind: "package",
    name: typeof name === "string" ? name : "",
    entries: ["source", "types", "typings", "module", "main"].flatMap((key) => textsOf(json[key])),
    ...(exports !== undefined && { exports: exportedPlaces(exports) }),
    imports: isObject(imports) ? patternsOf(imports) : [],
    workspaces: textsOf(listed),
    links: linksOf(json),
  };
}

/** What is wanted from a folder of the project, not from a registry. */
function linksOf(json: Readonly<Record<string, unknown>>): PackageSettings["links"] {
  const kinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
  return kinds
    .flatMap((kind) => (isObject(json[kind]) ? Object.entries(json[kind]) : []))
    .slice(0, ENTRIES_MAX)
    .flatMap(([name, wanted]) => {
      const [, protocol, place = ""] = /^(file|link|portal|workspace):(.*)$/.exec(String(wanted)) ?? [];
      if (protocol === undefined) return [];
      return [{ name, place: protocol !== "workspace" || place.startsWith(".") ? place : "" }];
    });
}

/** A map of paths below the package, or what stands for the package itself. */
function exportedPlaces(exports: unknown): readonly PlacesOfPattern[] {
  const isMap = isObject(exports) && Object.keys(exports).some((key) => key.startsWith("."));
  return isMap ? patternsOf(exports) : [[".", conditionalPlaces(exports)]];
}

const patternsOf = (map: Readonly<Record<string, unknown>>): PlacesOfPattern[] =>
  Object.entries(map)
    .slice(0, ENTRIES_MAX)
    .map(([pattern, value]) => [pattern, conditionalPlaces(value)]);

/** All places that a value may stand for; whatever is built is asked last. */
function conditionalPlaces(value: unknown, depth = 0): readonly string[] {
  if (typeof value === "string") return [value];
  if (depth > DEPTH_MAX) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => conditionalPlaces(item, depth + 1));
  if (!isObject(value)) return [];
  const ranked = Object.entries(value).sort(([left], [right]) => rankOf(left) - rankOf(right));
  return [...new Set(ranked.flatMap(([, item]) => conditionalPlaces(item, depth + 1)))];
}

function rankOf(condition: string): number {
  const rank = CONDITIONS.indexOf(condition);
  return rank < 0 ? CONDITIONS.length : rank;
}

function compilerSettings(json: Readonly<Record<string, unknown>>): CompilerSettings {
  const options = isObject(json["compilerOptions"]) ? json["compilerOptions"] : {};
  const { paths, baseUrl } = options;
  const references = Array.isArray(json["references"]) ? json["references"] : [];
  return {
    kind: "compiler",
    extends: textsOf(json["extends"]),
    references: references.flatMap((reference: unknown) => (isObject(reference) ? textsOf(reference["path"]) : [])),
    ...(typeof baseUrl === "string" && { baseUrl }),
    ...(isObject(paths) && {
      paths: Object.entries(paths)
        .slice(0, ENTRIES_MAX)
        .map(([pattern, places]): PlacesOfPattern => [pattern, textsOf(places)]),
    }),
    outputs: ["outDir", "declarationDir"].flatMap((key) => textsOf(options[key])),
    roots: textsOf(options["rootDir"]),
  };
}

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((item: unknown): item is string => typeof item === "string" && item !== "")
    .slice(0, ENTRIES_MAX);

/** The list `packages` of a `pnpm-workspace.yaml`, in lines or in brackets. */
function listedPackages(text: string): readonly string[] {
  const [, inline, block = ""] =
    /^packages:[ \t]*(?:\[([^\]]*)\]|(?:#.*)?\r?\n((?:[ \t]*(?:-.*|#.*)?\r?\n?)*))/m.exec(text) ?? [];
  const items = inline?.split(",") ?? block.split(/\r?\n/).flatMap((line) => /^\s*-\s+(.*)$/.exec(line)?.[1] ?? []);
  return items
    .map((item) => /^\s*(?:"([^"]*)"|'([^']*)'|([^#]*))/.exec(item))
    .flatMap((match) => (match?.[1] ?? match?.[2] ?? match?.[3] ?? "").trim() || [])
    .slice(0, ENTRIES_MAX);
}
