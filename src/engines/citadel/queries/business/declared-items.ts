import { type DeclaredItem, SYSTEM_NAME } from "./digest-shape.ts";
import type { FieldMeaning } from "./field-meaning.ts";

/** The items that are declared in one file, also by the names that programs give them. */
export class DeclaredItems {
  /** In the order of the files that tell of them. */
  readonly all: readonly DeclaredItem[];
  private readonly own: readonly DeclaredItem[];
  private readonly byLine = new Map<number, DeclaredItem[]>();
  private readonly isProgram: boolean;

  /**
   * @param own  what the file itself declares
   * @param all  the same among what others tell of it
   */
  constructor(own: readonly DeclaredItem[], all: readonly DeclaredItem[], language: string | undefined) {
    this.own = own;
    this.all = all;
    this.isProgram = language === "cobol";
    for (const item of this.all) {
      const known = this.byLine.get(item.line);
      if (known) known.push(item);
      else this.byLine.set(item.line, [item]);
    }
  }

  /** The item of that name at a line; the first there when REPLACING changed the name elsewhere. */
  at(line: number, name: string): DeclaredItem | undefined {
    const here = this.byLine.get(line);
    return here?.find((item) => item.name.toUpperCase() === name) ?? here?.[0];
  }

  on(line: number): readonly DeclaredItem[] {
    return this.byLine.get(line) ?? [];
  }

  meaningOf({ meaning }: DeclaredItem): FieldMeaning {
    return typeof meaning === "number" ? this.meaningOf(this.own[meaning] as DeclaredItem) : meaning;
  }

  /** Does it stand in a record that programs share: of a file, a parameter, a copybook? */
  isRecord({ name, isShared }: DeclaredItem): boolean {
    return !SYSTEM_NAME.test(name) && (isShared === true || !this.isProgram);
  }
}
