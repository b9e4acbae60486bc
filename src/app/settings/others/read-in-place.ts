import { join } from "node:path";
import { findProvider } from "../../../adapters/models/services/providers.ts";
import { plainText } from "../../../adapters/read-plain-file.ts";
import type { ReadTrusted } from "../../trust/trust.ts";
import { tightenOnly } from "../from-project.ts";
import type { Environment } from "../locations.ts";
import type { SettingLayer, SettingSource } from "../setting-source.ts";
import { allowedText, checkSetting, isConfigKey } from "../settings.ts";
import { apply, type Found } from "./import-rules.ts";
import { IN_PLACE_SOURCES, VARIABLES } from "./in-place-sources.ts";
import { homeOf, OTHERS_VARIABLE } from "./places.ts";

/** The settings of other agents where they stand: behind everything of our own, before the defaults. */
export interface InPlace {
  /** The nearest first; each is of one variable, or of one line of a file. */
  readonly layers: readonly SettingLayer[];
  /** One line for each value that cannot be used. */
  readonly notes: readonly string[];
}

export interface InPlaceRequest {
  readonly environment: Environment;
  /** What of it the project's own file set. */
  readonly ofProject: Environment;
  readonly cwd: string;
  readonly trusted: ReadTrusted | undefined;
  readonly sources: readonly SettingSource[];
  /** What is set nearer. */
  readonly nearer: readonly SettingLayer[];
}

/** One value of theirs. */
interface Theirs {
  /** The variable, or the file and its line. */
  readonly source: string;
  readonly found: Found;
  readonly kind: "variable" | "file";
  /** The project says so, which may only tighten. */
  readonly isOfProject: boolean;
}

/** Never throws: what cannot be used is passed over with a note. */
export async function readInPlace(request: InPlaceRequest): Promise<InPlace> {
  const notes: string[] = [];
  const theirs = [...ofVariables(request), ...(await ofFiles(request))].filter((one) => {
    const problem = problemOf(one);
    if (problem !== undefined) notes.push(`${one.source} is passed over: ${problem}.`);
    return problem === undefined;
  });
  return { layers: settled(theirs, request.nearer).map(layerOf), notes };
}

function ofVariables({ environment, ofProject }: InPlaceRequest): readonly Theirs[] {
  // In the order of the table: the variable of one provider stands before the common one.
  return Object.entries(VARIABLES).flatMap(([name, rule]) => {
    const value = OTHERS_VARIABLE.test(name) ? environment[name]?.trim() : undefined;
    if (!value) return [];
    const isOfProject = Object.hasOwn(ofProject, name);
    return apply(rule, value, 0).map((found): Theirs => ({ source: name, found, kind: "variable", isOfProject }));
  });
}

async function ofFiles(request: InPlaceRequest): Promise<readonly Theirs[]> {
  const { cwd, environment } = request;
  const place = { home: homeOf(environment), cwd, environment };
  const theirs: Theirs[] = [];
  for (const source of IN_PLACE_SOURCES)
    for (const path of source.files(place)) {
      const isOfProject = path.startsWith(join(cwd, "/")) && cwd !== place.home;
      const text = textOf(path, isOfProject, request);
      if (text === undefined) continue;
      const found = await source.read(text);
      theirs.push(
        ...found.map((one): Theirs => ({ source: `${path}:${one.line}`, found: one, kind: "file", isOfProject })),
      );
    }
  return theirs;
}

/** Its text, where it counts. */
function textOf(path: string, isOfProject: boolean, { trusted, sources }: InPlaceRequest): string | undefined {
  if (!isOfProject) return sources.includes("user") ? plainText(path) : undefined;
  const file = sources.includes("project") ? trusted?.(path) : undefined;
  return file?.kind === "text" ? file.text : undefined;
}

function problemOf({ found }: Theirs): string | undefined {
  if (found.kind === "key") return findProvider(found.provider) ? undefined : `there is no provider ${found.provider}`;
  const shown = JSON.stringify(found.value);
  if (found.isUnknown) return `Waymark knows no ${found.path.at(-1)} ${shown}`;
  const [top = "", ...rest] = found.path;
  if (!isConfigKey(top)) return `there is no setting ${top}`;
  const checked = checkSetting(top, nested(rest, found.value));
  return checked.kind === "valid"
    ? undefined
    : `${found.path.join(".")} cannot be ${shown}; allowed is ${allowedText(top)}`;
}

function layerOf({ source, found, isOfProject }: Theirs): SettingLayer {
  const path = found.kind === "key" ? ["providers", found.provider, "apiKey"] : found.path;
  const layer = { source, values: nested(path, found.value) as Record<string, unknown> };
  return isOfProject ? tightenOnly(layer) : layer;
}

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

/**
 * A model without a provider is one of the provider in use: the nearest that is named, else the one that its own agent would take. It goes
 * before that provider's model in a file and behind that of its variable; what names a model nearer goes before all of them (CL-13).
 */
function settled(theirs: readonly Theirs[], nearer: readonly SettingLayer[]): readonly Theirs[] {
  const isModel = ({ found }: Theirs): boolean => found.kind === "setting" && found.path.at(-1) === "model";
  if (nearer.some(({ values }) => values["model"] !== undefined)) return theirs.filter((one) => !isModel(one));
  const common = theirs.find(({ found }) => found.kind === "setting" && found.path[0] === "model");
  const others = theirs.filter(({ found }) => found.kind === "key" || found.path[0] !== "model");
  if (common?.found.kind !== "setting") return others;
  const named = [...nearer, ...others.map(layerOf)].find(({ values }) => values["provider"] !== undefined);
  const provider = String(named?.values["provider"] ?? defaultOf(common.source));
  const value = String(common.found.value);
  const model = value.startsWith(`${provider}/`) ? value.slice(provider.length + 1) : value;
  const path = ["providers", provider, "model"];
  const isOfIt = ({ found }: Theirs): boolean => found.kind === "setting" && found.path.join() === path.join();
  const own: Theirs = { ...common, found: { ...common.found, path, value: model } };
  const variable = others.filter((one) => one.kind === "variable" && isOfIt(one));
  return [...variable, own, ...others.filter((one) => !variable.includes(one))];
}

const defaultOf = (source: string): string => (source.startsWith("CLI_CODE_") ? "google" : "openrouter");
