import { errorText } from "../../base/error-text.ts";
import type { PermissionPolicy } from "../../core/permissions/decide.ts";
import type { FittedPicture } from "../../core/ports/documents.ts";
import type { FileStat, Workspace } from "../../core/ports/workspace.ts";
import { markedText } from "../../core/prompts/marked-text.ts";
import { MENTION } from "../../core/prompts/typed-part.ts";
import type { Image } from "../../core/protocol/event.ts";
import { decodeFile } from "../../engines/text/file-text.ts";
import { PROMPT_CHARS_MAX } from "../prompt-text.ts";
import { fittedPicture } from "./fitted-picture.ts";

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
  readonly images: readonly Image[];
}

/** Whoever reads the prompt. */
export interface Reader {
  readonly modelId: string;
  /** `images`: undefined where nobody knows whether it sees; it is tried then. */
  readonly abilities: { readonly images?: boolean };
}

/** A larger file is for the tools, which page. */
const FILE_BYTES_MAX = 1_000_000;
/** Pictures are made smaller, and of a PDF the text is sent. */
const DOCUMENT_BYTES_MAX = 50_000_000;
const DOCUMENT = /\.(?:png|jpe?g|gif|webp|pdf)$/i;
/** The same of pictures, as they are sent. */
const PICTURES_CHARS_MAX = 32_000_000;
const PDF_PAGES = 20;
const MENTIONS_MAX = 50;
const FOLDER_ENTRIES_MAX = 200;
const SUGGESTIONS_MAX = 3;

/** Source whose imports are followed; what is attached with it stays small. */
const WITH_IMPORTS = /\.(?:pyi?|java|kts?|[cm]?[jt]sx?)$/i;

/** What the words of a prompt may mean, in order, each once. */
export function findMentions(prompt: string): readonly Mention[] {
  const found = new Map<string, Mention>();
  for (const [, quoted, bare = ""] of prompt.matchAll(MENTION)) {
    const text = quoted ?? bare.replace(/(?<![.:!?])[.:!?]+$/, "");
    const lines = /^(.*?)(?::|#L)(\d+)(?:-L?(\d+))?$/.exec(text);
    const path = lines?.[1] ?? text;
    // `@SERVER:URI` is a resource of a server.
    if (path === "" || path.startsWith("@") || /^\w[\w-]*:[a-z][a-z0-9+.-]*:/i.test(text)) continue;
    found.set(text, {
      path,
      ...(lines ? { fromLine: Number(lines[2]), toLine: Number(lines[3] ?? lines[2]) } : {}),
    });
  }
  return [...found.values()].slice(0, MENTIONS_MAX);
}

/** `@~/notes.md` by its whole path, which is the only one that tools take as well. */
export const fromHome = (prompt: string, home: string | undefined): string =>
  home === undefined
    ? prompt
    : prompt.replace(MENTION, (all) => all.replace(/^(@"?)~(?=\/)/, (_, at) => `${at}${home}`));

/**
 * The files of a workspace, and those outside of it that a person's own words name: that is their leave to read them once. It lifts no
 * other question: what holds secrets or is ruled stays closed there.
 */
export function namedFiles(written: string, workspace: Workspace, policy: PermissionPolicy): Workspace {
  const decided = findMentions(written).flatMap(({ path }) => {
    const { verdict, isOutside, paths = [] } = policy.judgePath("read_file", "read", path);
    return verdict === "ask" && isOutside ? paths : [];
  });
  return decided.length === 0 ? workspace : workspace.allowing([], decided);
}

/**
 * Puts the files that a prompt mentions behind it. A word that names no file and does not look like one (a person, an
 * npm package, a decorator) stays a word; one that does is reported with what it may have meant.
 */
export async function attachMentions(
  prompt: string,
  workspace: Workspace,
  { reader, suggest }: { readonly reader: Reader; readonly suggest: (path: string) => Promise<readonly string[]> },
): Promise<AttachedPrompt> {
  const images: Image[] = [];
  const parts: string[] = [];
  const attached: string[] = [];
  const notices: string[] = [];
  const hasRoom = roomOf({ text: PROMPT_CHARS_MAX, pictures: PICTURES_CHARS_MAX });
  for (const mention of findMentions(prompt)) {
    const stat = await workspace.stat(mention.path).catch(errorText);
    if (!stat || typeof stat === "string" || stat.kind === "other") {
      if (looksLikePath(mention.path)) notices.push(await missing(mention.path, stat, suggest));
      continue;
    }
    const read = hasRoom(await readMention(mention, stat, { workspace, reader }), workspace.show(mention.path));
    if ("why" in read) notices.push(read.why);
    if (read.kind !== "refused") parts.push(read.text);
    if (read.kind !== "read") continue;
    attached.push(workspace.show(mention.path));
    images.push(...read.images);
  }
  const imports = await importedBy(attached, workspace);
  if (imports !== "") parts.push(imports);
  return { text: [prompt, ...parts].join("\n\n"), attached, notices, images };
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
  return /^[^/]*\/.+\//.test(path) || path.startsWith("../") || /[^.]\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(name);
}

/** @param found  why it was not looked for, where it is a text */
async function missing(
  path: string,
  found: FileStat | string | undefined,
  suggest: (path: string) => Promise<readonly string[]>,
): Promise<string> {
  const near = (await suggest(path)).slice(0, SUGGESTIONS_MAX).map((name) => `@${name}`);
  const what =
    typeof found === "string" ? `${path} was not attached: ${found}` : `There is no file ${path}; it was not attached.`;
  return `${what}${near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : ""}`;
}

type ReadMention =
  | { readonly kind: "read"; readonly text: string; readonly images: readonly Image[] }
  /** The model is told of it, and the person that it is told no more. */
  | { readonly kind: "named"; readonly text: string; readonly why: string }
  | { readonly kind: "refused"; readonly why: string };

/** Passes on what there is still room for in one prompt. */
function roomOf(left: { text: number; pictures: number }): (read: ReadMention, shown: string) => ReadMention {
  return (read, shown) => {
    if (read.kind === "refused") return read;
    const images = read.kind === "read" ? read.images : [];
    const pictures = images.reduce((sum, { base64 }) => sum + base64.length, 0);
    if (read.text.length > left.text || pictures > left.pictures)
      return {
        kind: "refused",
        why: `${shown} was not attached: all that is mentioned is more than a model reads; name lines or let it be searched.`,
      };
    left.text -= read.text.length;
    left.pictures -= pictures;
    return read;
  };
}

async function readMention(
  mention: Mention,
  stat: FileStat,
  { workspace, reader }: { readonly workspace: Workspace; readonly reader: Reader },
): Promise<ReadMention> {
  const shown = workspace.show(mention.path);
  try {
    if (stat.kind === "folder")
      return { kind: "read", text: await listing(mention.path, shown, workspace), images: [] };
    if (stat.sizeBytes > (DOCUMENT.test(mention.path) ? DOCUMENT_BYTES_MAX : FILE_BYTES_MAX))
      return {
        kind: "refused",
        why: `${shown} has ${(stat.sizeBytes / 1e6).toFixed(1)} MB and was not attached (1 MB at most, a picture or PDF ${DOCUMENT_BYTES_MAX / 1e6}); name lines or let it be searched.`,
      };
    const bytes = await workspace.readBytes(mention.path);
    const picture = await fittedPicture(bytes);
    if (picture.kind !== "none") return attachImage(shown, picture, reader);
    const { isPdf, pdfLines } = await import("../../tools/files/document-text.ts");
    if (isPdf(bytes)) return { kind: "read", text: await pdfElement(mention, { shown, bytes, pdfLines }), images: [] };
    const decoded = decodeFile(bytes);
    if (decoded.kind === "binary") return { kind: "refused", why: `${shown} is not text and was not attached.` };
    const lines = decoded.text.replace(/\n$/, "").split("\n").length;
    if (mention.fromLine !== undefined && mention.fromLine > lines)
      return { kind: "refused", why: `${shown} has ${lines} lines; what is behind them was not attached.` };
    return { kind: "read", text: element(mention, shown, decoded.text), images: [] };
  } catch (error) {
    return {
      kind: "refused",
      why: `${shown} was not attached: ${errorText(error)}`,
    };
  }
}

/** Its pixels, where the model sees; in any case its name, so that the text says what was there. */
function attachImage(
  shown: string,
  picture: Exclude<FittedPicture, { kind: "none" }>,
  { modelId, abilities }: Reader,
): ReadMention {
  const { facts } = picture;
  const text = `<image path="${shown}" facts="${facts}" />`;
  if (picture.kind === "picture" && abilities.images !== false) return { kind: "read", text, images: [picture.image] };
  const why = picture.kind === "refused" ? picture.why : `${modelId} sees no pictures; use a model that does`;
  return {
    kind: "named",
    text,
    why: `Image ${shown} (${facts}) is only named, its pixels are not sent: ${why}.`,
  };
}

/** Of a PDF the numbers behind the colon are pages. */
async function pdfElement(
  { fromLine = 1, toLine = PDF_PAGES }: Mention,
  {
    shown,
    bytes,
    pdfLines,
  }: { shown: string; bytes: Uint8Array; pdfLines: typeof import("../../tools/files/document-text.ts").pdfLines },
): Promise<string> {
  const { readPdf } = await import("../../adapters/documents/read-pdf.ts");
  const pdf = await readPdf(bytes, { from: fromLine, to: toLine }, new AbortController().signal);
  return markedText("file", `path="${shown}"`, pdfLines(shown, pdf, fromLine));
}

function element({ fromLine, toLine }: Mention, shown: string, text: string): string {
  if (fromLine === undefined || toLine === undefined)
    return markedText("file", `path="${shown}"`, text.replace(/\n$/, ""));
  const lines = text.split("\n").slice(fromLine - 1, toLine);
  return markedText("file", `path="${shown}" lines="${fromLine}-${fromLine + lines.length - 1}"`, lines.join("\n"));
}

async function listing(path: string, shown: string, workspace: Workspace): Promise<string> {
  const entries = await workspace.list(path);
  const names = entries.slice(0, FOLDER_ENTRIES_MAX).map(({ name, kind }) => (kind === "folder" ? `${name}/` : name));
  const more = entries.length > names.length ? [`… ${entries.length - names.length} more`] : [];
  return markedText("folder", `path="${shown}"`, [...names, ...more].join("\n"));
}
