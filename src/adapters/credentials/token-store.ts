import { closeSync, constants, fstatSync, openSync, readFileSync, rmSync } from "node:fs";
import { writePrivateJson } from "./private-file.ts";

/** An access token as servers give them out (BC-10). */
export interface Token {
  readonly access_token: string;
  readonly refresh_token?: string;
  /** Seconds since 1970. */
  readonly expires_at: number;
  /** Seconds since 1970; absent in tokens of old. */
  readonly issued_at?: number;
  readonly realm?: string;
  readonly token_type: string;
}

/** @returns undefined when there is none, it is damaged, or others could have read or written it: then a new one is fetched */
export function readToken(path: string): Token | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch {
    return undefined;
  }
  try {
    if ((fstatSync(descriptor).mode & 0o077) !== 0) return undefined;
    const value = JSON.parse(readFileSync(descriptor, "utf8")) as Partial<Token> | null;
    const isToken = typeof value?.access_token === "string" && typeof value.expires_at === "number";
    return isToken ? (value as Token) : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

export function writeToken(path: string, token: Token): void {
  writePrivateJson(path, token);
}

export function removeToken(path: string): void {
  rmSync(path, { force: true });
}
