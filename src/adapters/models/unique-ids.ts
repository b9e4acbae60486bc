import type { ModelRequest } from "../../core/ports/model.ts";
import type { ReplyPart } from "../../core/protocol/event.ts";

/** Servers give ids twice, in one reply or in two; results find their call by them. */
export function withUniqueIds(content: readonly ReplyPart[], { messages }: ModelRequest): readonly ReplyPart[] {
  if (!content.some((part) => part.kind === "call")) return content;
  const said = messages.flatMap((message) => (message.role === "assistant" ? message.content : []));
  const used = new Set(said.flatMap((part) => (part.kind === "call" ? [part.call.id] : [])));
  return content.map((part) => {
    if (part.kind !== "call") return part;
    let { id } = part.call;
    for (let count = 2; used.has(id); count += 1) id = `${part.call.id}-${count}`;
    used.add(id);
    return id === part.call.id ? part : { ...part, call: { ...part.call, id } };
  });
}
