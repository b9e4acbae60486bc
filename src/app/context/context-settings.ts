import type { ContextSettings } from "../../core/context/context-keeper.ts";
import type { ModelClient } from "../../core/ports/model.ts";
import { countTokens } from "../../engines/tokens/count-tokens.ts";
import type { SessionRedaction } from "../permissions/redaction.ts";
import type { Config } from "../settings/schema.ts";

/** What the settings say of the context; engines and the minion are loaded when the first long result needs them. */
export function contextSettings(
  config: Config,
  redaction: Pick<SessionRedaction, "text">,
  modelNamed: (name: string) => Promise<ModelClient>,
): ContextSettings {
  const { minionModel, contextTokens, minionContextThreshold } = config;
  let minion: Promise<ModelClient> | undefined;
  return {
    countTokens,
    mask: redaction.text,
    resultTokensMax: minionContextThreshold,
    async reduce(text, charsMax, kind) {
      const { reduceOutput } = await import("../../engines/reduce/index.ts");
      return reduceOutput(text, charsMax, kind);
    },
    async tellFailures(pages, charsMax, kind) {
      const { failuresAmong } = await import("../../engines/reduce/index.ts");
      return failuresAmong(pages, charsMax, kind);
    },
    ...(contextTokens === undefined ? {} : { windowTokensMax: contextTokens }),
    ...(minionModel === undefined
      ? {}
      : {
          minion: () => {
            minion ??= modelNamed(minionModel);
            return minion;
          },
        }),
  };
}
