import { dirname } from "node:path";
import { awaitFile, holderName } from "../exclusive-file.ts";
import { makeFolder } from "../make-folder.ts";
import { readToken, removeToken, type Token, writeToken } from "./token-store.ts";

/** Why no token came; `kind` decides what a run does about it, `message` is for the person. */
export class TokenFailure extends Error {
  override readonly name = "TokenFailure";
  readonly kind: "refused" | "unavailable";
  readonly status: number | undefined;

  constructor(
    kind: TokenFailure["kind"],
    message: string,
    options: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.status = options.status;
  }
}

export interface TokenSource {
  /**
   * A token that will still be good for a while.
   * @param options.not  a token that a server has just refused
   * @throws {TokenFailure}
   */
  get(options?: { readonly not?: string }): Promise<string>;
}

export interface TokenSourceOptions {
  /** Where the token is kept between processes. */
  readonly file: string;
  /** Seconds before its end from which on a token counts as spent (BC-22). */
  readonly earlySeconds: number;
  /** With a refresh token, in exchange for it; else from the beginning. @throws {TokenFailure} */
  readonly fetch: (refreshToken: string | undefined) => Promise<Token>;
  /** Told of each token before it is given out. */
  readonly onToken?: (token: Token) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const LOCK_WAIT_MAX_MS = 90_000;

/**
 * Tokens from memory, then from the file, then from the server (BC-21): one request at a time over all processes that share
 * the file, so that however many need a token at once, one asks and the others read what it got (BC-23).
 */
export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { file, earlySeconds } = options;
  const now = options.now ?? Date.now;
  let held: Token | undefined;
  let underWay: Promise<Token> | undefined;
  const hold = (token: Token): string => {
    held = token;
    options.onToken?.(token);
    return token.access_token;
  };
  const isGood = (token: Token | undefined, not: string | undefined): token is Token =>
    token !== undefined && token.access_token !== not && now() / 1000 < token.expires_at - early(token, earlySeconds);

  const renew = async (not: string | undefined): Promise<Token> => {
    const release = await waitForLock(`${file}.lock`);
    try {
      const stored = readToken(file);
      if (isGood(stored, not)) return stored;
      const token = await fetchAnew(stored, options);
      writeToken(file, token);
      return token;
    } finally {
      release();
    }
  };

  return {
    async get({ not } = {}) {
      if (isGood(held, not)) return held.access_token;
      const stored = readToken(file);
      if (isGood(stored, not)) return hold(stored);
      underWay ??= renew(not).finally(() => {
        underWay = undefined;
      });
      return hold(await underWay);
    },
  };
}

/** A token that lives shorter than the buffer would be renewed for every request: half of its life is the most. */
function early({ issued_at, expires_at }: Token, earlySeconds: number): number {
  return issued_at === undefined ? earlySeconds : Math.min(earlySeconds, (expires_at - issued_at) / 2);
}

/** The refresh token first; whatever it is refused for, the credentials themselves are asked with next (BC-21). */
async function fetchAnew(stored: Token | undefined, { file, fetch }: TokenSourceOptions): Promise<Token> {
  try {
    if (stored?.refresh_token !== undefined) {
      try {
        return await fetch(stored.refresh_token);
      } catch (error) {
        if (!(error instanceof TokenFailure) || error.kind === "unavailable") throw error;
      }
    }
    return await fetch(undefined);
  } catch (error) {
    // A server that cannot be reached says nothing about the token; one that refuses does.
    if (error instanceof TokenFailure && error.kind === "refused") removeToken(file);
    throw error;
  }
}

async function waitForLock(lockFile: string): Promise<() => void> {
  makeFolder(dirname(lockFile), { mode: 0o700 });
  const taken = await awaitFile(lockFile, LOCK_WAIT_MAX_MS);
  if (taken.kind === "taken") return taken.release;
  const message = `The token is being renewed by ${holderName(taken)} and does not come; try again.`;
  throw new TokenFailure("unavailable", message);
}
