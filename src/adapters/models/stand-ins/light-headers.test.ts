import fc from "fast-check";
import { expect, test } from "vitest";
import { LightHeaders } from "./light-headers.ts";

test("what the provider packages do with headers gives what Node's own class gives", () => {
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,8}$/);
  const value = fc.stringMatching(/^[!-~]{1,12}$/);
  fc.assert(
    fc.property(fc.dictionary(name, value), name, value, (given, extraName, extraValue) => {
      const unique = Object.fromEntries(new Map(Object.entries(given).map(([key, text]) => [key.toLowerCase(), text])));
      const [light, real] = [new LightHeaders(unique), new Headers(unique)];
      for (const headers of [light, real]) headers.set(extraName, extraValue);
      expect(Object.fromEntries(light.entries())).toEqual(Object.fromEntries(real.entries()));
      expect(light.get(extraName.toUpperCase())).toBe(real.get(extraName.toUpperCase()));
      expect(new Map(light)).toEqual(new Map(real));
      for (const headers of [light, real]) headers.delete(extraName);
      expect(light.has(extraName)).toBe(real.has(extraName));
      expect(light.get("x-not-there")).toBeNull();
    }),
  );
});
