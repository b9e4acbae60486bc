// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public subpath.

export { maskSecretFile } from "../engines/secrets/mask-secret-file.ts";
export { createRedactor, type RedactOptions, type Redactor, redactSecrets } from "../engines/secrets/redactor.ts";
export { isSecretPath } from "../engines/secrets/secret-path.ts";
