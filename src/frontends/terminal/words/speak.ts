import { type Language, speakIn } from "../../../app/words/spoken.ts";
import { useCatalogue } from "./words.ts";

/** From here on everything is said in this language, by the session and by what lies below it; its files are read when they are first wanted. */
export async function speak(language: Language): Promise<void> {
  await speakIn(language);
  useCatalogue(language === "en" ? undefined : await portuguese());
}

async function portuguese(): Promise<NonNullable<Parameters<typeof useCatalogue>[0]>> {
  const messages = import("./portuguese.ts");
  const commands = import("./portuguese-commands.ts");
  const { PORTUGUESE_START } = await import("./portuguese-start.ts");
  return { ...(await messages).PORTUGUESE, ...(await commands).PORTUGUESE_COMMANDS, ...PORTUGUESE_START };
}
