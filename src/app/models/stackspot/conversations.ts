import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../../adapters/make-folder.ts";
import type { Conversation, ConversationStore } from "../../../adapters/models/stackspot/client.ts";
import { writeFileWhole } from "../../settings/write-file-whole.ts";

const CONVERSATIONS_MAX = 200;

/** Ids of conversations by session, the newest 200 of them: `--continue` goes on in the one the server has. */
export function conversationFile(stateFolder: string): ConversationStore {
  const path = join(stateFolder, "stackspot-conversations.json");
  return {
    read: (sessionId) => readAll(path).find(([id]) => id === sessionId)?.[1],
    write: (sessionId, conversation) => {
      const others = readAll(path).filter(([id]) => id !== sessionId);
      const entries = [...others, [sessionId, conversation] as const].slice(-CONVERSATIONS_MAX);
      makeFolder(stateFolder, { mode: 0o700 });
      writeFileWhole(path, `${JSON.stringify(entries)}\n`);
    },
  };
}

/** Nothing where the file is missing or damaged: then the whole conversation is sent anew. */
function readAll(path: string): readonly (readonly [string, Conversation])[] {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is readonly [string, Conversation] {
  if (!Array.isArray(value) || typeof value[0] !== "string") return false;
  const { id, agent, sentCount, sentSha256 } = (value[1] ?? {}) as Partial<Record<keyof Conversation, unknown>>;
  return [id, agent, sentSha256].every((text) => typeof text === "string") && Number.isInteger(sentCount);
}
