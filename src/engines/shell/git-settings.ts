/** One setting of a git configuration file; `name` is `section.subsection.key` with section and key in lower case. */
export interface GitSetting {
  readonly name: string;
  readonly value: string;
}

const SETTINGS_MAX = 20_000;

/** Reads the text of a git configuration file as git does (git-config(1), "Syntax").
 *  @returns undefined where git would not read it, or its versions differ: then nothing may be concluded from the rest */
export function parseGitConfig(text: string): readonly GitSetting[] | undefined {
  const settings: GitSetting[] = [];
  // An end of line of two characters is one, and one stands at the end.
  const source = `${text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n")}\n`;
  let section = "";
  let at = 0;
  const take: Take = (form) => {
    form.lastIndex = at;
    const found = form.exec(source);
    at += found?.[0].length ?? 0;
    return found ?? undefined;
  };
  while (at < source.length) {
    const header = take(HEADER);
    if (header) section = sectionOf(header);
    else if (!take(BLANK_OR_COMMENT)) {
      const setting = section === "" ? undefined : settingIn(section, take);
      if (setting === undefined || settings.length > SETTINGS_MAX) return undefined;
      settings.push(setting);
    }
  }
  return settings;
}

/** What stands here in such a form, which is passed then. */
type Take = (form: RegExp) => RegExpExecArray | undefined;

const BLANK_OR_COMMENT = /[ \t\r\n]+|[#;][^\n]*\n/y;
const HEADER = /\[([A-Za-z0-9.-]*)(?:[ \t\r]+"((?:\\[^\n]|[^"\\\n])*)")?\]/y;
const KEY = /([A-Za-z][A-Za-z0-9-]*)[ \t]*/y;
const NO_VALUE = /\n/y;
/** Up to an end of line that no backslash joins to the next one; in a comment none does. */
const VALUE = /=((?:"(?:\\[\s\S]|[^"\\\n])*"|\\[\s\S]|[^"\\\n#;])*)(?:[#;][^\n]*)?\n/y;
const ESCAPED: Readonly<Record<string, string>> = { "\n": "", n: "\n", t: "\t", b: "\b", "\\": "\\", '"': '"' };

function sectionOf([, name = "", written]: RegExpExecArray): string {
  const sub = written?.replace(/\\(.)/g, "$1");
  return name.toLowerCase() + (sub === undefined ? "" : `.${sub}`);
}

function settingIn(section: string, take: Take): GitSetting | undefined {
  const key = take(KEY)?.[1]?.toLowerCase();
  const written = take(NO_VALUE) ? "true" : take(VALUE)?.[1];
  const value = written === undefined ? undefined : unquoted(written);
  return key === undefined || value === undefined ? undefined : { name: `${section}.${key}`, value };
}

/** Stand for a blank outside of quotes, for one that only some versions of git keep as it is, and for what git refuses. */
const [BLANK, OTHER_BLANK, WRONG] = ["\uE000", "\uE001", "\uE002"] as const;

function unquoted(written: string): string | undefined {
  if (/[\uE000-\uE002]/.test(written)) return undefined;
  let isQuoted = false;
  const value = written
    .replace(/\\([\s\S])|"|[ \t\r]/g, (token, meant: string | undefined) => {
      if (meant !== undefined) return ESCAPED[meant] ?? WRONG;
      if (token !== '"') return isQuoted ? token : token === " " ? BLANK : OTHER_BLANK;
      isQuoted = !isQuoted;
      return "";
    })
    .replace(/^[\uE000\uE001]+|[\uE000\uE001]+$/g, "");
  if (value.includes(OTHER_BLANK) || value.includes(WRONG)) return undefined;
  // Git takes it up to the first NUL.
  return value.replaceAll(BLANK, " ").split("\0", 1)[0];
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
  // Another git, in each of the repositories that commits name.
  if (name === "diff.submodule") return value.toLowerCase() === "diff";
  // git's own monitor is a process that stays, anything else is a command; signatures are looked at by a program.
  if (/^(?:core\.fsmonitor|log\.showsignature)$/.test(name)) return !/^(?:false|no|off|0|)$/i.test(value);
  if (/^(?:format\.pretty$|pretty\.|(?:branch|tag)\.sort$)/.test(name)) return /%G|signature/i.test(value);
  if (name.startsWith("alias.")) return value.startsWith("!");
  return !HARMLESS.test(value) && PROGRAMS.some((program) => program.test(name));
}
