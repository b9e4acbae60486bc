// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public subpath.
/**
 * `waymark/secrets`: keeps secrets out of what a model, a log or a screen gets. Known by their published form (keys of services, tokens, private
 * keys, passwords in URLs), by the name that they are assigned to, and by value for those given as `known`. What is not a secret stays byte
 * for byte. Pure, linear in the length, never throws; no list of forms is complete.
 * @module
 */
export { maskSecretFile } from "../engines/secrets/mask-secret-file.ts";
export { createRedactor, type RedactOptions, type Redactor, redactSecrets } from "../engines/secrets/redactor.ts";
export { isSecretPath } from "../engines/secrets/secret-path.ts";
