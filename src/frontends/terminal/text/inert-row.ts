import { spelled } from "../../../engines/terminal-text/code-points.ts";

/** A colour of our own, or what acts on a terminal: other sequences, controls, and signs that turn the order of what stands beside them. */
const ACTS = /\x1b\[[0-9;]*m|[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u206f]/g;

/** The last gate before a screen: whatever a row was made of, nothing in it acts but its colours. */
export const inertRow = (row: string): string =>
  row.replace(ACTS, (found) => (found.length > 1 ? found : spelled(found.charCodeAt(0))));

/**
 * What is typed, as it is drawn: each unit stays one, so that every place in the text is the same place in what is shown. A tab, which a
 * terminal draws as wide as it likes, is a blank.
 */
export const drawnText = (text: string): string =>
  text.replaceAll("\t", " ").replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u206f]/g, "\ufffd");
