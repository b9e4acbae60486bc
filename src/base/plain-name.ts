/** A name without case and separators, in which names differ often enough: `ReadFile`, `read-file`, `read_file`. */
export function plainName(name: string): string {
  return name.replaceAll(/[\s_-]/g, "").toLowerCase();
}
