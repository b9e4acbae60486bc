/** What names Waymark. */
export const OF_WAYMARK = /\bwaymark\b/i;

/** What one part of a prompt asks of Waymark, the others ask of it as well. */
export function ofWaymark(part: string, prompt: string): string {
  return OF_WAYMARK.test(prompt) && !OF_WAYMARK.test(part) ? `${part.replace(/[?.!\s]+$/, "")} in Waymark?` : part;
}
