import type { Wire } from "../services/provider.ts";
import type { WireModule } from "./wire.ts";

/** Loads the code of a wire: only the one in use. */
export function loadWire(wire: Wire): Promise<WireModule> {
  switch (wire) {
    case "chat":
    case "compatible":
      return import("./openai-chat.ts");
    case "responses":
      return import("./openai-responses.ts");
    case "anthropic":
      return import("./anthropic.ts");
    case "gemini":
      return import("./gemini.ts");
  }
}
