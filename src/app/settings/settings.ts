import type { JsonSchema } from "../../base/json-schema.ts";
import { listed, phrase, type Words } from "../../base/phrase.ts";
import { type Judgement, judge } from "../../engines/schema/judge.ts";
import type { Config, ConfigKey } from "./schema.ts";
import table from "./settings.generated.json" with { type: "json" };

/** One setting as plain data; what is allowed is a JSON Schema. */
export interface Setting {
  readonly description: string;
  /** Variables in order of precedence. */
  readonly env: readonly string[];
  readonly flag?: string;
  /** Between the members of a list in a variable; a colon when absent. */
  readonly separator?: string;
  readonly default?: unknown;
  readonly schema: JsonSchema;
}

/** Every setting by its key. The zod schema is where they are written; a start does without it. */
export const SETTINGS = table as unknown as Readonly<Record<ConfigKey, Setting>>;
export const CONFIG_KEYS = Object.keys(SETTINGS) as readonly ConfigKey[];

export function isConfigKey(key: string): key is ConfigKey {
  return Object.hasOwn(SETTINGS, key);
}

/** @returns the value, with slips put right that leave no doubt ("5" for 5); or what is wrong with it */
export function checkSetting(key: ConfigKey, value: unknown): Judgement {
  return judge(SETTINGS[key].schema, value, { isClosed: true });
}

export function defaultConfig(): Config {
  const defaults = CONFIG_KEYS.flatMap((key) =>
    SETTINGS[key].default === undefined ? [] : [[key, SETTINGS[key].default]],
  );
  return Object.fromEntries(defaults) as Config;
}

/** One line that says what is allowed for a key, for error messages and the reference. */
export function allowedText(key: ConfigKey): Words {
  const { type, enum: choices, minimum, maximum } = SETTINGS[key].schema;
  if (choices) return choices.join(", ");
  return listed([
    phrase`a value of type ${String(type ?? "object")}`,
    ...(minimum === undefined ? [] : [phrase`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [phrase`at most ${maximum}`]),
  ]);
}
