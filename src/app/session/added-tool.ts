import { judgeForeign } from "../../adapters/bounded-time.ts";
import type { JsonSchema } from "../../base/json-schema.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { FittedPicture } from "../../core/ports/documents.ts";
import type { Display } from "../../core/protocol/display.ts";
import type { Image } from "../../core/protocol/event.ts";
import { type Intent, type Tool, ToolFailure } from "../../core/tool.ts";

/**
 * A schema as a library writes it (zod from 4.2 on, and what else follows https://standardschema.dev with JSON Schema): it tells the
 * model what to send, and checks it.
 */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    validate(value: unknown): Validation<Output> | Promise<Validation<Output>>;
    readonly jsonSchema?: {
      input(options: { readonly target: "draft-2020-12" }): Readonly<Record<string, unknown>>;
    };
  };
}

type Validation<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] };

/** What one call of an added tool may use. */
export interface AddedToolContext {
  readonly callId: string;
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
  /** Shown while the call runs; never reaches the model. */
  progress(text: string): void;
}

/** What one call of an added tool gave back. */
export interface AddedToolOutput {
  /** What the model reads. */
  readonly text: string;
  /** The model sees it as an error. */
  readonly failed?: boolean;
  /** Files of PNG, JPEG, GIF or WebP, for a model that sees; what they say of themselves is taken out. */
  readonly pictures?: readonly Uint8Array[];
}

/** What a call of an added tool would touch, and how people are shown it. */
export interface AddedToolIntent {
  readonly accesses: Intent["accesses"];
  readonly display?: Display;
}

/** A tool of the program that Waymark is part of. */
export interface AddedTool<Input = unknown> {
  /** Letters, digits, `_` and `-`, at most 64; not one of ours. */
  readonly name: string;
  /** For the model: what it is for, and when another is better. */
  readonly description: string;
  /** A schema of a library, or a JSON Schema (2020-12) of an object. */
  readonly input: StandardSchema<Input> | JsonSchema;
  /** What a call would touch. Pure. Absent: it is asked about each time, unless a rule names the tool. */
  intent?(input: Input): AddedToolIntent;
  /** @returns what the model reads. What it throws is told to the model as a failure. */
  run(input: Input, context: AddedToolContext): string | AddedToolOutput | Promise<string | AddedToolOutput>;
}

const NAME = /^[A-Za-z][\w-]{0,63}$/;

/** An added tool on the one road of all calls: judged, declared, decided, run. @throws {UserError} when it cannot be offered */
export function adaptTool(tool: AddedTool): Tool {
  const { name, description, input } = tool;
  if (!NAME.test(name)) throw unusable(name, "the name takes letters, digits, _ and -, at most 64");
  const standard = "~standard" in input ? (input as StandardSchema)["~standard"] : undefined;
  const schema =
    standard === undefined ? (input as JsonSchema) : standard.jsonSchema?.input({ target: "draft-2020-12" });
  if (schema === undefined)
    throw unusable(name, `its schema by ${standard?.vendor} cannot say itself as JSON Schema; give a JSON Schema`);
  if (schema["type"] !== "object") throw unusable(name, "its input has to be an object");
  return {
    name,
    description,
    schema,
    parse(raw) {
      const judged = judgeForeign(schema, raw ?? {});
      if (judged.kind === "invalid") throw new ToolFailure(judged.problems.map(({ message }) => message).join(" "));
      return standard === undefined ? judged.value : validated(standard, judged.value);
    },
    intent(value) {
      const { accesses, display } = tool.intent?.(value) ?? { accesses: [{ kind: "foreign" as const }] };
      return { accesses, display: display ?? { kind: "text", text: `${name} ${JSON.stringify(value)}` } };
    },
    async run(value, { callId, signal, progress }) {
      const given = await tool.run(value, { callId, signal, progress });
      const { text: said, failed = false, pictures = [] } = typeof given === "string" ? { text: given } : given;
      const { images, notes } = await fitted(pictures);
      const text = [said, ...notes].join("\n");
      return { text, failed, display: { kind: "text", text }, ...(images.length > 0 ? { images } : {}) };
    },
  };
}

async function fitted(
  pictures: readonly Uint8Array[],
): Promise<{ images: readonly Image[]; notes: readonly string[] }> {
  if (pictures.length === 0) return { images: [], notes: [] };
  const { fitPicture } = await import("../../adapters/documents/fit-picture.ts");
  const all = await Promise.all(pictures.map(fitPicture));
  return {
    images: all.flatMap((one) => (one.kind === "picture" ? [one.image] : [])),
    notes: all.flatMap((one) => (one.kind === "picture" ? [] : [`(a picture is left out: ${reasonOf(one)})`])),
  };
}

function reasonOf(picture: Exclude<FittedPicture, { kind: "picture" }>): string {
  return picture.kind === "refused" ? `${picture.facts}: ${picture.why}` : "it is no PNG, JPEG, GIF or WebP";
}

function validated(standard: StandardSchema["~standard"], value: unknown): unknown {
  const result = standard.validate(value);
  if (result instanceof Promise) throw new ToolFailure("This tool's schema is checked later than a call can wait for.");
  if (result.issues === undefined) return result.value;
  const told = result.issues.map(({ message, path = [] }) => {
    const keys = path.map((part) => (typeof part === "object" && part !== null && "key" in part ? part.key : part));
    return keys.length > 0 ? `${keys.join(".")}: ${message}.` : `${message}.`;
  });
  throw new ToolFailure(told.join(" "));
}

function unusable(name: string, why: string): UserError {
  return new UserError(phrase`The tool "${name}" cannot be offered: ${why}.`, EXIT.usage);
}
