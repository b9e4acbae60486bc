import { redactSecrets } from "./redactor.ts";
import { isSecretPath } from "./secret-path.ts";

const MASK = "[redacted value]";
/** Values that configure and open nothing. */
const HARMLESS =
  /^(?:true|false|yes|no|on|off|null|none|\d{1,5}|development|production|staging|test|debug|info|warn|error|localhost)?$/i;
const ASSIGNMENT = /^(\s*(?:export\s+|-\s+)?["']?[\w.$-]{1,96}["']?\s*[:=]\s*)(\S.*)$/;
const STRUCTURAL = /^[[{|>&*]|[[{]$/;

/** The text of a secret file as a model may see it: names, structure and comments stay, values do not.
 *  For any other file the ordinary redactor decides. */
export function maskSecretFile(path: string, text: string): string {
  if (!isSecretPath(path)) return redactSecrets(text);
  const lines = text.split("\n");
  const assignments = lines.filter((line) => ASSIGNMENT.test(line)).length;
  const others = lines.filter(
    (line) => line.trim() !== "" && !/^\s*[#;[\]{}/-]/.test(line) && !ASSIGNMENT.test(line),
  ).length;
  // No names to keep: the file is the secret.
  if (assignments === 0 || others > assignments)
    return others + assignments === 0 ? redactSecrets(text) : `[redacted: ${lines.length} lines of a secret file]\n`;
  return lines.map(maskLine).join("\n");
}

function maskLine(line: string): string {
  if (/^\s*(?:[#;]|\/\/)/.test(line)) return redactSecrets(line);
  const parts = ASSIGNMENT.exec(line);
  if (!parts)
    return line.trim() === "" || /^\s*(?:[[\]{}(),]+\s*)?$/.test(line) || /^\s*\[[^\]]*\]\s*$/.test(line) ? line : MASK;
  const [, name = "", rest = ""] = parts;
  const value = rest.trimEnd().replace(/,$/, "").trimEnd();
  const tail = rest.slice(value.length);
  if (STRUCTURAL.test(value)) return redactSecrets(line);
  const bare = value.replace(/^["'`]|["'`]$/g, "");
  return HARMLESS.test(bare) ? line : `${name}${MASK}${tail}`;
}
