import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { shippedPackages } from "../scripts/shipped-packages.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));

test("what ships is known, with versions, licences and hashes, and what only developers use is not in it", () => {
  const shipped = shippedPackages();
  const names = shipped.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["commander", "zod", "diff", "@vscode/ripgrep"]));
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

test("the lock names the package of each platform, so that a clean install finds nothing to add", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
  const asked = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).map(([name, version]) => ({ path, name, version })),
  );
  expect(asked.length).toBeGreaterThan(50);
  const open = asked.filter(({ path, name, version }) => {
    const locked = lockedVersion(packages, path, name);
    return locked === undefined || (/^\d/.test(version) && locked !== version);
  });
  expect(open).toEqual([]);
});

/** Optional packages of a developer's tool that the registry has no such version of: nothing is ever installed of them. */
const NEVER_PUBLISHED = /@openclaw\/fs-safe-/;

test("what is installed is what the lock says, on each system", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
  const unsure = Object.entries(packages).filter(
    ([path, { integrity, link }]) => path !== "" && !link && !integrity && !NEVER_PUBLISHED.test(path),
  );
  expect(unsure.map(([path]) => path)).toEqual([]);
});

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** What Node would find: the package nearest above the one that asks. */
function lockedVersion(packages: Readonly<Record<string, Locked>>, path: string, name: string): string | undefined {
  const found = packages[`${path === "" ? "" : `${path}/`}node_modules/${name}`];
  if (found || path === "") return found?.version;
  return lockedVersion(packages, path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/"))), name);
}
