import type { Hono } from "hono";
import type { House } from "../../app/open-house.ts";
import type { ConfigKey } from "../../app/settings/schema.ts";
import { allowedText, CONFIG_KEYS, SETTINGS } from "../../app/settings/settings.ts";
import { spoken, spokenText } from "../../app/words/spoken.ts";
import { isSecretName } from "../../base/secret-variables.ts";
import { harmlessText } from "./shown.ts";
import type { SettingRow, SettingsShown } from "./wire.ts";

/**
 * Every setting with its value and where that comes from, as they are now.
 * @param look  opens the house anew: what was written meanwhile counts
 */
export function settingRoutes(app: Hono, look: () => Promise<House>): void {
  app.get("/api/settings", async (context) => {
    const house = await look();
    try {
      const { ignored } = house.settings;
      const settings = await Promise.all(CONFIG_KEYS.map((key) => rowOf(house, key)));
      return context.json({ settings, ignored: ignored.map(harmlessText) } satisfies SettingsShown);
    } finally {
      await house.close();
    }
  });
}

async function rowOf({ settings: { config, sources }, redaction }: House, key: ConfigKey): Promise<SettingRow> {
  const { description, env, flag } = SETTINGS[key];
  const value = await redaction.text(JSON.stringify(masked(config[key]), undefined, 2) ?? "");
  const source = sources[key] ?? "default";
  return {
    ...{ key, value: harmlessText(value), source: harmlessText(source), isDefault: source === "default" },
    ...{
      allowed: spoken(allowedText(key)),
      setBy: [...(flag === undefined ? [] : [flag]), ...env.map((name) => `$${name}`)],
    },
    description: spokenText(description),
  };
}

/** What may be a key is not shown: values of variables and headers that servers and hooks are given, and whatever is named like one. */
function masked(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(masked);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (GIVEN.has(name)) return [name, hidden(inner)];
      return [name, isSecretName(name) && typeof inner === "string" ? "…" : masked(inner)];
    }),
  );
}

const GIVEN: ReadonlySet<string> = new Set(["env", "headers"]);

function hidden(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return "…";
  return Object.fromEntries(Object.keys(value).map((name) => [name, "…"]));
}
