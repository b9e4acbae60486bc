// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public subpath.
export { createRedactor, type RedactOptions, type Redactor, redactSecrets } from "../engines/secrets/redactor.ts";
