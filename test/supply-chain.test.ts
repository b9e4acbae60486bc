import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { shippedPackages } from "../scripts/shipped-packages.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));

test("what ships is known, with versions, licences and hashes, and what only developers use is not in it", () => {
  const shipped = shippedPackages();
  const names = shipped.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["commander", "zod", "@ai-sdk/anthropic", "@vscode/ripgrep"]));
  expect(names.filter((name) => /^(?:vitest|@biomejs|typescript|knip|node|rolldown)$/.test(name))).toEqual([]);
  expect(shipped.filter(({ version, licence }) => version === "" || licence === "see the package")).toEqual([]);
});

test("each licence lets us ship: no strong copyleft", () => {
  const licences = new Set(shippedPackages().map(({ licence }) => licence));
  expect([...licences].filter((licence) => /GPL|SSPL|BUSL|UNLICENSED/i.test(licence))).toEqual([]);
});

test("the bill of materials is CycloneDX and names each of them once", () => {
  const bill = JSON.parse(execFileSync(process.execPath, ["scripts/sbom.ts"], { encoding: "utf8" }));
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
  const references = bill.components.map((component: { "bom-ref": string }) => component["bom-ref"]);
  expect(references).toHaveLength(shippedPackages().length);
  expect(new Set(references).size).toBe(references.length);
});

test("the package can be published with provenance, and names no machine", () => {
  expect(manifest.publishConfig).toEqual({ provenance: true });
  expect(JSON.stringify([manifest.repository, manifest.homepage, manifest.bugs])).not.toMatch(
    /file:|localhost|\/home\/|127\./,
  );
});
