import { randomBytes } from "node:crypto";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { Rooms } from "../rooms.ts";

const CHARS_MIN = 16;

/** What requests to a server of ours have to carry: the person's own, or one made for this time. @throws {UserError} when it is short */
export function servedToken({ environment }: Pick<Rooms, "environment">): { token: string; isMade: boolean } {
  const own = environment["WAYMARK_MCP_TOKEN"];
  if (own === undefined) return { token: randomBytes(24).toString("base64url"), isMade: true };
  if (own.length >= CHARS_MIN) return { token: own, isMade: false };
  throw new UserError(phrase`WAYMARK_MCP_TOKEN has fewer than ${CHARS_MIN} characters; take more.`, EXIT.configuration);
}
