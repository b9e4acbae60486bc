import { resolve } from "node:path";
import { isObject } from "../../base/is-object.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { readNamedFile } from "./given-file.ts";
import type { SettingLayer } from "./setting-source.ts";

/** What flags say of several settings at once. */
export interface SettingFlags {
  /** Files of settings, or the settings themselves as JSON. */
  readonly settings?: readonly string[];
  /** `key=value`; the value is JSON or a plain word, the key may lead down by dots. */
  readonly config?: readonly string[];
  /** Files with `mcpServers`, or that as JSON. */
  readonly mcpConfig?: readonly string[];
  /** The folder that is worked in. */
  readonly cd?: string;
}

/** The nearest first. @throws {UserError} when one cannot be read */
export async function givenSettings(flags: SettingFlags): Promise<readonly SettingLayer[]> {
  const { settings, config, mcpConfig, cd } = flags;
  return [
    ...(config ?? []).map(ofPair).reverse(),
    ...(await all(mcpConfig, "--mcp-config", cd)).map(({ values, ...layer }) => ({
      ...layer,
      values: { mcpServers: values["mcpServers"] ?? values },
    })),
    ...(await all(settings, "--settings", cd)),
  ];
}

const all = async (given: readonly string[] = [], flag: string, cd?: string): Promise<readonly SettingLayer[]> =>
  (await Promise.all(given.map((one) => ofFileOrText(one, flag, cd)))).reverse();

async function ofFileOrText(given: string, flag: string, cd?: string): Promise<SettingLayer> {
  const isText = /^\s*\{/.test(given);
  const { parse } = await import("jsonc-parser");
  const errors: { error: number; offset: number; length: number }[] = [];
  const values: unknown = parse(isText ? given : readNamedFile(flag, given, cd), errors, { allowTrailingComma: true });
  const source = isText ? `flag ${flag}` : `flag ${flag} ${given}`;
  const file = isText ? {} : { file: resolve(given) };
  if (errors.length === 0 && isObject(values)) return { source, values: withoutSchema(values), ...file };
  throw new UserError(phrase`${source} holds no JSON object; write { "key": value, … }.`, EXIT.badInput);
}

const withoutSchema = ({ $schema: _, ...values }: Record<string, unknown>): Record<string, unknown> => values;

function ofPair(given: string): SettingLayer {
  const end = given.indexOf("=");
  const path = given.slice(0, Math.max(end, 0)).split(".");
  if (end < 1 || path.includes(""))
    throw new UserError(phrase`--config ${given} names no setting; write --config KEY=VALUE.`, EXIT.usage);
  const value = typedValue(given.slice(end + 1));
  const values = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  return { source: `flag --config ${path.join(".")}`, values: values as Record<string, unknown> };
}

/** JSON, or a plain word. */
export function typedValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
