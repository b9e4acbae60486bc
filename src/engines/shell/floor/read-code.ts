/** What only running tells: what code reads from a file, a server, its input or its environment, where a link leads, and a folder that it
 *  cuts out of its own. */
const READS =
  /\b(?:readlink|realpath)\w*\b|\.resolve\(\s*(?:strict\b[^)]*)?\)|\babs_path\b|\benviron\b|\bgetenv\w*\b|\bprocess\.env\b|\bDeno\.env\b|\bENV\s*[[{.]|\brequire(?:_relative)?\s*\(?\s*["'`][^"'`]*\.json["'`]|\bimport\s*\(\s*["'`][^"'`]*\.json["'`]|\bopen\s*\(|\.read(?!dir|link)\w*\s*\(|\bread(?:File|_text|lines?)\w*\b|file_get_contents|\bfgets\b|\b(?:File|IO)\.(?:read|foreach)|\bstdin\b|<\w*>|\bgets\b|\binput\s*\(|urlopen|requests\.|\bfetch\s*\(|\b(?:json|yaml)\.load|JSON\.parse|(?:getcwd|process\.cwd|Path\.cwd|Dir\.pwd)\b[()]*\s*(?:\.\s*(?:split|slice|replace|substr\w*|parents?|match)\b|\[)|\bsplit\b[^;]*\bgetcwd\b/i;
/** What a started program prints. */
const PRINTED = /\b(?:getoutput|check_output|execSync|capture_output|stdout)\b/;
/** Calls that delete, move or empty, by names that nothing else has. */
const LOSES =
  /\b(?:rmtree|rm_rf?|rm_r|remove_tree|rmSync|rmdirSync|rmdir|unlink\w*|removeSync|removedirs|rename\w*|truncate\w*|copytree)\b|\b(?:os|fs|fsp|Deno|shutil|FileUtils|File)\.(?:rm|remove|move|mv|delete)\b/;
const STARTS = /\b(?:system|exec\w*|spawn\w*|popen|run|call|check_call)\b|`/i;
const ASSIGNED =
  /^\s*(?:(?:const|let|var|my|our)\s+)?(?:[$@%]?([A-Za-z_]\w*)|[({[]([^()=;]{1,200})[)}\]]|([$@%*\w]+(?:\s*,\s*[$@%*\w]+)+))\s*=(?![=>])|\bfor(?:each)?\s*\(?\s*(?:(?:const|let|var|my)\s+)?[$@]?(\w+)\s+(?:in|of)\b|\bas\s+\$?(\w+)\s*:/;

/** Whether code deletes what it reads: in one statement, or by names that hold it.
 *  @param losers      what a started program is called that may lose what it is given
 *  @param isArgument  whether its words, too, are known only when it runs */
export function losesWhatItReads(code: string, losers: RegExp, isArgument: boolean): boolean {
  const sources = isArgument ? new RegExp(`${READS.source}|\\bargv\\b`, "i") : READS;
  const { statements, isRead } = statementsOf(code, sources, PRINTED);
  const isTold = (text: string): boolean => isRead(text) || PRINTED.test(text);
  return statements.some((one) =>
    LOSES.test(one) ? isTold(one) : STARTS.test(one) && losers.test(one) && isRead(one),
  );
}

/** By which code lists a folder, or finds what a pattern says; both may start from a folder that stands before. */
const LISTS =
  /(?:["'](?<from>[^"'\n]*)["']\s*\)?\.|\bPath\(\)\.|\b(?:glob|os|fs|fsp|promises|Deno)\.|(?<![.\w]))(?:(?<list>listdir|scandir|iterdir|readdir(?:Sync)?|Dir\.(?:children|each_child))\b|(?:[ir]?glob(?:Sync)?|Dir\.glob|Dir(?=\[)))\s*[([]\s*(?:["'](?<path>[^"'\n]*)["']|(?<nothing>[)\]]))/g;
const DELETES =
  /\b(?:rmtree|rm_rf?|rm_r|remove_tree|rm(?:Sync|dirSync)?|unlink(?:Sync)?)\b|\b(?:os\.remove|File\.delete)\b/;
/** By which code takes some of what it listed. */
const PICKS = /\b(?:if|unless|filter|grep|select|reject|next|continue|switch|case)\b|&&|\|\||\?/;

/** Whether code deletes all that a folder is listed as. @param isMeant  asked of the pattern that says the same, and where it stands */
export function deletesEachListed(code: string, isMeant: (pattern: string, at: number) => boolean): boolean {
  if (!DELETES.test(code) || PICKS.test(code)) return false;
  const marked = code.replace(LISTS, (all, ...found) => {
    const { from = ".", list, path } = found.at(-1) as Record<string, string | undefined>;
    const folder = list === undefined ? from : (path ?? from);
    return isMeant(`${folder}/${list === undefined ? path : "*"}`, found.at(-3)) ? `LISTED(${all}` : all;
  });
  const { statements, isRead } = statementsOf(marked, /\bLISTED\b/);
  return statements.some((one) => DELETES.test(one) && isRead(one));
}

/** By which code takes its own input. */
const OWN_INPUT =
  /\bstdin\b|\b(?:raw_)?input\s*\(|<(?:STDIN)?>|\bgets\b|\breadlines?\b|read\w*\(\s*(?:0|["']\/dev\/(?:stdin|fd\/0)["'])|php:\/\/(?:stdin|input)|\bio\.read\b|\*in\*|slurp\s+-/i;
/** By which code runs a text as code. */
const RUNS_CODE =
  /(?<![.\w])(?:eval|exec|exec_?script|instance_eval|Function|load(?:string)?|load-string|runInThisContext)\b|\bvm\.run\w+\s*\(/;
const SHELL = "(?:\\/(?:usr\\/)?bin\\/)?(?:sh|bash|zsh|dash|ksh|env|eval|sudo)\\b";
/** By which it runs a text as a command, whose beginning is not written there. */
const RUNS_COMMAND = new RegExp(
  `(?:(?<![.\\w])(?:execSync|system|popen|passthru|shell_exec)|\\bos\\.(?:system|popen|exec\\w*|execute)|\\bsubprocess\\.\\w+|\\bchild_process\\b[^;]{0,200}?\\.\\w+)\\b(?!\\s*\\(?\\s*\\[?\\s*[rbfu]?["'\`](?!${SHELL}|\\s*[#$]?\\{))`,
);

/** Whether code runs its own input: in one statement, or by names that hold it. */
export function runsItsInput(code: string): boolean {
  const { statements, isRead } = statementsOf(code, OWN_INPUT);
  return statements.some((one) => (RUNS_CODE.test(one) || RUNS_COMMAND.test(one)) && isRead(one));
}

interface Statements {
  readonly statements: readonly string[];
  /** Whether a statement tells what is read, or a name that holds it. */
  readonly isRead: (text: string) => boolean;
}

/** @param told  what a name may be given besides */
function statementsOf(code: string, sources: RegExp, told?: RegExp): Statements {
  const held = new Set<string>();
  const statements = code.split(/[;\n]/);
  const isRead = (text: string): boolean =>
    sources.test(text) || [...text.matchAll(/[A-Za-z_]\w*/g)].some(([name]) => held.has(name));
  // Twice, for names that are given further down in a loop.
  for (const statement of [...statements, ...statements]) {
    // Several, where a value is taken apart.
    const given = ASSIGNED.exec(statement)?.slice(1).find(Boolean);
    if (given === undefined) continue;
    const value = statement.slice(statement.indexOf(given) + given.length);
    if (isRead(value) || told?.test(value)) for (const [name] of given.matchAll(/[A-Za-z_]\w*/g)) held.add(name);
  }
  return { statements, isRead };
}

const ENDLESS =
  /\bwhile\s*\(?\s*(?:1|true)\b|\bloop\b|\bfor\s*\(\s*;|\bfork\b\W*while\b|\brange\(\s*\d{3,}|\buntil\s+0\b|\btimes\b/i;

/** Whether code starts itself again without end, or ends every process. */
export const endsEverything = (code: string): boolean =>
  (/\bfork\b/.test(code) && ENDLESS.test(code)) ||
  /\bfork\s*\(\s*__filename|\bkill\w*\s*\(?\s*(?:["']?\w+["']?\s*,\s*)?-1\b/.test(code);
