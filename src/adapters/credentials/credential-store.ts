import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { writePrivateJson } from "./private-file.ts";

/** One stored credential; a key is never shown, only its end. `savedAt` is ISO 8601. */
export type Credential =
  | { readonly kind: "api-key"; readonly key: string; readonly savedAt: string }
  /** An account that a client id, its secret (`key`) and a realm open together. */
  | {
      readonly kind: "account";
      readonly key: string;
      readonly clientId: string;
      readonly realm: string;
      readonly savedAt: string;
    }
  /** A login; its tokens are in a file of their own, renewed at `tokenUrl`. */
  | { readonly kind: "oauth"; readonly tokenUrl: string; readonly clientId: string; readonly savedAt: string };

/** Credentials in one file that only its owner can read. */
export function credentialFile(configFolder: string): string {
  return join(configFolder, "credentials.json");
}

/** The keys that are stored, to be masked wherever they turn up; none when the file cannot be used anyway. */
export function storedKeyValues(configFolder: string): readonly string[] {
  try {
    return Object.values(readCredentials(configFolder)).flatMap((one) =>
      typeof one === "object" && "key" in one && typeof one.key === "string" ? one.key : [],
    );
  } catch {
    return [];
  }
}

/** @throws {UserError} when others can read the file, or it is no JSON object */
export function readCredentials(configFolder: string): Readonly<Record<string, Credential>> {
  const path = credentialFile(configFolder);
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return {};
    throw new UserError(
      phrase`${path} cannot be read (${errorCode(error) ?? "unknown"}); check it, or log in again.`,
      EXIT.configuration,
      { cause: error },
    );
  }
  try {
    if ((fstatSync(descriptor).mode & 0o077) !== 0)
      throw new UserError(
        phrase`${path} can be read by others; run \`chmod 600 ${path}\` and change the keys if you doubt them.`,
        EXIT.configuration,
      );
    return JSON.parse(readFileSync(descriptor, "utf8")) as Record<string, Credential>;
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(phrase`${path} is not valid JSON; remove it and log in again.`, EXIT.configuration, {
      cause: error,
    });
  } finally {
    closeSync(descriptor);
  }
}

/** Stores or, without a credential, removes one; the file is made exclusively with mode 0600 and renamed into place. */
export function writeCredential(configFolder: string, provider: string, credential: Credential | undefined): void {
  const { [provider]: _, ...others } = readCredentials(configFolder);
  writePrivateJson(credentialFile(configFolder), credential ? { ...others, [provider]: credential } : others);
}

/** How a key may be shown: its last four characters, and only when it is long enough that they tell nothing. */
export function maskKey(key: string): string {
  return key.length >= 16 ? `…${key.slice(-4)}` : "…";
}
