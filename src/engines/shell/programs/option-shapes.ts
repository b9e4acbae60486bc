type ValueKind = "flag" | "required" | "pair" | "optional";
export interface OptionShape {
  readonly value: ValueKind;
  readonly isPath: boolean;
}

const compiled = new Map<string, ReadonlyMap<string, OptionShape>>();

/** What the words of a grammar's `options` say of each. */
export function shapesOf(options: string): ReadonlyMap<string, OptionShape> {
  const known = compiled.get(options);
  if (known) return known;
  const shapes = new Map<string, OptionShape>();
  for (const word of options.split(/\s+/).filter(Boolean)) addShape(word, shapes);
  compiled.set(options, shapes);
  return shapes;
}

function addShape(written: string, shapes: Map<string, OptionShape>): void {
  const isPath = written.endsWith("@");
  const word = isPath ? written.slice(0, -1) : written;
  if (word.endsWith("[=]")) shapes.set(word.slice(0, -3), { value: "optional", isPath });
  else if (word.endsWith("==")) shapes.set(word.slice(0, -2), { value: "pair", isPath });
  else if (word.endsWith("=")) shapes.set(word.slice(0, -1), { value: "required", isPath });
  else if (word.startsWith("--") || word === "-#") shapes.set(word, { value: "flag", isPath });
  else if (word.startsWith("="))
    shapes.set(word.slice(1).replace(":", ""), { value: word.endsWith(":") ? "required" : "flag", isPath });
  else if (/^-.[:?]$/.test(word))
    shapes.set(word.slice(0, 2), { value: word.endsWith(":") ? "required" : "optional", isPath });
  else if (word.endsWith(":")) {
    for (const letter of word.slice(1, -2)) shapes.set(`-${letter}`, { value: "flag", isPath });
    shapes.set(`-${word.at(-2)}`, { value: "required", isPath });
  } else for (const letter of word.slice(1)) shapes.set(`-${letter}`, { value: "flag", isPath });
}
