import { expect, test } from "vitest";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { ModelClient } from "../../core/ports/model.ts";
import { withFallbacks } from "./fallback-model.ts";

function named(id: string, closed: string[]): ModelClient {
  return {
    id,
    abilities: { nativeTools: id !== "b/2" },
    async *step() {
      yield { type: "failed", failure: { kind: "overloaded", message: id } };
    },
    close: async () => void closed.push(id),
  };
}

test("the next model that can be opened takes over under its own id and abilities, the old one is closed", async () => {
  const closed: string[] = [];
  const model = withFallbacks(named("a/1", closed), ["a/1", "x/gone", "b/2"], async (name) => {
    if (name === "x/gone") throw new UserError("no key.", EXIT.authentication);
    return named(name, closed);
  });
  expect(await model.fallBack?.({ kind: "overloaded", message: "" })).toEqual({
    goesOn: true,
    told: "The fallback x/gone cannot be used: no key. a/1 is overloaded: going on with b/2.",
  });
  expect([model.id, model.abilities.nativeTools, closed, model.fallBack]).toEqual(["b/2", false, ["a/1"], undefined]);
});

test("where none can be opened each is told with its reason", async () => {
  const model = withFallbacks(named("a/1", []), ["x/gone", "y/gone"], async (name) => {
    throw new UserError(`no key for ${name}.`, EXIT.authentication);
  });
  expect(await model.fallBack?.({ kind: "overloaded", message: "" })).toEqual({
    goesOn: false,
    told: "The fallback x/gone cannot be used: no key for x/gone. The fallback y/gone cannot be used: no key for y/gone.",
  });
  expect(model.id).toBe("a/1");
});

test.each(["auth", "refused", "bad-request", "overflow", "network"] as const)(
  "a failure of kind %s is none that another model should hide",
  async (kind) => {
    const model = withFallbacks(named("a/1", []), ["b/2"], async (name) => named(name, []));
    expect([await model.fallBack?.({ kind, message: "" }), model.id]).toEqual([undefined, "a/1"]);
  },
);
