import { type Folder, listFiles } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import type { CitedLine } from "../../result-text.ts";
import type { Row } from "../shape.ts";
import { linesOf, type Rows } from "./found.ts";

/** A field of a map, named or a text that stands there. */
export interface MapField {
  /** `MAPSET/MAP`. */
  readonly screen: string;
  /** Empty where only a text stands. */
  readonly name: string;
  readonly initial: string;
  readonly attributes: string;
  readonly path: string;
  readonly line: number;
}

interface Maps {
  readonly screens: readonly Row[];
  readonly fields: readonly MapField[];
  readonly isWhole: boolean;
}

const FILES_MAX = 80;
const PATTERN = String.raw`^\S* +DFHM(?:SD|DI|DF)\b|ATTRB=|INITIAL=`;

/** The maps of a folder with what stands on them. */
export function* readMaps({ keeps }: Folder): Looking<Maps> {
  const files = (yield* listFiles("**/*.{bms,BMS}")).paths.filter((path) => keeps?.(path) ?? true);
  const { lines, isWhole } = yield* linesOf(files.slice(0, FILES_MAX).map((path) => ({ pattern: PATTERN, path })));
  const own = lines.filter(({ text }) => !text.startsWith("*"));
  return { ...mapsIn(own), isWhole: isWhole && files.length <= FILES_MAX };
}

function mapsIn(lines: readonly CitedLine[]): Omit<Maps, "isWhole"> {
  const screens: Row[] = [];
  const fields: MapField[] = [];
  let mapset = { name: "", path: "" };
  for (const cited of lines) {
    const { path, line, text } = cited;
    if (path !== mapset.path) mapset = { name: "", path };
    const [, name = "", macro = ""] = MACRO.exec(text) ?? [];
    if (macro === "SD" && name !== "") mapset = { name, path };
    if (macro === "DI")
      screens.push({ kind: "screen", name: [mapset.name, name].filter(Boolean).join("/"), path, line });
    if (macro === "DF")
      fields.push({ screen: screens.at(-1)?.name ?? "", name, initial: "", attributes: "", path, line });
    if (macro === "DF" || macro === "") detail(fields, cited);
  }
  return { screens: screens.map((screen) => ({ ...screen, text: textOf(screen, fields) })), fields };
}

const MACRO = /^(\S*) +DFHM(SD|DI|DF)\b/;

/** What stands below a field goes on with it. */
function detail(fields: MapField[], { path, text }: CitedLine): void {
  const last = fields.at(-1);
  if (last?.path === path) fields[fields.length - 1] = withDetails(last, text);
}

function withDetails(field: MapField, text: string): MapField {
  const attributes = /ATTRB=(?:\(([^)]*)\)?|(\w+))/i.exec(text);
  const initial = /INITIAL='([^']*)/i.exec(text)?.[1];
  return {
    ...field,
    attributes: attributes ? (attributes[1] ?? attributes[2] ?? "") : field.attributes,
    initial: initial ?? field.initial,
  };
}

const textOf = ({ name }: Row, fields: readonly MapField[]): string =>
  [name, ...fields.filter(({ screen }) => screen === name).map((field) => `${field.name} ${field.initial}`)].join(" ");

/** BMS protects a field whose attributes are not given, and one that is named PROT or ASKIP. */
export const isInput = ({ attributes }: MapField): boolean =>
  attributes !== "" && !/\b(?:PROT|ASKIP)\b/i.test(attributes);

export function* screens(folder: Folder): Looking<Rows> {
  const { screens: rows, isWhole } = yield* readMaps(folder);
  return { rows, isWhole };
}

/** The named fields of maps. */
export function* mapFields(folder: Folder): Looking<Rows> {
  const { fields, isWhole } = yield* readMaps(folder);
  const rows = fields
    .filter(({ name }) => name !== "")
    .map((field): Row => {
      const attributes = field.attributes === "" ? "no ATTRB, which protects it" : `ATTRB=(${field.attributes})`;
      const { screen, name, path, line } = field;
      return {
        kind: "field",
        name: `${screen}/${name}`,
        path,
        line,
        note: `${attributes}: ${isInput(field) ? "a user can type into it" : "a user cannot type into it"}`,
        text: name,
        qualities: isInput(field) ? ["input"] : [],
      };
    });
  return { rows, isWhole };
}
