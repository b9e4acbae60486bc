import { type Part, SET_UNSEEN } from "../part.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";

/** Nothing but that: without a job the number is none, and what stands around it would be all there is. */
const ENDS_JOBS =
  /^(?:(?:kill(?: -(?:9|15|TERM|KILL|INT|HUP|s (?:TERM|KILL|INT|HUP)))?|wait)(?: "?\$!"?)+(?: 2>\/dev\/null)?(?: \|\| (?:true|:))?(?:; ?|$))+$/;

/** `trap "kill $SERVER" EXIT`: what a name stands for that the line gives the number of its own job, and nothing else, is that number. */
export function withOwnJobs({ argv, given }: Part): readonly ShellWord[] {
  if (argv[0]?.text !== "trap" || given === undefined || given.has(SET_UNSEEN)) return argv;
  return argv.map((word) => {
    if (isLiteral(word)) return word;
    const text = word.text.replace(/\$(?:(\w+)|\{(\w+)\})/g, (name, bare = "", braced = "") => {
      const values = given.get(bare || braced) ?? [];
      return values.length > 0 && values.every((value) => value === "$!") ? "$!" : name;
    });
    return ENDS_JOBS.test(text) ? literalWord(text) : word;
  });
}
