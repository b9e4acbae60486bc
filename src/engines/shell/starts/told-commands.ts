import { type Danger, type DangerContext, firstDanger } from "../dangers/danger.ts";
import type { Part } from "../part.ts";
import type { Inner } from "../walk/shell-starts.ts";
import { scriptOf } from "../walk/shell-starts.ts";
import { unwrap } from "../walk/wrappers.ts";
import { toldCommands } from "./option-variables.ts";
import { setBy } from "./set-variables.ts";
import { saidToStart } from "./starting-options.ts";

/** What options in variables make their programs start, whoever starts these. */
export const startedByTold = (set: Part["assignments"]): readonly Inner[] =>
  toldCommands(set).flatMap((words) => [
    ...(unwrap(words, { kind: "inherited" })?.inner ?? []),
    ...saidToStart(words.slice(1)).map(scriptOf),
  ]);

/** The harm of such options that no mode lets run. */
export const toldDanger = (
  part: Part,
  context: DangerContext,
  harmOf: (part: Part, context: DangerContext) => Danger | undefined,
): Danger | undefined =>
  firstDanger(toldCommands(setBy(part)), (argv) => {
    const found = harmOf({ ...part, argv, assignments: [], redirections: [] }, context);
    return found?.isCatastrophic || found?.isHidden ? found : undefined;
  });
