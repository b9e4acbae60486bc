/** A construct whose branches join again. */
interface Frame {
  readonly kind: "if" | "evaluate" | "search" | "perform" | "endless" | "phrases";
  readonly before: boolean;
  /** Some branch came to its end. */
  out: boolean;
  /** Branches cover every case: ELSE, WHEN OTHER, or both a phrase and its NOT. */
  isComplete: boolean;
  /** Statements were seen since the last WHEN. */
  hasBody: boolean;
  /** For phrases: the verb, and which of the phrase (1) and its NOT (2) were seen. */
  readonly verb: number;
  seen: number;
}

/**
 * Whether the current point of a paragraph can be reached, statement by statement.
 * Branches are followed: an IF leaves only when both of its arms leave.
 */
export class Liveness {
  isLive = true;
  /** A leaving verb stood outside of every branch. */
  private isLeft = false;
  private readonly frames: Frame[] = [];
  private isNextSentence = false;
  private exitsUnit = false;
  /** The verb of the statement just read, when a phrase may follow it. */
  private phraseVerb = 0;

  enter(): void {
    this.isLive = true;
    this.isLeft = false;
    this.frames.length = 0;
    this.isNextSentence = false;
    this.exitsUnit = false;
  }

  /**
   * Ends the unit and tells whether its end can be passed: `never` when a leaving verb stands outside of every branch,
   * `unlikely` when only all the branches together leave, which compilers do not take for certain.
   */
  leave(): "yes" | "unlikely" | "never" {
    this.period();
    if (this.isLive || this.exitsUnit) return "yes";
    return this.isLeft ? "never" : "unlikely";
  }

  /** A second way in: what follows can be reached whatever came before. */
  revive(): void {
    this.isLive = true;
    this.isLeft = false;
  }

  /** @param phraseVerb  the verb's number when AT END, INVALID KEY, ON … may follow it, else 0 */
  statement(phraseVerb: number): void {
    this.phraseVerb = phraseVerb;
    const top = this.frames[this.frames.length - 1];
    if (top) top.hasBody = true;
  }

  stop(): void {
    if (this.isLive && this.frames.length === 0) this.isLeft = true;
    this.isLive = false;
  }

  /** EXIT PARAGRAPH and its kin: the rest is skipped, the unit's end is reached. */
  exitUnit(): void {
    if (this.isLive) this.exitsUnit = true;
    this.isLive = false;
  }

  /** EXIT PERFORM: the point behind the loop is reached. */
  leaveLoop(): void {
    const loop = this.frames.findLast((frame) => frame.kind === "perform" || frame.kind === "endless");
    if (loop) loop.out ||= this.isLive;
  }

  toNextSentence(): void {
    if (this.isLive) this.isNextSentence = true;
    this.isLive = false;
  }

  period(): void {
    while (this.frames.length > 0) this.pop();
    if (this.isNextSentence) this.isLive = true;
    this.isNextSentence = false;
  }

  open(kind: Frame["kind"], verb = 0): void {
    this.frames.push({ kind, before: this.isLive, out: false, isComplete: false, hasBody: false, verb, seen: 0 });
  }

  otherwise(): void {
    const frame = this.upTo("if");
    if (!frame) return;
    frame.out ||= this.isLive;
    frame.isComplete = true;
    this.isLive = frame.before;
  }

  when(isOther: boolean): void {
    const frame = this.upTo("evaluate", "search");
    if (!frame) return;
    if (frame.hasBody) frame.out ||= this.isLive;
    frame.hasBody = false;
    frame.isComplete ||= isOther;
    this.isLive = frame.before;
  }

  /** AT END, INVALID KEY, ON EXCEPTION … and their NOT forms. */
  phrase(isNot: boolean): void {
    const bit = isNot ? 2 : 1;
    if (this.phraseVerb > 0) {
      this.open("phrases", this.phraseVerb);
      this.phraseVerb = 0;
    }
    const at = this.frames.findLastIndex((frame) => frame.kind === "phrases" && (frame.seen & bit) === 0);
    const frame = this.frames[at];
    if (!frame) return;
    while (this.frames.length > at + 1) this.pop();
    if (frame.seen > 0) frame.out ||= this.isLive;
    frame.seen |= bit;
    frame.isComplete = frame.seen === 3;
    this.isLive = frame.before;
  }

  /** END-READ and its kin: closes the phrases of the nearest such statement, if it has any. */
  endPhrases(verb: number): void {
    if (this.phraseVerb === verb) {
      this.phraseVerb = 0;
      return;
    }
    const at = this.frames.findLastIndex((frame) => frame.kind === "phrases" && frame.verb === verb);
    if (at < 0) return;
    while (this.frames.length > at) this.pop();
  }

  close(...kinds: Frame["kind"][]): void {
    if (this.upTo(...kinds)) this.pop();
  }

  private pop(): void {
    const frame = this.frames.pop() as Frame;
    if (frame.kind === "perform") this.isLive = frame.before;
    else if (frame.kind === "endless") this.isLive = frame.out;
    else this.isLive = frame.out || this.isLive || (!frame.isComplete && frame.before);
  }

  private upTo(...kinds: Frame["kind"][]): Frame | undefined {
    const at = this.frames.findLastIndex((frame) => kinds.includes(frame.kind));
    if (at < 0) return undefined;
    while (this.frames.length > at + 1) this.pop();
    return this.frames[at];
  }
}
