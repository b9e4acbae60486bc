import { firstLines } from "../cut-lists.ts";
import type { Looking } from "../looking.ts";
import { type Answer, answered, type Intent } from "./answer.ts";
import { manual } from "./quoting/manual.ts";

/** Of the manual behind a sentence that answers already so much is shown. */
const MANUAL_LINES_MAX = 9;

/** What is asked of whoever answers: a sentence each, and what Waymark's documentation says of it. */
export const ITSELF_INTENTS: readonly Intent[] = (
  [
    {
      id: "self-change",
      means: "what I can change",
      forms: "selfchange | selfchange waymark",
      said: "No: the offline guide only reads and looks up; it changes no file and runs nothing that does. With a language model connected Waymark edits files and runs commands, and asks you before each as the permission mode says.",
      manual: "permission modes default plan acceptEdits bypassPermissions",
    },
    {
      id: "self-private",
      means: "where what is read here goes",
      forms: "selfprivate | selfprivate waymark",
      said: "No: the offline guide reaches no network; what it reads stays on this machine. With a language model connected, your prompts and what its calls read go to the provider that you chose, and to nobody else.",
      manual: "Waymark sends nothing about what you do: telemetry",
    },
    {
      id: "self-model",
      means: "how a model is connected",
      forms: "selfmodel | selfmodel waymark",
      said: "I need none to look things up. For a language model set a key (such as ANTHROPIC_API_KEY or OPENAI_API_KEY) or start Ollama, then ask again; `-m PROVIDER/MODEL` chooses one, `waymark provider list` shows what is there.",
      manual: "provider list: credentials, keys from the usual variables, which one is in use",
    },
    {
      id: "self-undo",
      means: "how a change is taken back",
      forms: "selfundo | selfundo waymark",
      said: "`waymark undo` takes back the last call that changed something; the offline guide itself changes nothing, so that of its answers there is nothing to undo.",
      manual: "undo",
    },
  ] as const
).map(({ id, means, forms, said, manual: query }) => ({
  id,
  means,
  forms,
  isOfHowTo: true,
  isOfGuide: true,
  needs: "nothing",
  answer: () => ofItself(said, query),
}));

function* ofItself(said: string, query: string): Looking<Answer> {
  const { text, isAnswer } = yield* manual(query);
  return { ...answered(said, isAnswer ? firstLines(text, MANUAL_LINES_MAX) : ""), obeyed: "all" };
}
