import { rmSync } from "node:fs";
import { readPrivateJson, writePrivateJson } from "./private-file.ts";

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
  const value = readPrivateJson(path) as Partial<Token> | null | undefined;
  const isToken = typeof value?.access_token === "string" && typeof value.expires_at === "number";
  return isToken ? (value as Token) : undefined;
}

export function writeToken(path: string, token: Token): void {
  writePrivateJson(path, token);
}

export function removeToken(path: string): void {
  rmSync(path, { force: true });
}
