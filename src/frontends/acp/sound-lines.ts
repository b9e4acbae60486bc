import { StringDecoder } from "node:string_decoder";
import { BudgetedLines, CLIENT_LINE_CHARS_MAX } from "../../base/budget.ts";
import { textNestsTooDeep } from "../../base/json-depth.ts";

/** What a client sends, but for lines that nest too deep to be parsed: those are passed over. It fails where a line never ends. */
export function soundLines(): TransformStream<Uint8Array, Uint8Array> {
  const lines = new BudgetedLines(CLIENT_LINE_CHARS_MAX);
  const decoder = new StringDecoder("utf8");
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      for (const line of lines.push(decoder.write(Buffer.from(chunk))))
        if (!textNestsTooDeep(line)) controller.enqueue(Buffer.from(`${line}\n`));
    },
  });
}
