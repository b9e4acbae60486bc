import { isPlainWork } from "./capability/git-work.ts";
import { literalWord } from "./words.ts";

/** One setting of a git configuration file; `name` is `section.subsection.key` with section and key in lower case. */
export interface GitSetting {
  readonly name: string;
  readonly value: string;
}

const SETTINGS_MAX = 20_000;

/**
 * Reads the text of a git configuration file, character by character as git does (`git_parse_source` in its config.c).
 * @returns undefined where git would stop, or where the two could read differently (bytes that are no text): then nothing may be concluded
 */
export function parseGitConfig(text: string): readonly GitSetting[] | undefined {
  return /[\0\ufffd]/.test(text) ? undefined : new ConfigReader(text).read();
}

const COMMENT = /[^\n]*/y;
/** Bare text, quoted text and what a backslash may stand before, up to a comment or the end of the line. */
const VALUE = /((?:[^"\\#;\n]|\\(?:[tbn"\\\n]|$)|"(?:[^"\\\n]|\\[tbn"\\\n])*")*)(?:[#;][^\n]*)?(?=\n|$)/y;
/** Behind these a value has not begun, and blanks are none of it. */
const EMPTY = /^(?:[ \t\r]|""|\\\n)+/;
/** Others, a quote and the end of a line that goes on, are nothing in the value. */
const MEANT: Readonly<Record<string, string>> = { "\\t": "\t", "\\b": "\b", "\\n": "\n", "\\\\": "\\", '\\"': '"' };

class ConfigReader {
  readonly #text: string;
  readonly #settings: GitSetting[] = [];
  #section = "";
  #at = 0;

  constructor(text: string) {
    this.#text = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  }

  read(): readonly GitSetting[] | undefined {
    while (this.#at < this.#text.length) if (!this.#goOn() || this.#settings.length > SETTINGS_MAX) return undefined;
    return this.#settings;
  }

  #goOn(): boolean {
    const begin = this.#text[this.#at++] ?? "";
    if (/[ \t\r\n]/.test(begin)) return true;
    if (/[#;]/.test(begin)) return this.#taken(COMMENT) !== undefined;
    return begin === "[" ? this.#header() : this.#setting(begin);
  }

  #taken(pattern: RegExp): readonly string[] | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match ?? undefined;
  }

  #header(): boolean {
    const header = this.#taken(/([A-Za-z0-9.-]+)(?:\]|[ \t\r]+"((?:\\[^\n]|[^"\\\n])*)"\])/y);
    const sub = header?.[2]?.replace(/\\(.)/g, "$1");
    this.#section = (header?.[1] ?? "").toLowerCase() + (sub === undefined ? "" : `.${sub}`);
    return header !== undefined;
  }

  #setting(begin: string): boolean {
    const [, rest = "", end] = this.#taken(/([A-Za-z0-9-]*)[ \t]*(=|\n|$)/y) ?? [];
    const value = end === "=" ? this.#value() : end === undefined ? undefined : "true";
    if (value === undefined || this.#section === "" || !/[A-Za-z]/.test(begin)) return false;
    this.#settings.push({ name: `${this.#section}.${(begin + rest).toLowerCase()}`, value });
    return true;
  }

  #value(): string | undefined {
    return this.#taken(VALUE)?.[1]
      ?.replace(EMPTY, "")
      .replace(/[ \t\r]+$/, "")
      .replace(/\\(?:[\s\S]|$)|"/g, (token) => MEANT[token] ?? "");
  }
}

/** Settings whose value git runs, or that bring in what it runs. */
const PROGRAMS: readonly RegExp[] = [
  /^core\.(?:fsmonitor|pager|editor|sshcommand|askpass|gitproxy|alternaterefscommand)$/,
  /^(?:pager|alias)\./,
  /^filter\.[\s\S]*\.(?:clean|smudge|process)$/,
  /^diff\.external$|^diff\.[\s\S]+\.(?:command|textconv)$/,
  /^merge\.[\s\S]+\.driver$/,
  // The shell reads a layout once more.
  /^(?:mergetool|difftool|man|browser|guitool)\.[\s\S]+\.(?:cmd|path|layout)$/,
  /^gpg\.(?:[\s\S]*\.)?(?:program|defaultkeycommand)$/,
  /^credential\.(?:[\s\S]*\.)?helper$/,
  /^sequence\.editor$|^interactive\.difffilter$|^instaweb\.(?:httpd|browser|modulepath)$|^sendemail\./,
  /^trailer\.[\s\S]+\.(?:command|cmd)$/,
  /^uploadpack\.packobjectshook$|^remote\.[\s\S]+\.(?:uploadpack|receivepack|vcs|proxy)$/,
  /^gc\.recentobjectshook$|^imap\.tunnel$|^init\.templatedir$|^svn\.(?:[\s\S]*\.)?(?:authors-?prog|config-?dir)$/,
  /^tar\.[\s\S]+\.command$|^(?:web|help)\.browser$|^submodule\.[\s\S]+\.update$/,
  /^hook\.[\s\S]+\.command$|^lfs\.(?:extension\.|customtransfer\.|(?:[\s\S]*\.)?standalonetransferagent$)/,
  /^extensions\.(?!objectformat$|worktreeconfig$|partialclone$|refstorage$|noop)/,
];
/** Values that are no program: switches, and what does nothing. */
const HARMLESS = /^(?:true|false|yes|no|on|off|0|1|cat|never|always|user|checkout|merge|rebase|none|)$/i;

/** What `git lfs install` writes, word for word, for the git-lfs on the person's own PATH. */
const LARGE_FILES =
  /^filter\.lfs\.(?:clean = git-lfs clean -- %f|smudge = git-lfs smudge(?: --skip)? -- %f|process = git-lfs filter-process(?: --skip)?)$/;

/** Whether a program, written `name = value`, may run while git only looks: helpers for passwords do not. */
export const startsOnLook = (program: string): boolean => !LARGE_FILES.test(program) && !/^credential\./.test(program);

/** Transports that start nothing but git itself. */
const OWN_TRANSPORT = /^protocol\.(?:https?|ftps?|git|ssh|file|bundle)\./;
/** Aliases of sub-commands that look, whatever else they are told but to write a file. */
const LOOKS =
  /^(?:blame|branch|cat-file|describe|diff|log|ls-files|ls-tree|reflog|rev-list|rev-parse|shortlog|show|show-branch|status|whatchanged)(?:\s(?![\s\S]*--ou)[\s\S]*)?$/;

/** Of a sub-command that is told nothing but how to do its plain work, in words that git and we surely part alike. */
function isPlainAlias(value: string): boolean {
  const [verb = "", ...words] = value.split(/\s+/);
  return !/["'\\]/.test(value) && isPlainWork(verb, words.map(literalWord));
}

/** Whether a setting of a repository makes git start something other than itself. */
export function startsProgram({ name, value }: GitSetting): boolean {
  if (/ext::/.test(value) || /ext::/.test(name)) return true;
  // git's own monitor is a process that stays, anything else is a command; signatures are looked at by a program.
  if (/^(?:core\.fsmonitor|log\.showsignature)$/.test(name)) return !/^(?:false|no|off|0|)$/i.test(value);
  // Another git, or this one, goes on into each of the repositories that commits name, with their own settings.
  if (name === "diff.submodule") return value !== "short";
  if (name === "submodule.recurse") return !/^(?:false|no|off|0|)$/i.test(value);
  // By its name a file of git's own is read as a script: a path leads to any other.
  if (/^(?:diff|merge)\.(?:gui)?tool$/.test(name)) return value.includes("/");
  if (/^(?:format\.pretty$|rebase\.instructionformat$|pretty\.|(?:branch|tag)\.sort$)/.test(name))
    return /%G|signature/i.test(value);
  if (name.startsWith("alias.")) return !LOOKS.test(value) && !isPlainAlias(value);
  // What git joins of two settings may be the address of a program.
  const base = /^url\.([\s\S]*)\.(?:push)?insteadof$/.exec(name)?.[1];
  if (base !== undefined) return "ext::".startsWith(base) || base.startsWith("ext::");
  if (/^protocol\.(?:[\s\S]*\.)?allow$/.test(name)) return !OWN_TRANSPORT.test(name) && value !== "never";
  return !HARMLESS.test(value) && PROGRAMS.some((program) => program.test(name));
}
