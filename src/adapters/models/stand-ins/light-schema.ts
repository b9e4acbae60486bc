// One schema of light-zod.ts: a check, and what it means where the value is absent.

/** What a check returns for a value that does not fit; what is wrong with it is in `fault`. */
export const WRONG = Symbol("wrong");
export type Check = (value: unknown) => unknown;

let fault: { readonly expected: string; readonly path: PropertyKey[] } = { expected: "", path: [] };

export function wrong(expected: string): typeof WRONG {
  fault = { expected, path: [] };
  return WRONG;
}

export function at(key: PropertyKey): typeof WRONG {
  fault.path.unshift(key);
  return WRONG;
}

export class LightZodError extends Error {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];

  constructor() {
    const message = `${fault.path.join(".") || "value"}: expected ${fault.expected}`;
    super(message);
    this.name = "ZodError";
    this.issues = [{ path: fault.path, message }];
  }
}

export type Parsed =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: LightZodError };

/** What an absent property means: it must not be, it may be, or something is put in its place. */
export type Absence = "required" | "optional" | "defaulted";

interface Traits {
  readonly absence?: Absence;
  /** Whether an absent property stays absent. */
  readonly staysAbsent?: boolean;
  /** For `min` and `max`. */
  readonly measure?: (value: never) => number;
  /** All values it takes, where these are few. */
  readonly values?: readonly unknown[];
}

export class LightSchema {
  /** How the provider packages tell a schema of zod 4. */
  readonly _zod = true;
  readonly check: Check;
  readonly traits: Traits | (() => Traits);

  constructor(check: Check, traits: Traits | (() => Traits) = {}) {
    this.check = check;
    this.traits = traits;
  }

  get "~standard"(): { readonly vendor: "zod" } {
    return { vendor: "zod" };
  }

  get known(): Traits {
    return typeof this.traits === "function" ? this.traits() : this.traits;
  }

  get absence(): Absence {
    return this.known.absence ?? "required";
  }

  get staysAbsent(): boolean {
    return this.known.staysAbsent ?? false;
  }

  parse(value: unknown): unknown {
    const result = this.safeParse(value);
    if (result.success) return result.data;
    throw result.error;
  }

  safeParse(value: unknown): Parsed {
    const data = this.check(value);
    return data === WRONG ? { success: false, error: new LightZodError() } : { success: true, data };
  }

  async safeParseAsync(value: unknown): Promise<Parsed> {
    return this.safeParse(value);
  }

  optional(): LightSchema {
    const check: Check = (value) =>
      value === undefined && this.absence !== "defaulted" ? undefined : this.check(value);
    return new LightSchema(check, () => ({
      absence: this.absence === "defaulted" ? "defaulted" : "optional",
      staysAbsent: true,
    }));
  }

  nullable(): LightSchema {
    return new LightSchema((value) => (value === null ? null : this.check(value)), this.traits);
  }

  nullish(): LightSchema {
    return this.nullable().optional();
  }

  default(given: unknown): LightSchema {
    const make = (): unknown => (typeof given === "function" ? given() : structuredClone(given));
    const check: Check = (value) => {
      if (value === undefined) return make();
      const checked = this.check(value);
      return checked === undefined ? make() : checked;
    };
    return new LightSchema(check, { absence: "defaulted" });
  }

  catch(given: unknown): LightSchema {
    const check: Check = (value) => {
      const checked = this.check(value);
      if (checked !== WRONG) return checked;
      return typeof given === "function" ? given() : given;
    };
    return new LightSchema(check, () => ({
      absence: this.absence === "defaulted" ? "defaulted" : "optional",
      staysAbsent: this.staysAbsent,
    }));
  }

  transform(change: (value: unknown) => unknown): LightSchema {
    const check: Check = (value) => {
      const checked = this.check(value);
      return checked === WRONG ? WRONG : change(checked);
    };
    return new LightSchema(check, () => ({ absence: this.absence }));
  }

  refine(holds: (value: never) => unknown, options?: string | { readonly message?: string }): LightSchema {
    const expected = typeof options === "string" ? options : (options?.message ?? "something else");
    return this.#also(holds, expected);
  }

  min(least: number): LightSchema {
    const { measure = Number } = this.known;
    return this.#also((value: never) => measure(value) >= least, `at least ${least}`);
  }

  max(most: number): LightSchema {
    const { measure = Number } = this.known;
    return this.#also((value: never) => measure(value) <= most, `at most ${most}`);
  }

  gt(bound: number): LightSchema {
    return this.#also((value: number) => value > bound, `more than ${bound}`);
  }

  positive(): LightSchema {
    return this.gt(0);
  }

  int(): LightSchema {
    return this.#also((value: unknown) => Number.isSafeInteger(value), "an integer");
  }

  regex(pattern: RegExp): LightSchema {
    return this.#also((value: string) => pattern.test(value), `text like ${pattern}`);
  }

  or(other: LightSchema): LightSchema {
    return union([this, other]);
  }

  describe(): this {
    return this;
  }

  #also<Value>(holds: (value: Value) => unknown, expected: string): LightSchema {
    const check: Check = (value) => {
      const checked = this.check(value);
      return checked === WRONG || holds(checked as Value) ? checked : wrong(expected);
    };
    return new LightSchema(check, this.traits);
  }
}

/** The first that fits. Where a literal tells them apart it is the same as asking for that one. */
export function union(options: readonly LightSchema[]): LightSchema {
  const check: Check = (value) => {
    for (const option of options) {
      const checked = option.check(value);
      if (checked !== WRONG) return checked;
    }
    return wrong("one of several forms");
  };
  return new LightSchema(check, () => {
    const absences = options.map((option) => option.absence);
    const absence = absences.includes("defaulted")
      ? "defaulted"
      : absences.includes("optional")
        ? "optional"
        : "required";
    const values = options.every((option) => option.known.values)
      ? { values: options.flatMap((option) => option.known.values ?? []) }
      : {};
    return { absence, staysAbsent: options.some((option) => option.staysAbsent), ...values };
  });
}
