import { keepPlaces, keepsPlaces } from "./places.ts";
import type { CommandPolicyOptions } from "./policy-types.ts";

/** One verdict is about one state of the files; a word is looked at for each command that it may be a word of. */
export function askedOnce(options: CommandPolicyOptions): CommandPolicyOptions {
  const { facts } = options;
  if (facts === undefined || keepsPlaces(facts)) return options;
  const { realPath, isFolder, linksFound, namesFound } = facts;
  const kept = {
    ...facts,
    ...(realPath && { realPath: once(realPath) }),
    ...(isFolder && { isFolder: once(isFolder) }),
    ...(linksFound && { linksFound: once(linksFound) }),
    ...(namesFound && { namesFound: once(namesFound) }),
  };
  keepPlaces(kept);
  return { ...options, facts: kept };
}

function once<Answer>(ask: (path: string) => Answer): (path: string) => Answer {
  const answers = new Map<string, Answer>();
  return (path) => {
    const known = answers.get(path);
    if (known !== undefined || answers.has(path)) return known as Answer;
    const answer = ask(path);
    answers.set(path, answer);
    return answer;
  };
}
