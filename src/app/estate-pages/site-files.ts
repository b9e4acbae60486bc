import { hash } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, extname, join, relative, sep } from "node:path";
import { fileEnd, plainText } from "../../adapters/read-plain-file.ts";
import { replaceFile } from "../../adapters/whole-file.ts";
import { errorCode } from "../../base/error-text.ts";
import { isObject } from "../../base/is-object.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { Place } from "../../engines/citadel/model.ts";
import type { DocumentedPage } from "../../engines/citadel/pages/documented-page.ts";
import { renderSite } from "../../engines/citadel/pages/html.ts";
import { renderMarkdownPage } from "../../engines/citadel/pages/markdown.ts";
import { SITE_MANIFEST } from "../../engines/citadel/pages/page.ts";
import { SITE_SCRIPT, SITE_STYLE } from "../../engines/citadel/pages/site-style.ts";
import { inOutput, type SeenFolder } from "../settings/output-path.ts";

/** What is written of an estate. */
export interface Site {
  readonly name: string;
  /** The folder of the estate. */
  readonly root: string;
  /** Of all files that it was made of. */
  readonly estateSha256: string;
  readonly pages: readonly DocumentedPage[];
}

/** What a write did, in files. */
export interface Written {
  readonly made: number;
  readonly unchanged: number;
  readonly removed: number;
}

const PAGE_PATH = /^(?:[a-z0-9-]+\/)?[a-z0-9-]+\.md$/;
const HTML_MARK = "<!-- waymark document -->";
/** Behind the mark editors leave some line ends. */
const END_BYTES_MAX = 4096;
/** Of 100,000 pages and more. */
const MANIFEST_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Writes a Markdown file a page; what has not changed is not touched, and pages of what is gone are removed.
 * @throws {UserError} when the folder holds something else or cannot be written
 */
export function writeMarkdown(place: SeenFolder, site: Site): Written {
  const { path: folder } = place;
  const folders = [site.root, place];
  const link = sourceLinks(folder, site.root);
  const former = readManifest(folder);
  const write = (path: string, text: string): boolean => writeChanged(join(folder, path), folders, text);
  const pages = Object.fromEntries(site.pages.map(({ page, factsSha256 }) => [`${page.path}.md`, factsSha256]));
  const manifest = (of: Readonly<Record<string, unknown>>): string =>
    `${JSON.stringify({ version: 1, estate: site.estateSha256, pages: of }, undefined, 1)}\n`;
  // Said before they are written, so that what a killed run left is known as ours.
  const gone = Object.keys(former).filter((path) => PAGE_PATH.test(path) && !Object.hasOwn(pages, path));
  if (Object.keys(pages).some((path) => !Object.hasOwn(former, path)))
    write(SITE_MANIFEST, manifest({ ...former, ...pages }));
  let made = 0;
  for (const documented of site.pages) {
    const text = renderMarkdownPage(documented, link);
    if (write(`${documented.page.path}.md`, text)) made += 1;
  }
  for (const path of gone) inOutput(join(folder, path), folders, (at) => rmSync(at, { force: true }));
  write(SITE_MANIFEST, manifest(pages));
  return { made, unchanged: site.pages.length - made, removed: gone.length };
}

/** Writes all pages as one file. @param place  the folder that it lies in @throws {UserError} when it cannot be written */
export function writeHtml(file: string, place: SeenFolder, { name, root, pages }: Site): Written {
  const sha256 = (text: string): string => hash("sha256", text, "base64");
  const parts = renderSite(pages, { title: name, style: SITE_STYLE, script: SITE_SCRIPT, sha256 });
  const isNew = writeChanged(file, [root, place], `${[...parts].join("")}${HTML_MARK}\n`);
  return { made: isNew ? 1 : 0, unchanged: isNew ? 0 : 1, removed: 0 };
}

/** @throws {UserError} where something lies there that was not made here */
export function demandOwnOutput(output: string, format: "markdown" | "html"): void {
  if (!existsSync(output)) return;
  const isOurs =
    format === "markdown"
      ? isOwnFolder(output)
      : fileEnd(output, END_BYTES_MAX)?.trimEnd().endsWith(HTML_MARK) === true;
  if (!isOurs)
    throw new UserError(
      phrase`${output} exists and was not made by \`waymark document\`; name another place with -o, or add --force.`,
      EXIT.badInput,
    );
}

function isOwnFolder(folder: string): boolean {
  try {
    return existsSync(join(folder, SITE_MANIFEST)) || readdirSync(folder).length === 0;
  } catch (error) {
    if (errorCode(error) === "ENOTDIR") return false;
    throw unwritable(folder, error);
  }
}

/** @throws {UserError} where sources of the estate lie in the folder: among pages they would count as none */
export function demandNoSources(folder: string, root: string, files: readonly string[]): void {
  const below = relative(root, folder).split(sep).join("/");
  const found = files.find((file) => below === "" || file.startsWith(`${below}/`));
  if (found !== undefined)
    throw new UserError(phrase`${folder} holds sources (${found}); name another place with -o.`, EXIT.badInput);
}

/** The single file that HTML is written to. */
export const htmlFile = (output: string): string =>
  /^\.html?$/i.test(extname(output)) ? output : join(output, "index.html");

/** Pages and the hash of the facts of each, as the last run left them; none where the file is damaged. */
function readManifest(folder: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parseForeignJson(
      plainText(join(folder, SITE_MANIFEST), { bytesMax: MANIFEST_BYTES_MAX }) ?? "",
    );
    const pages = isObject(value) ? value["pages"] : undefined;
    return isObject(pages) ? pages : {};
  } catch {
    return {};
  }
}

/** @returns whether it had to be written */
function writeChanged(path: string, folders: readonly (string | SeenFolder)[], text: string): boolean {
  try {
    return inOutput(path, folders, (at) => {
      if (plainText(at, { bytesMax: Buffer.byteLength(text) }) === text) return false;
      replaceFile(at, text, { mode: 0o644, mustReachDisk: false });
      return true;
    });
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw unwritable(path, error);
  }
}

const unwritable = (path: string, error: unknown): UserError =>
  new UserError(
    phrase`${path} cannot be written (${errorCode(error) ?? "unknown"}); name another place with -o.`,
    EXIT.badInput,
    {
      cause: error,
    },
  );

/** Links from a page to lines of the sources, where they lie on the same disk. */
function sourceLinks(folder: string, root: string): (page: string, place: Place) => string | undefined {
  return (page, { file, line }) => {
    const path = relative(dirname(join(folder, page)), join(root, file));
    return `${path.split(sep).map(encodeURIComponent).join("/")}#L${line}`;
  };
}
