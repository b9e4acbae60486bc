// Everything here is pure; the environment comes as a parameter.

import { didYouMean } from "../../../base/near-word.ts";
import { phrase, type Words } from "../../../base/phrase.ts";
import { normalizeUrl } from "./base-url.ts";
import { libraries, libraryProvider } from "./libraries.ts";
import { presets } from "./presets.ts";
import type { OwnWire, Provider, Wire } from "./provider.ts";
import { PROVIDER_ROWS } from "./provider-rows.ts";

let all: readonly Provider[] | undefined;

/** The open list of model providers. Those of a line each are read when somebody looks beyond the others. */
export function allProviders(): readonly Provider[] {
  all ??= [...PROVIDER_ROWS, ...presets(), ...libraries()];
  return all;
}

const hasId = (id: string) => (provider: Provider) => provider.id === id;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything needed to speak to one model; what {@link resolveModel} makes of a name and an environment. */
export interface ModelChoice {
  readonly provider: Provider;
  readonly model: string;
  readonly wire: Wire | OwnWire;
  /** Tried once where the server answers 404 to the first wire: an address that is not the provider's own may speak either. */
  readonly otherWire?: Wire;
  readonly baseUrl: string;
  /** Where it was asked last, for messages, where that is a package's own knowledge. */
  readonly askedUrl?: string;
  readonly key?: string;
  /** The key is a token for `Authorization: Bearer`, where the provider's own keys travel in another header. */
  readonly bearer?: true;
}

/** A choice that one of the wires speaks to. */
export interface WireChoice extends ModelChoice {
  readonly wire: Wire;
}

/** Why no model could be chosen, for people. */
export interface ModelProblem {
  readonly kind: "unknown-provider" | "no-model" | "no-key" | "no-url" | "bad-url";
  readonly words: Words;
  /** The same in English. */
  readonly message: string;
}

const problem = (kind: ModelProblem["kind"], words: Words): ModelProblem => ({ kind, words, message: String(words) });

export interface ResolveOptions {
  readonly environment: Environment;
  /** A key from the credential store; the environment wins. */
  readonly key?: string;
  /** An address from the settings; the environment wins. */
  readonly baseUrl?: string;
  /** Forces a wire of a provider that has several, as `WAYMARK_OPENAI_API=chat|responses` does. */
  readonly api?: string;
}

export function findProvider(id: string): Provider | undefined {
  return PROVIDER_ROWS.find(hasId(id)) ?? allProviders().find(hasId(id)) ?? libraryProvider(id);
}

/** `provider/id`; the id may hold slashes itself. Undefined when there is no slash or a side is empty. */
export function parseModelName(name: string): { readonly provider: string; readonly model: string } | undefined {
  const slash = name.indexOf("/");
  if (slash <= 0 || slash === name.length - 1) return undefined;
  return { provider: name.slice(0, slash), model: name.slice(slash + 1) };
}

/** The first of the provider's key variables that is set. */
export function keyFromEnvironment(provider: Provider, environment: Environment): string | undefined {
  return firstSet(provider.keyVariables, environment);
}

export function resolveModel(name: string, options: ResolveOptions): ModelChoice | ModelProblem {
  const parsed = parseModelName(name);
  const provider = findProvider(parsed?.provider ?? name);
  if (!provider) return unknownProvider(name);
  const model = parsed?.model ?? firstSet(provider.modelVariables ?? [], options.environment) ?? provider.defaultModel;
  if (!model) return withoutModel(provider);
  const address = addressOf(provider, options);
  if ("kind" in address) return address;
  const { baseUrl } = address;
  const key = keyFromEnvironment(provider, options.environment) ?? options.key;
  const isOwnServer = baseUrl === provider.defaultUrl;
  if (!key && isOwnServer && needsKey(provider)) {
    return problem(
      "no-key",
      phrase`No key for ${provider.label}: set ${provider.keyVariables[0]} or run \`waymark login ${provider.id}\`.`,
    );
  }
  const bearer = key !== undefined && key === options.environment["ANTHROPIC_AUTH_TOKEN"]?.trim();
  return {
    ...{ provider, model, baseUrl, ...chooseWire(provider, isOwnServer, options) },
    ...(key ? { key } : {}),
    ...(bearer ? { bearer } : {}),
  };
}

function needsKey({ accountVariables, library, local }: Provider): boolean {
  return !accountVariables && !library?.hasOtherCredentials && !local;
}

function withoutModel(provider: Provider): ModelProblem {
  const variable = provider.modelVariables?.[0];
  const list = provider.library
    ? "as the service itself writes it"
    : variable
      ? `set ${variable}, or run \`waymark provider set ${provider.id} --model ID\``
      : `\`waymark models list --provider ${provider.id}\` shows them`;
  return problem("no-model", phrase`${provider.label} has no default model: name one as ${provider.id}/ID (${list}).`);
}

function addressOf(provider: Provider, options: ResolveOptions): { readonly baseUrl: string } | ModelProblem {
  const given = firstSet(provider.urlVariables, options.environment) ?? options.baseUrl;
  if (given === undefined && provider.defaultUrl !== undefined) return { baseUrl: provider.defaultUrl };
  if (given === undefined) {
    return problem(
      "no-url",
      phrase`No address for ${provider.label}: set ${provider.urlVariables[0]}, such as http://127.0.0.1:8000/v1.`,
    );
  }
  const baseUrl = normalizeUrl(given, provider);
  if (baseUrl !== undefined) return { baseUrl };
  return problem(
    "bad-url",
    phrase`${given} is no address for ${provider.label}: set ${provider.urlVariables[0]} to an http or https URL.`,
  );
}

/**
 * A server of one's own that says it is OpenAI's most often speaks Chat Completions only, so that is tried first there and
 * the other wire after a 404; api.openai.com gets the default. A forced wire is never left.
 */
function chooseWire(
  provider: Provider,
  isOwnServer: boolean,
  options: ResolveOptions,
): { readonly wire: Wire | OwnWire; readonly otherWire?: Wire } {
  const [first, second] = provider.wires;
  const forced = options.api ?? options.environment[`WAYMARK_${provider.id.toUpperCase().replaceAll("-", "_")}_API`];
  const wire = provider.wires.find((candidate) => candidate === forced);
  if (wire) return { wire };
  if (!second || isOwnServer || isOwn(first)) return { wire: first };
  return { wire: second, otherWire: first };
}

const isOwn = (wire: Wire | OwnWire): wire is OwnWire => wire === "stackspot" || wire === "library";

/** @throws never; undefined for a protocol of its own */
export function wireChoice(choice: ModelChoice): WireChoice | undefined {
  const { wire } = choice;
  return isOwn(wire) ? undefined : { ...choice, wire };
}

/** @param name  a provider, or a model with one before its slash */
export function unknownProvider(name: string): ModelProblem {
  const ids = (rows: readonly Provider[]): string[] => rows.map((provider) => provider.id);
  const guess = didYouMean(name.split("/")[0] ?? name, ids(allProviders()));
  const some = ids(PROVIDER_ROWS).join(", ");
  return problem(
    "unknown-provider",
    phrase`"${name}" names no known provider; ${guess}use PROVIDER/ID with one of ${some}, scripted, local or offline (\`waymark provider list --all\` shows all ${allProviders().length}).`,
  );
}

function firstSet(names: readonly string[], environment: Environment): string | undefined {
  for (const name of names) {
    const value = environment[name]?.trim();
    if (value) return value;
  }
  return undefined;
}
