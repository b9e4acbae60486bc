/** Names as node ids that Mermaid takes whatever they hold: `n0`, `n1` … in the order of first use. */
export class NodeIds {
  private readonly ids = new Map<string, string>();

  of(key: string): string {
    let id = this.ids.get(key);
    if (id === undefined) {
      id = `n${this.ids.size}`;
      this.ids.set(key, id);
    }
    return id;
  }
}

/** A label inside double quotes: quotes and angle brackets as Mermaid's entities, one line. */
export function label(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replaceAll("#", "#35;")
    .replaceAll('"', "#quot;")
    .replaceAll("<", "#lt;")
    .replaceAll(">", "#gt;");
}

/** Text of a sequence diagram's message or participant: no semicolons, colons kept out of names. */
export function message(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replaceAll("#", "#35;")
    .replaceAll(";", "#59;")
    .replaceAll("<", "#lt;")
    .replaceAll(">", "#gt;");
}
