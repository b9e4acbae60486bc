import { hash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { enclosedIn } from "../../base/enclosed.ts";
import { errorCode } from "../../base/error-text.ts";
import { UserError } from "../../base/user-error.ts";
import { inOutput } from "../settings/output-path.ts";
import { OWN_FOLDER, OWN_NAMES } from "../trust/own-names.ts";

const FOLDER = join(OWN_FOLDER, OWN_NAMES.diagrams);
const DIAGRAMS_MAX = 20;
const FILES_MAX = 2_000;
const FENCE = /^( {0,3})(`{3,}|~{3,})[ \t]*mermaid[^\n]*\n/gim;

/**
 * Writes every Mermaid diagram of a text to a file of its own in `.waymark/diagrams`, named by kind, time and content:
 * no two collide, and the same diagram is kept once.
 * @returns the paths below `cwd`; empty where the folder cannot be written
 */
export function saveDiagrams(cwd: string, text: string, now: Date): readonly string[] {
  const sources = diagramsOf(text);
  if (sources.length === 0) return [];
  try {
    return inOutput(join(FOLDER, "any"), [cwd], (at) => keep(dirname(at), sources, now));
  } catch (error) {
    if (error instanceof UserError || errorCode(error) !== undefined) return [];
    throw error;
  }
}

/** @param folder  by a way that nothing exchanges */
function keep(folder: string, sources: readonly string[], now: Date): readonly string[] {
  const known = readdirSync(folder);
  if (known.length >= FILES_MAX) return [];
  return sources.flatMap((source) => {
    const digest = hash("sha256", source).slice(0, 8);
    const name = `${stamp(now)}-${digest}`;
    const kept = known.find((file) => file.endsWith(`-${digest}.mmd`)) ?? write(folder, source, name);
    return kept === undefined ? [] : [`${FOLDER}/${kept}`];
  });
}

/** The sources of all Mermaid fences of a text, each once. */
export function diagramsOf(text: string): readonly string[] {
  const fences = enclosedIn(text, FENCE, ([, indent, mark]) => new RegExp(`^${indent}${mark}[\`~]*[ \\t]*$`, "gm"));
  const sources = [...fences].map(({ content }) => content).filter((source) => source.trim());
  return [...new Set(sources)].slice(0, DIAGRAMS_MAX);
}

function write(folder: string, source: string, suffix: string): string | undefined {
  const kind =
    /^\s*([A-Za-z]+)/.exec(source.replace(/^(?:---[\s\S]*?---|%%.*)\s*/, ""))?.[1]?.toLowerCase() ?? "diagram";
  const name = `${kind}-${suffix}.mmd`;
  try {
    writeFileSync(join(folder, name), source, { flag: "wx" });
    return name;
  } catch (error) {
    return errorCode(error) === "EEXIST" ? name : undefined;
  }
}

/** `20261122-031500`, local time. */
function stamp(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  return `${day}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
}
