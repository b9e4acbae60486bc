/** What is put behind a prompt for the model alone: files, folders, facts, pictures, and what the person ran or loaded. */
const ADDED = /\n\n(?:<(?:file|folder|code|image) [^\n]*>|I ran this myself: |I loaded the skill ")/;

/** The part of a recorded prompt that a person typed. */
export function typedPart(text: string): string {
  const added = ADDED.exec(text);
  return added ? text.slice(0, added.index) : text;
}

/** How a person names a file, quoted or bare; only after a blank, a bracket or a quote: `me@host.org` is an address. */
export const MENTION = /(?<=^|[\s([{"'`])@(?:"([^"\n]+)"|([^\s"'`,;()[\]{}<>|]+))/g;
