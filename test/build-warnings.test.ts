import { join } from "node:path";
import { type InputOptions, rolldown } from "rolldown";
import { expect, test } from "vitest";
import { makePlace } from "./e2e/run-waymark.ts";

const { refuseWarnings } = (await import(join(import.meta.dirname, "../scripts/build/refuse-warnings.mjs"))) as {
  readonly refuseWarnings: NonNullable<InputOptions["onLog"]>;
};

/** As `scripts/build.mjs` bundles, and throws nothing away. */
async function bundled(files: Readonly<Record<string, string>>): Promise<number> {
  const place = makePlace(files);
  try {
    const bundle = await rolldown({ input: join(place.cwd, "main.js"), platform: "node", onLog: refuseWarnings });
    const { output } = await bundle.generate({ format: "esm" });
    await bundle.close();
    return output.length;
  } finally {
    place.remove();
  }
}

const LATE = "export const late = () => console.log(1);\n";

test("a build that warns of something fails, as where a module is imported late by one and at once by another", async () => {
  const imports = 'export const read = () => import("./late.js");\n';
  expect(await bundled({ "main.js": imports, "late.js": LATE })).toBe(2);
  await expect(
    bundled({
      "main.js": `import "./other.js";\n${imports}`,
      "late.js": LATE,
      "other.js": 'import { late } from "./late.js";\nlate();\n',
    }),
  ).rejects.toThrow(/late\.js is dynamically imported/);
});
