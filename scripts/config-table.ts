import * as z from "zod";
import { type ConfigKey, ConfigSchema } from "../src/app/settings/schema.ts";

/** The settings as plain data, so that a start needs no schema library: written to settings.generated.json, a line a setting. */
export function configTable(): string {
  const table = Object.fromEntries(
    (Object.keys(ConfigSchema.shape) as ConfigKey[]).map((key) => {
      const field = ConfigSchema.shape[key];
      const {
        $schema: _,
        env,
        flag,
        separator,
        description,
        default: __,
        ...schema
      } = z.toJSONSchema(field, { io: "input", unrepresentable: "any" }) as Record<string, unknown>;
      const fallback = field.safeParse(undefined);
      const value = fallback.success && fallback.data !== undefined ? { default: fallback.data } : {};
      return [
        key,
        {
          description: field.description ?? description ?? "",
          env: env ?? [],
          ...(flag ? { flag } : {}),
          ...(separator ? { separator } : {}),
          ...value,
          schema: withoutHugeBounds(schema),
        },
      ];
    }),
  );
  const rows = Object.entries(table).map(([key, row]) => `${JSON.stringify(key)}: ${JSON.stringify(row)}`);
  return `{\n${rows.join(",\n")}\n}\n`;
}

/** zod bounds every integer by what a double can hold; that is no rule of ours. */
function withoutHugeBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutHugeBounds);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([name, value]) =>
          !(/^(?:min|max)imum$/.test(name) && Math.abs(Number(value)) > 1e15) &&
          name !== "propertyNames" &&
          name !== "format",
      )
      .map(([name, value]) => [name, withoutHugeBounds(value)]),
  );
}
