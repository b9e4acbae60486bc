import {
  isBidiControl,
  isBidiMark,
  isCombining,
  isFormatOddity,
  isRightToLeftLetter,
  isTag,
  isVariationSelector,
  isVariationSupplement,
  spelled,
} from "./code-points.ts";

const COMBINING_MAX = 8;
const MARKS_MAX = 8;
const FLAG_TAGS_MAX = 6;
const BLACK_FLAG = 0x1f3f4;
/** The only tag sequences that fonts draw: the flags of England, Scotland and Wales. */
const FLAG_TAGS: readonly string[] = ["gbeng", "gbsct", "gbwls"];

/** Printable characters on their way out: what reorders or hides text is spelt, and stacks of accents are cut. */
export class VisibleText {
  #output = "";
  #previous = "";
  #heldMarks = "";
  #heldTags = "";
  #combining = 0;
  #selectors = 0;

  get isHolding(): boolean {
    return this.#heldMarks !== "" || this.#heldTags !== "";
  }

  /** What has been collected since the last call. */
  take(): string {
    const text = this.#output;
    this.#output = "";
    return text;
  }

  /** Adds text as it is; what was held back is decided by its first character. */
  write(text: string): void {
    if (this.#heldTags !== "") this.#releaseTags();
    if (this.#heldMarks !== "") {
      const isTypography = isRightToLeftLetter(text.slice(0, 2));
      this.#output += isTypography ? this.#heldMarks : spelledAll(this.#heldMarks);
      this.#heldMarks = "";
    }
    this.#output += text;
    this.#previous = text;
    this.#combining = 0;
    this.#selectors = 0;
  }

  add(character: string, point: number): void {
    if (point < 0x300 && point !== 0xad) this.write(character);
    else if (isVariationSelector(point)) this.#addSelector(character, point);
    else if (isVariationSupplement(point))
      this.write(/^\p{Script=Han}$/u.test(this.#previous) ? character : spelled(point));
    else if (isCombining(point)) this.#addCombining(character);
    else if (isTag(point)) this.#addTag(character, point);
    else if (isBidiMark(point)) this.#addMark(character);
    else this.write(isBidiControl(point) || isFormatOddity(point) ? spelled(point) : character);
  }

  #addCombining(character: string): void {
    const count = this.#combining + 1;
    if (count <= COMBINING_MAX) this.write(character);
    this.#combining = count;
  }

  /** One selector chooses a picture; several in a row are an alphabet of their own. */
  #addSelector(character: string, point: number): void {
    const count = this.#selectors + 1;
    this.write(count === 1 && this.#previous !== "" ? character : spelled(point));
    this.#selectors = count;
  }

  #addTag(character: string, point: number): void {
    const startsFlag = this.#heldTags === "" && this.#previous.codePointAt(0) === BLACK_FLAG;
    const goesOn = this.#heldTags !== "" && [...this.#heldTags].length < FLAG_TAGS_MAX;
    if (startsFlag || goesOn) this.#heldTags += character;
    else this.write(spelled(point));
  }

  #addMark(character: string): void {
    if (isRightToLeftLetter(this.#previous)) {
      const previous = this.#previous;
      this.write(character);
      this.#previous = previous;
      return;
    }
    if (this.#heldTags !== "" || this.#heldMarks.length >= MARKS_MAX) this.write("");
    this.#heldMarks += character;
  }

  #releaseTags(): void {
    const name = [...this.#heldTags].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join("");
    const isFlag = name.endsWith("\u007f") && FLAG_TAGS.includes(name.slice(0, -1));
    this.#output += isFlag ? this.#heldTags : spelledAll(this.#heldTags);
    this.#heldTags = "";
  }
}

const spelledAll = (text: string): string =>
  [...text].map((character) => spelled(character.codePointAt(0) ?? 0)).join("");
