import type { Display } from "../core/protocol/display.ts";
import {
  type Intent,
  type JsonSchema,
  type Tool,
  type ToolContext,
  ToolFailure,
  type ToolOutput,
  type ToolPorts,
} from "../core/tool.ts";
import { judge } from "../engines/schema/judge.ts";

/** The TypeScript type of the values that a literal schema lets through, defaults filled in. */
export type FromSchema<S> = S extends { readonly enum: readonly (infer Member)[] }
  ? Member
  : S extends { readonly type: "string" }
    ? string
    : S extends { readonly type: "integer" | "number" }
      ? number
      : S extends { readonly type: "boolean" }
        ? boolean
        : S extends { readonly type: "array"; readonly items: infer Items }
          ? readonly FromSchema<Items>[]
          : S extends { readonly properties: infer Properties }
            ? FromProperties<Properties, S extends { readonly required: readonly (infer Name)[] } ? Name : never>
            : S extends { readonly type: "object" }
              ? Readonly<Record<string, unknown>>
              : unknown;

type FromProperties<Properties, Required> = {
  readonly [Name in keyof Properties as Properties[Name] extends { readonly default: unknown }
    ? Name
    : Name extends Required
      ? Name
      : never]: FromSchema<Properties[Name]>;
} & {
  readonly [Name in keyof Properties as Properties[Name] extends { readonly default: unknown }
    ? never
    : Name extends Required
      ? never
      : Name]?: FromSchema<Properties[Name]>;
};

type ObjectSchema = JsonSchema & { readonly type: "object" };

/** A tool as its file writes it: everything but `parse`, which follows from the schema. */
interface ToolDefinition<S extends ObjectSchema, Prepared> {
  readonly name: string;
  readonly description: string;
  readonly schema: S;
  readonly acts?: NonNullable<Tool["acts"]>;
  load?(): Promise<void>;
  prepare?(input: FromSchema<S>, ports: ToolPorts): Promise<FromSchema<S> & Prepared>;
  intent(input: FromSchema<S> & Partial<Prepared>): Intent;
  preview?(input: FromSchema<S> & Partial<Prepared>, context: ToolContext): Promise<Display>;
  run(input: FromSchema<S> & Partial<Prepared>, context: ToolContext): Promise<ToolOutput>;
  isUseful?(ports: ToolPorts): boolean;
  goesOn?(callId: string, ports: ToolPorts): boolean;
}

/** Makes a tool whose input type and validation both come from its schema. */
export function defineTool<const S extends ObjectSchema, Prepared = unknown>(
  definition: ToolDefinition<S, Prepared>,
): Tool<FromSchema<S> & Partial<Prepared>> {
  return {
    ...definition,
    parse(raw) {
      const result = judge(definition.schema, raw ?? {}, { isClosed: true });
      if (result.kind === "valid") return result.value as FromSchema<S> & Partial<Prepared>;
      throw new ToolFailure(result.problems.map(({ message }) => message).join(" "));
    },
  };
}
