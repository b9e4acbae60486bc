import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import { maskValues, secretValues } from "../../base/secret-variables.ts";
import { redactSecrets } from "../../engines/secrets/redactor.ts";
import { obtainedSecrets } from "../permissions/obtained-secrets.ts";
import { type Environment, locations } from "../settings/locations.ts";

/**
 * Keeps the stack of a bug for a report, without secrets and readable by its owner alone.
 * @returns where it lies; undefined where it cannot be written
 */
export function writeCrashReport(
  error: unknown,
  { environment, version }: { readonly environment: Environment; readonly version: string },
): string | undefined {
  const folder = join(locations(environment).state, "crashes");
  const path = join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${process.pid}.txt`);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const known = [...secretValues(environment), ...obtainedSecrets()];
  const text = `waymark ${version}, Node ${process.version}, ${process.platform} ${process.arch}\n${stack}\n`;
  try {
    makeFolder(folder, { mode: 0o700 });
    writeFileSync(path, redactSecrets(maskValues(text, known), { known }), { mode: 0o600, flag: "wx" });
    return path;
  } catch {
    // Whatever keeps it from being written must not hide the bug itself.
    return undefined;
  }
}
