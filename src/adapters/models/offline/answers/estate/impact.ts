import { escapeRegExp } from "../../../../../base/glob.ts";
import { stemOf } from "../../file-names.ts";
import { fileOf, type Thing } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { wordPattern } from "../../named-thing.ts";
import type { CitedLine } from "../../result-text.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  counted,
  listed,
  nameOf,
  report,
  search,
  sectionText,
  unanswered,
} from "../answer.ts";
import { exportedText } from "../facts/exported.ts";
import { filesOf } from "./reached-files.ts";

/** What a change of something reaches. */
export function* impact(asked: Asked): Looking<Answer> {
  const [thing] = asked.things;
  const name = thing?.kind === "file" ? stemOf(thing.name) : nameOf(asked);
  const to = /\b(?:pic|picture)\s+(\S+)/i.exec(asked.part)?.[1];
  const found = yield* report(
    "citadel_impact",
    { name, limit: 400, ...holderOf(asked), ...(to ? { to: `PIC ${to}` } : {}) },
    asked.folder,
  );
  if (!found || found.sections.length === 0) {
    const { lines } = yield* search(wordPattern(name));
    const files = new Set(lines.map(({ path }) => path)).size;
    if (lines.length === 0) return unanswered(`Nothing here names ${name}.`);
    return answered(
      `Code intelligence knows no ${name}; by its name a change reaches ${counted(lines.length, "line")} of ${counted(files, "file")}.`,
      listed("Lines", lines.map(cited)),
    );
  }
  const [what, ...rest] = found.sections;
  const reached = rest.filter(({ total }) => total > 0);
  const files = filesOf(found.sections);
  const obeyed = asked.restricting.filter((word) => files !== "" && /^(?:files?|ficheiros?)$/i.test(word));
  const sizes = reached.map(({ title, total }) => `${title.toLowerCase()} ${total}`);
  const text = answered(
    `A change of ${name} reaches${sizes.length === 0 ? " nothing that the parsers know for certain." : `: ${sizes.join("; ")}.`}`,
    sectionText(what, undefined, 6),
    ...reached.map((section) => sectionText(section, undefined, reached.length > 5 ? 4 : 10)),
    files,
    thing?.kind === "file" ? yield* pathNamedIn(thing.name) : "",
    thing ? yield* exportedText(thing) : "",
    reached.length === 0 ? yield* linesNaming(name, thing) : "",
  );
  return { ...text, obeyed };
}

/** No parser follows the path of a file, or of what is built of it, in a manifest, a setting or a document. */
function* pathNamedIn(path: string): Looking<string> {
  const file = `(?:^|[/"'\`(\\s])${escapeRegExp(stemOf(path))}\\.(?:d\\.)?[a-z]{1,4}\\b`;
  const { lines } = yield* search(file, { glob: "*.{json,toml,cfg,ini,yml,yaml,md,rst}" });
  const others = lines.filter(
    (line) => line.path !== path && !/(?:^|\/)(?:CHANGELOG|HISTORY|package-lock)/i.test(line.path),
  );
  return listed("By its path it is named in", others.map(cited));
}

/** Parsers know calls; what imports, exports or mentions a name breaks with it as well. */
function* linesNaming(name: string, thing: Thing | undefined): Looking<string> {
  const isDeclared = ({ path, line }: CitedLine): boolean =>
    thing?.places.some((place) => place.path === path && place.line === line) ?? false;
  const others = (yield* search(wordPattern(name))).lines.filter((line) => !isDeclared(line));
  return others.length === 0 ? "" : listed("By its name alone, lines that may break with it", others.map(cited));
}

/** Of several of a name the one that is declared in what the question names besides. */
export function holderOf({ scope, things: [thing] }: Asked): { readonly path?: string } {
  const path = scope === undefined ? undefined : fileOf(thing);
  return path === undefined ? {} : { path };
}
