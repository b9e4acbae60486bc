/** One setting of a git configuration file; `name` is `section.subsection.key` with section and key in lower case. */
export interface GitSetting {
  readonly name: string;
  readonly value: string;
}

const SETTINGS_MAX = 20_000;

/** Reads the text of a git configuration file (git-config(1), "Syntax").
 *  @returns undefined when a line is none that git would read: then nothing may be concluded from the rest */
export function parseGitConfig(text: string): readonly GitSetting[] | undefined {
  const settings: GitSetting[] = [];
  let section = "";
  for (const line of logicalLines(text.replace(/^\uFEFF/, ""))) {
    let rest = line.trim();
    const header = /^\[\s*([\w.-]+)(?:\s+"((?:\\[^\n]|[^"\\\n])*)")?\s*\]/.exec(rest);
    if (header) {
      const sub = header[2]?.replace(/\\(.)/g, "$1");
      section = (header[1] ?? "").toLowerCase() + (sub === undefined ? "" : `.${sub}`);
      rest = rest.slice(header[0].length).trim();
    }
    if (rest === "" || rest.startsWith("#") || rest.startsWith(";")) continue;
    const entry = /^([A-Za-z][\w-]*)\s*(?:=\s*([\s\S]*))?$/.exec(rest);
    if (!entry || section === "" || settings.length > SETTINGS_MAX) return undefined;
    settings.push({ name: `${section}.${(entry[1] ?? "").toLowerCase()}`, value: unquoted(entry[2] ?? "true") });
  }
  return settings;
}

/** Lines with those joined that end in a backslash. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let held = "";
  for (const line of text.split(/\r?\n/)) {
    const slashes = /\\+$/.exec(line)?.[0].length ?? 0;
    const isComment = held === "" && /^\s*[#;]/.test(line);
    if (slashes % 2 === 1 && !isComment) held += line.slice(0, -1);
    else {
      lines.push(held + line);
      held = "";
    }
  }
  return held === "" ? lines : [...lines, held];
}

function unquoted(text: string): string {
  let value = "";
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? "";
    if (character === "\\") {
      const next = text[++index] ?? "";
      value += next === "n" ? "\n" : next === "t" ? "\t" : next;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === "#" || character === ";")) break;
    else value += character;
  }
  // Git takes it up to the first NUL.
  return value.trim().split("\0", 1)[0] ?? "";
}

/** Settings whose value git runs, or that bring in what it runs. */
const PROGRAMS: readonly RegExp[] = [
  /^core\.(?:fsmonitor|pager|editor|sshcommand|askpass|gitproxy|alternaterefscommand)$/,
  /^(?:pager|alias)\./,
  /^filter\.[\s\S]*\.(?:clean|smudge|process)$/,
  /^diff\.external$|^diff\.[\s\S]+\.(?:command|textconv)$/,
  /^merge\.[\s\S]+\.driver$/,
  /^(?:mergetool|difftool|man|browser|guitool)\.[\s\S]+\.(?:cmd|path)$/,
  /^gpg\.(?:[\s\S]*\.)?(?:program|defaultkeycommand)$/,
  /^credential\.(?:[\s\S]*\.)?helper$/,
  /^sequence\.editor$|^interactive\.difffilter$|^instaweb\.(?:httpd|browser)$|^sendemail\./,
  /^trailer\.[\s\S]+\.(?:command|cmd)$/,
  /^uploadpack\.packobjectshook$|^remote\.[\s\S]+\.(?:uploadpack|receivepack|vcs|proxy)$/,
  /^tar\.[\s\S]+\.command$|^(?:web|help)\.browser$|^submodule\.[\s\S]+\.update$/,
  /^hook\.[\s\S]+\.command$|^lfs\.(?:extension\.|customtransfer\.|(?:[\s\S]*\.)?standalonetransferagent$)/,
  /^protocol\.(?:[\s\S]*\.)?allow$|^extensions\.(?!objectformat$|worktreeconfig$|partialclone$|refstorage$|noop)/,
];
/** Values that are no program: switches, and what does nothing. */
const HARMLESS = /^(?:true|false|yes|no|on|off|0|1|cat|never|always|user|checkout|merge|rebase|none|)$/i;

/** What `git lfs install` writes, word for word, for the git-lfs on the person's own PATH. */
const LARGE_FILES =
  /^filter\.lfs\.(?:clean = git-lfs clean -- %f|smudge = git-lfs smudge(?: --skip)? -- %f|process = git-lfs filter-process(?: --skip)?)$/;

/** Whether a program, written `name = value`, may run while git only looks: helpers for passwords do not. */
export const startsOnLook = (program: string): boolean => !LARGE_FILES.test(program) && !/^credential\./.test(program);

/** Whether a setting of a repository makes git start something other than itself. */
export function startsProgram({ name, value }: GitSetting): boolean {
  if (/ext::/.test(value) || /ext::/.test(name)) return true;
  // git's own monitor is a process that stays, anything else is a command; signatures are looked at by a program.
  if (/^(?:core\.fsmonitor|log\.showsignature)$/.test(name)) return !/^(?:false|no|off|0|)$/i.test(value);
  if (/^(?:format\.pretty$|pretty\.|(?:branch|tag)\.sort$)/.test(name)) return /%G|signature/i.test(value);
  if (name.startsWith("alias.")) return value.startsWith("!");
  return !HARMLESS.test(value) && PROGRAMS.some((program) => program.test(name));
}
