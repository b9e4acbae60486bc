import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../../adapters/folder-entries.ts";
import { isPlainPath } from "../../adapters/plugins/file-set.ts";
import { readPlainFile } from "../../adapters/read-plain-file.ts";
import { isObject } from "../../base/is-object.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import { namedModel, toldModel } from "../trust/named-model.ts";

/** What a plugin brings, as Claude Code's plugins have it: `.claude-plugin/plugin.json`, and folders of known names. */
export interface PluginParts {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Absolute folders. */
  readonly commands: readonly string[];
  readonly skills: readonly string[];
  readonly agents: readonly string[];
  /** By event, each an object as the `hooks` of settings. */
  readonly hooks: readonly unknown[];
  /** By name, as in `.mcp.json`. */
  readonly servers: Readonly<Record<string, unknown>>;
  /** Files that cannot be read as what they should be. */
  readonly problems: readonly string[];
}

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const NAME_CHARS_MAX = 64;

/** Reads what lies in a folder; runs nothing. @param fallbackName  where nothing in it says one */
export function readParts(folder: string, fallbackName: string): PluginParts {
  const problems: string[] = [];
  const read = (path: string): Readonly<Record<string, unknown>> => {
    const file = readPlainFile(join(folder, path));
    if (file.kind === "missing") return {};
    try {
      const value: unknown = file.kind === "text" ? parseForeignJson(file.text) : undefined;
      if (isObject(value)) return value;
    } catch {
      // Told below.
    }
    problems.push(`${path} holds no JSON object`);
    return {};
  };
  const manifest = read(".claude-plugin/plugin.json");
  const npm = read("package.json");
  const said = text(manifest["name"]) || text(npm["name"]).replace(/^@[^/]*\//, "") || fallbackName;
  const folders = (field: string): readonly string[] => {
    const named = [manifest[field] ?? []].flat().filter((one) => typeof one === "string");
    const paths = new Set([field, ...named.map((path) => path.replace(/^\.\//, "").replace(/\/$/, ""))]);
    return [...paths]
      .filter(isPlainPath)
      .map((path) => join(folder, path))
      .filter((path) => existsSync(path));
  };
  const tables = (field: string, standard: string, key: string): readonly Readonly<Record<string, unknown>>[] => {
    const found = [
      read(standard),
      ...[manifest[field] ?? []].flat().map((one) => (typeof one === "string" ? read(pathIn(one)) : one)),
    ];
    return found.filter(isObject).map((table) => (isObject(table[key]) ? table[key] : table));
  };
  return {
    name: said
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, NAME_CHARS_MAX),
    version: text(manifest["version"]) || text(npm["version"]),
    description: text(manifest["description"]) || text(npm["description"]),
    commands: folders("commands"),
    skills: folders("skills"),
    agents: folders("agents"),
    hooks: tables("hooks", "hooks/hooks.json", "hooks"),
    servers: Object.assign({}, ...tables("mcpServers", ".mcp.json", "mcpServers")),
    problems,
  };
}

const pathIn = (path: string): string => {
  const plain = path.replace(/^\.\//, "");
  return isPlainPath(plain) ? plain : "nowhere";
};

export const isPluginName = (name: string): boolean => NAME.test(name) && name.length <= NAME_CHARS_MAX;

/** What of it acts or is told to a model, one line each, for the person who is asked. */
export function describeParts({ commands, skills, agents, hooks, servers }: PluginParts): readonly string[] {
  const files = (kind: string, folders: readonly string[]): readonly string[] => {
    const names = folders.flatMap((folder) => (folder.endsWith(".md") ? [folder] : namesIn(folder)));
    return names.length === 0 ? [] : [`${kind}: ${names.map((name) => name.replace(/^.*\/|\.md$/g, "")).join(", ")}`];
  };
  return [
    ...files("commands", commands),
    ...files("skills", skills),
    ...files("agents", agents),
    ...modelsOf([...commands, ...skills, ...agents]).map(toldModel),
    ...hooks
      .flatMap((table) => (isObject(table) ? Object.entries(table) : []))
      .map(([event, groups]) => `hook at ${event}: ${JSON.stringify(groups)}`),
    ...Object.entries(servers).map(([name, server]) => `server ${name}: ${JSON.stringify(server)}`),
  ];
}

const FILES_MAX = 1000;

/** Which models its commands, skills and agents choose, each once. */
function modelsOf(folders: readonly string[]): readonly string[] {
  const files = folders.flatMap((folder) =>
    folder.endsWith(".md") ? [folder] : globSync("**/*.md", { cwd: folder }).map((path) => join(folder, path)),
  );
  const models = files.slice(0, FILES_MAX).flatMap((path) => {
    const file = readPlainFile(path);
    return file.kind === "text" ? (namedModel(file.text) ?? []) : [];
  });
  return [...new Set(models)];
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
