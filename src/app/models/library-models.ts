import { join } from "node:path";
import { type FoundPackage, findPackage, packageOf } from "../../adapters/models/library/package.ts";
import { speakThrough } from "../../adapters/models/library/speak.ts";
import type { Speak } from "../../adapters/models/model-client.ts";
import type { Library, Provider } from "../../adapters/models/services/provider.ts";
import { findProvider, type ModelChoice } from "../../adapters/models/services/providers.ts";
import { programFolders } from "../../adapters/program-folders.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { LoadedConfig } from "../settings/load.ts";
import { type Environment, locations } from "../settings/locations.ts";
import { hasStoredKey } from "./credentials.ts";

const ownFolder = (environment: Environment): string => join(locations(environment).state, "libraries");

/**
 * Where packages count: the folder that is kept for them, and the one that Waymark itself was installed into (`npm install -g`).
 * Never the folder that is worked in: what lies there is somebody else's code.
 */
function libraryFolders(environment: Environment): readonly string[] {
  return [ownFolder(environment), ...programFolders];
}

export interface LibraryStatus {
  readonly package: string;
  readonly found: FoundPackage | undefined;
  /** Installs it where it is looked for first. */
  readonly install: string;
  /** What it is opened with: where each comes from, undefined where it comes from nowhere. */
  readonly options: readonly {
    readonly name: string;
    readonly variables: readonly string[];
    readonly isNeeded: boolean;
    readonly from: string | undefined;
  }[];
}

/** What there is of a package and what it still takes. */
export function libraryStatus(
  { id }: Pick<Provider, "id">,
  library: Library,
  { config, environment }: Pick<LoadedConfig, "config" | "environment">,
): LibraryStatus {
  const settings = config.providers[id]?.options ?? {};
  return {
    package: packageOf(library.module),
    found: findPackage(library.module, libraryFolders(environment)),
    install: `npm install --prefix ${ownFolder(environment)} ${packageOf(library.module)}`,
    options: library.options.map(({ name, variables, isNeeded }) => {
      const variable = variables.find((one) => environment[one]?.trim());
      const from = variable ?? (settings[name] === undefined ? undefined : `providers.${id}.options`);
      return { name, variables, isNeeded, from };
    }),
  };
}

/** @throws {UserError} when the package is not installed, or lacks what it cannot do without */
export function openLibrary({ provider }: ModelChoice, loaded: LoadedConfig): Speak {
  const { library, id, label } = provider;
  if (!library) throw new Error(`${id} is spoken to without a package`);
  const status = libraryStatus(provider, library, loaded);
  if (!status.found)
    throw new UserError(
      phrase`${label} needs the package ${status.package}: ${status.install} (\`waymark provider add ${id}\` tells all it takes).`,
      EXIT.configuration,
    );
  const missing = status.options.find(({ isNeeded, from }) => isNeeded && from === undefined);
  if (missing)
    throw new UserError(
      phrase`${label} needs to know its ${missing.name}: set ${missing.variables[0]}, or providers.${id}.options.${missing.name}.`,
      EXIT.configuration,
    );
  const { environment, config } = loaded;
  const options = { ...config.providers[id]?.options };
  for (const { name, variables } of library.options) {
    const value = variables.map((one) => environment[one]?.trim()).find(Boolean);
    if (value) options[name] = value;
  }
  return speakThrough(library.module, status.found, options);
}

export interface AddedProvider extends LibraryStatus {
  readonly id: string;
  readonly label: string;
  readonly keyVariables: readonly string[];
  readonly hasKey: boolean;
  readonly example: string;
}

/**
 * What is needed to use a service through its package: `bedrock`, or the name of any package `@ai-sdk/NAME`.
 * @throws {UserError} when a wire of ours speaks to it already, or there can be no such package
 */
export function describeLibrary(given: string, loaded: LoadedConfig): AddedProvider {
  const name = given.replace(/^@ai-sdk\//, "");
  const provider = findProvider(name) ?? findProvider(name.startsWith("ai-sdk:") ? name : `ai-sdk:${name}`);
  if (!provider)
    throw new UserError(phrase`"${given}" names no package of the AI SDK; write one such as cohere.`, EXIT.usage);
  const { id, label, library, keyVariables } = provider;
  if (!library)
    throw new UserError(
      phrase`${label} needs no package: set ${keyVariables[0] ?? provider.urlVariables[0]} or run \`waymark login ${id}\`, then \`waymark -m ${id}/MODEL\`.`,
      EXIT.usage,
    );
  const hasKey = keyVariables.some((variable) => loaded.environment[variable]?.trim()) || hasStoredKey(id, loaded);
  return {
    ...libraryStatus(provider, library, loaded),
    id,
    label,
    keyVariables,
    hasKey,
    example: `waymark -m ${id}/MODEL`,
  };
}
