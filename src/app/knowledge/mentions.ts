import type { FileStat, Workspace } from "../../core/ports/workspace.ts";
import { imageFacts } from "./image-facts.ts";

/** A place in a prompt that names a file: `@src/main.ts`, `@"with blanks.txt"`, `@main.ts:10-20`. */
export interface Mention {
  readonly path: string;
  readonly fromLine?: number;
  readonly toLine?: number;
}

export interface AttachedPrompt {
  /** The prompt as it was written, followed by what its mentions hold. */
  readonly text: string;
  /** The files that are attached, as they are shown. */
  readonly attached: readonly string[];
  /** What a person should know: a file that is not there, or too large. */
  readonly notices: readonly string[];
}

/** A larger file is for the tools, which page. */
const FILE_BYTES_MAX = 1_000_000;
const MENTIONS_MAX = 50;
const FOLDER_ENTRIES_MAX = 200;
const SUGGESTIONS_MAX = 3;

/** Source whose imports are followed; what is attached with it stays small. */
const WITH_IMPORTS = /\.(?:pyi?|java|kts?|[cm]?[jt]sx?)$/i;

/** Only after a blank, a bracket or a quote: `me@host.org` is an address. */
const MENTION = /(?<=^|[\s([{"'`])@(?:"([^"\n]+)"|([^\s"'`,;()[\]{}<>|]+))/g;

/** What the words of a prompt may mean, in order, each once. */
export function findMentions(prompt: string): readonly Mention[] {
  const found = new Map<string, Mention>();
  for (const [, quoted, bare = ""] of prompt.matchAll(MENTION)) {
    const text = quoted ?? bare.replace(/[.:!?]+$/, "");
    const lines = /^(.*?)(?::|#L)(\d+)(?:-L?(\d+))?$/.exec(text);
    const path = lines?.[1] ?? text;
    if (path === "" || path.startsWith("@")) continue;
    found.set(text, {
      path,
      ...(lines ? { fromLine: Number(lines[2]), toLine: Number(lines[3] ?? lines[2]) } : {}),
    });
  }
  return [...found.values()].slice(0, MENTIONS_MAX);
}

/**
 * Puts the files that a prompt mentions behind it. A word that names no file and does not look like one (a person, an
 * npm package, a decorator) stays a word; one that does is reported with what it may have meant.
 */
export async function attachMentions(
  prompt: string,
  workspace: Workspace,
  suggest: (path: string) => Promise<readonly string[]>,
): Promise<AttachedPrompt> {
  const parts: string[] = [];
  const attached: string[] = [];
  const notices: string[] = [];
  for (const mention of findMentions(prompt)) {
    const stat = await workspace.stat(mention.path).catch(() => undefined);
    if (!stat || stat.kind === "other") {
      if (looksLikePath(mention.path)) notices.push(await missing(mention.path, suggest));
      continue;
    }
    const read = await readMention(mention, stat, workspace);
    if (read.kind !== "read") notices.push(read.why);
    if (read.kind !== "refused") parts.push(read.text);
    if (read.kind === "read") attached.push(workspace.show(mention.path));
  }
  const imports = await importedBy(attached, workspace);
  if (imports !== "") parts.push(imports);
  return { text: [prompt, ...parts].join("\n\n"), attached, notices };
}

/** What the attached files import, as text; empty where none does. */
async function importedBy(attached: readonly string[], workspace: Workspace): Promise<string> {
  if (!attached.some((path) => WITH_IMPORTS.test(path))) return "";
  const { importsOf } = await import("./import-mentions.ts");
  return importsOf([...new Set(attached)], workspace);
}

/** A file name has an ending; a package has a scope and a plain name. */
function looksLikePath(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (
    /^[^/]+\/.+\//.test(path) ||
    path.startsWith("../") ||
    path.startsWith("../../") ||
    /[^.]\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(name)
  );
}

async function missing(path: string, suggest: (path: string) => Promise<readonly string[]>): Promise<string> {
  const near = (await suggest(path)).slice(0, SUGGESTIONS_MAX).map((name) => `@${name}`);
  return `There is no file ${path}; it was not attached.${near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : ""}`;
}

type ReadMention =
  | { readonly kind: "read"; readonly text: string }
  /** The model is told of it, and the person that it is told no more. */
  | { readonly kind: "named"; readonly text: string; readonly why: string }
  | { readonly kind: "refused"; readonly why: string };

async function readMention(mention: Mention, stat: FileStat, workspace: Workspace): Promise<ReadMention> {
  const shown = workspace.show(mention.path);
  try {
    if (stat.kind === "folder") return { kind: "read", text: await listing(mention.path, shown, workspace) };
    if (stat.sizeBytes > FILE_BYTES_MAX)
      return {
        kind: "refused",
        why: `${shown} has ${(stat.sizeBytes / 1e6).toFixed(1)} MB and was not attached (1 MB at most); name lines or let it be searched.`,
      };
    const bytes = await workspace.readBytes(mention.path);
    const image = imageFacts(bytes);
    if (image) return { kind: "named", ...nameImage(shown, image, stat.sizeBytes) };
    if (bytes.includes(0)) return { kind: "refused", why: `${shown} is not text and was not attached.` };
    return { kind: "read", text: element(mention, shown, new TextDecoder().decode(bytes)) };
  } catch (error) {
    return {
      kind: "refused",
      why: `${shown} was not attached: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function nameImage(
  shown: string,
  { format, size }: NonNullable<ReturnType<typeof imageFacts>>,
  sizeBytes: number,
): { readonly text: string; readonly why: string } {
  const facts = [format, ...(size === undefined ? [] : [`${size} pixels`]), `${(sizeBytes / 1000).toFixed(1)} kB`];
  return {
    text: `<image path="${shown}" facts="${facts.join(", ")}" />`,
    why: `Image ${shown} (${facts.join(", ")}): the model is told of it, its pixels are not sent.`,
  };
}

function element({ fromLine, toLine }: Mention, shown: string, text: string): string {
  if (fromLine === undefined || toLine === undefined)
    return `<file path="${shown}">\n${text.replace(/\n$/, "")}\n</file>`;
  const lines = text.split("\n").slice(fromLine - 1, toLine);
  return `<file path="${shown}" lines="${fromLine}-${fromLine + lines.length - 1}">\n${lines.join("\n")}\n</file>`;
}

async function listing(path: string, shown: string, workspace: Workspace): Promise<string> {
  const entries = await workspace.list(path);
  const names = entries.slice(0, FOLDER_ENTRIES_MAX).map(({ name, kind }) => (kind === "folder" ? `${name}/` : name));
  const more = entries.length > names.length ? [`… ${entries.length - names.length} more`] : [];
  return `<folder path="${shown}">\n${[...names, ...more].join("\n")}\n</folder>`;
}
