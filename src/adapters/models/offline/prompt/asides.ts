import { type Answer, answered, unanswered } from "../answers/answer.ts";
import { plain } from "../reading/tokens.ts";

/** What a person says to whoever works for them. The guide does nothing between questions, so there is nothing that it could go on with. */
const GO_ON =
  /^(?:ok(?:ay)?,? )?(?:go on|go ahead|go for it|continue|proceed|carry on|keep going|next|more|yes|yep|yeah|yes please|please do|do it|sure|y|no|nope|no thanks|n)$/;
const PRAISE =
  /^(?:(?:ok|okay|great|perfect|nice|cool|good|fine|alright),? )?(?:ok|okay|thanks|thank you|thx|great|perfect|nice|cool|good|fine|alright)$/;
const GO_ON_PORTUGUESE =
  /^(?:ok,? )?(?:sim|nao|continua|continuar|prossiga|siga|segue|pode continuar|va em frente|avance|mais|faca isso|sim,? por favor)$/;
const PRAISE_PORTUGUESE =
  /^(?:(?:ok|otimo|perfeito),? )?(?:obrigad[oa]|muito obrigad[oa]|valeu|otimo|perfeito|certo|esta bem|ta bom)$/;

/** The answer to a prompt that asks for nothing; undefined where it asks for something. */
export function answerAside(prompt: string): Answer | undefined {
  const said = plain(prompt)
    .replace(/[.!…\s]+$/, "")
    .trim();
  if (GO_ON.test(said))
    return unanswered(
      "Nothing is waiting: I answer one question at a time and do nothing behind it.",
      "Ask the next thing in full.",
    );
  if (GO_ON_PORTUGUESE.test(said))
    return unanswered(
      "Nada está à espera: respondo a uma pergunta de cada vez e não faço nada depois dela.",
      "Faça a próxima pergunta por inteiro.",
    );
  if (PRAISE.test(said)) return answered("You are welcome. Nothing is waiting.");
  return PRAISE_PORTUGUESE.test(said) ? answered("De nada. Nada está à espera.") : undefined;
}
