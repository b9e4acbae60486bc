import { isLiteral, type ShellWord } from "../words.ts";

/** What `find` comes to: a file of any name far below, or a folder of any name at the top, that a listing shows or leaves out. */
interface Sample {
  readonly type: "f" | "d";
  readonly depth: number;
  readonly isHidden: boolean;
}
const FILES: readonly Sample[] = [false, true].map((isHidden) => ({ type: "f", depth: 3, isHidden }));
const FOLDERS: readonly Sample[] = [false, true].map((isHidden) => ({ type: "d", depth: 1, isHidden }));

/** Whether it surely holds; undefined where only running tells. */
type Holds = boolean | undefined;

/**
 * Whether a search of `find` does the last that it does with every file that a listing shows or leaves out, whatever it is called, or
 * with every such folder at the top.
 * @param words  without the paths where it starts
 */
export const takesEachFound = (words: readonly ShellWord[], starts: readonly ShellWord[]): boolean =>
  [...FILES, ...FOLDERS].some((sample) => new Search(words, starts, sample).acts());

/** The same of every file alone: what deletes by itself leaves a folder that is not empty. */
export const takesEachFile = (words: readonly ShellWord[], starts: readonly ShellWord[]): boolean =>
  FILES.some((sample) => new Search(words, starts, sample).acts());

/** They say nothing of a file, or what is so of most: one can read it, and it is not empty. */
const HOLDS_ALWAYS =
  /^-(?:xdev|mount|depth|noleaf|daystart|follow|warn|nowarn|ignore_readdir_race|true|prune|readable|writable)$/;
const HOLDS_NEVER = /^-(?:false|empty)$/;
const ACTIONS = /^-(?:delete|print0?|ls)$/;
const NAMES = /^-(?:i?name|i?path|i?wholename|i?regex)$/;
/** Tests of what nobody knows of a file, that are given one word. */
const ASKS_MORE =
  /^-(?:[acm]?(?:time|min)|[ac]?newer\w*|size|user|group|[ug]id|perm|links|inum|samefile|fstype|i?lname|used|context|regextype)$/;
const STARTS = /^-(?:exec|execdir|ok|okdir)$/;

/** What most files of a folder are: small, one person's, with one name. */
const USUAL_VALUES: readonly (readonly [test: RegExp, value: RegExp])[] = [
  [/^-(?:user|group|[ug]id)$/, /^[^+-]/],
  [/^-size$/, /^(?:-(?!1\D*$)\d+|\+0)\D*$/],
  [/^-links$/, /^(?:1|-\d+|\+0)$/],
  [/^-newer[acm]t$/, /^['"]?(?:19|20[01])\d/],
];

/** Reads an expression as `find` does, for a file of which no test by its name, its age or its size is known to hold. */
class Search {
  private at = 0;
  private acted = false;
  private hasAction = false;
  private readonly words: readonly string[];
  private readonly starts: readonly string[];
  private readonly sample: Sample;

  constructor(words: readonly ShellWord[], starts: readonly ShellWord[], sample: Sample) {
    this.words = words.map((word) => (isLiteral(word) ? word.text : "-unknown"));
    this.starts = [".", "..", ...starts.map(({ text }) => text)];
    this.sample = sample;
  }

  acts(): boolean {
    const holds = this.any(true);
    return this.isDeepEnough() && (this.hasAction ? this.acted : holds === true);
  }

  private isDeepEnough(): boolean {
    const limit = (option: string, otherwise: number): number => {
      const at = this.words.lastIndexOf(option);
      return at < 0 ? otherwise : Number(this.words[at + 1]);
    };
    return limit("-mindepth", 0) <= this.sample.depth && this.sample.depth <= limit("-maxdepth", Number.MAX_VALUE);
  }

  /** @param isReached  whether it surely comes to this */
  private any(isReached: boolean): Holds {
    let holds = this.all(isReached);
    while (this.skip(/^(?:-o|-or|,)$/)) {
      const isElse = this.words[this.at - 1] !== ",";
      const right = this.all(isReached && (!isElse || holds === false));
      holds = isElse ? or(holds, right) : right;
    }
    return holds;
  }

  private all(isReached: boolean): Holds {
    let holds: Holds = true;
    while (this.at < this.words.length && !/^(?:-o|-or|,|\))$/.test(this.words[this.at] as string)) {
      if (this.skip(/^(?:-a|-and)$/)) continue;
      const right = this.one(isReached && holds === true);
      holds = holds === false || right === false ? false : holds && right;
    }
    return holds;
  }

  private one(isReached: boolean): Holds {
    if (this.skip(/^(?:!|-not)$/)) {
      const held = this.one(isReached);
      return held === undefined ? undefined : !held;
    }
    if (!this.skip(/^\($/)) return this.primary(this.words[this.at++] as string, isReached);
    const held = this.any(isReached);
    this.skip(/^\)$/);
    return held;
  }

  private primary(word: string, isReached: boolean): Holds {
    if (HOLDS_ALWAYS.test(word)) return true;
    if (HOLDS_NEVER.test(word)) return false;
    if (ACTIONS.test(word)) return this.act(isReached);
    if (STARTS.test(word)) return this.start(word, isReached);
    const given = /^-(?:maxdepth|mindepth|type|xtype|fprint0?|fls|printf)$/.test(word) || NAMES.test(word);
    if (!given) return this.isUsual(word);
    const value = this.words[this.at++] ?? "";
    if (/type$/.test(word)) return value.split(",").includes(this.sample.type);
    if (/print|fls/.test(word)) return this.act(isReached);
    return NAMES.test(word) ? this.isCalled(value, word.endsWith("regex")) : true;
  }

  private isUsual(word: string): true | undefined {
    const value = ASKS_MORE.test(word) ? (this.words[this.at++] ?? "") : "";
    return USUAL_VALUES.some(([test, usual]) => test.test(word) && usual.test(value)) ? true : undefined;
  }

  /** `[!.]*` and `.*` are what a listing shows and leaves out; what a search starts from is nothing that it finds. */
  private isCalled(pattern: string, isRegex: boolean): boolean {
    if (this.starts.includes(pattern)) return false;
    const plain = pattern.replaceAll("\\", "").replace(/\[[!^]\.\]/g, "[.]");
    if (/[^*?.[\]/]/.test(plain)) return false;
    const [, shown, left] = /(?:^|\/)(?:(\[\.\])|(\.))[^/]*$/.exec(plain) ?? [];
    if (isRegex || (shown ?? left) === undefined) return true;
    return this.sample.isHidden === (left !== undefined);
  }

  private start(word: string, isReached: boolean): Holds {
    const end = this.words.findIndex(
      (one, at) => at >= this.at && (one === ";" || (one === "+" && this.words[at - 1] === "{}")),
    );
    const isOfMany = this.words[end] === "+";
    this.at = end < 0 ? this.words.length : end + 1;
    this.act(isReached && !word.startsWith("-ok"));
    return isOfMany ? true : undefined;
  }

  private act(isReached: boolean): true {
    this.hasAction = true;
    this.acted = isReached;
    return true;
  }

  private skip(what: RegExp): boolean {
    const isThere = what.test(this.words[this.at] ?? "");
    if (isThere) this.at++;
    return isThere;
  }
}

const or = (left: Holds, right: Holds): Holds =>
  left === true || right === true ? true : left === false ? right : left;
