import { isMaskable } from "../../base/secret-variables.ts";
import type { Finding } from "./finding.ts";

const LINE_MIN = 8;

/** Finds values that the caller knows, also as they look inside JSON, a shell's quotes, HTML, URLs and base64. */
export function createKnownValueScan(known: readonly string[]): (text: string) => Finding[] {
  const forms = [...new Set(known.flatMap(formsOf))].filter((form) => form.length >= LINE_MIN);
  // Longest first, so that a value inside a longer one does not leave the longer one's ends.
  forms.sort((one, other) => other.length - one.length);
  return (text) => forms.flatMap((form) => findAll(text, form));
}

function findAll(text: string, form: string): Finding[] {
  const findings: Finding[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
    findings.push({ from: at, start: at, end: at + form.length, kind: "known value" });
  return findings;
}

function formsOf(value: string): string[] {
  const trimmed = value.trim();
  if (!isMaskable(trimmed)) return [];
  const lines = trimmed.split(/\r?\n/);
  if (lines.length > 1)
    return [...lines.filter((line) => line.trim().length >= LINE_MIN), JSON.stringify(trimmed).slice(1, -1)];
  const encoded = encodeURIComponent(trimmed.toWellFormed());
  const inJson = JSON.stringify(trimmed).slice(1, -1);
  return [
    ...[trimmed, inJson, JSON.stringify(inJson).slice(1, -1), encoded, encoded.replaceAll("%20", "+")],
    ...[inDoubleQuotes(trimmed), inHtml(trimmed), ...base64Forms(trimmed)],
  ];
}

/** As a shell and files of variables hold it. */
const inDoubleQuotes = (value: string): string => value.replace(/["$\\`]/g, "\\$&");
const inHtml = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The value in base64 at each of the three alignments, without the characters that depend on its neighbours. */
function base64Forms(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  const forms: string[] = [];
  for (const lead of [0, 1, 2]) {
    const padded = String.fromCharCode(...new Array<number>(lead).fill(0), ...bytes);
    const text = btoa(padded).replace(/=+$/, "");
    const cleanStart = lead === 0 ? 0 : lead + 1;
    const cleanEnd = padded.length % 3 === 0 ? text.length : text.length - 1;
    const form = text.slice(cleanStart, cleanEnd);
    forms.push(form, form.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return forms;
}
