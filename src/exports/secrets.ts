export { createRedactor, redactSecrets, type RedactOptions, type Redactor } from "../engines/secrets/redactor.ts";
