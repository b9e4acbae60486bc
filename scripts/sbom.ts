// Writes what ships as a CycloneDX document (https://cyclonedx.org/docs/1.6/json/) to standard output. `npm sbom` knows nothing of
// what is bundled: for it those are packages of the developers.
import { readFileSync } from "node:fs";
import { type ShippedPackage, shippedPackages } from "./shipped-packages.ts";

const { name, version, license } = JSON.parse(readFileSync("package.json", "utf8"));
const document = {
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: {
    component: {
      type: "application",
      "bom-ref": `pkg:npm/${name}@${version}`,
      name,
      version,
      licenses: licences(license),
    },
  },
  components: shippedPackages().map(component),
};
process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);

function component({ name: full, version: at, licence, integrity, how }: ShippedPackage) {
  const purl = `pkg:npm/${full.replace("@", "%40")}@${at}`;
  const [algorithm = "", hash = ""] = integrity.split(/-(.*)/s);
  return {
    ...{ type: "library", "bom-ref": purl, name: full, version: at, purl, licenses: licences(licence) },
    scope: how === "installed where it can be" ? "optional" : "required",
    ...(algorithm === "sha512" && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }],
    }),
    properties: [{ name: "waymark:how", value: how }],
  };
}

function licences(expression: string) {
  return /^[A-Za-z0-9.-]+$/.test(expression) ? [{ license: { id: expression } }] : [{ license: { name: expression } }];
}
