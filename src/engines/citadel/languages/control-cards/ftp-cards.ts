import { type CardText, type CardUse, oneLine } from "./card-use.ts";

const TRANSFER = /^\s*(PUT|MPUT|APPEND|GET|MGET)\s+(\S+)(?:\s+(\S+))?/i;

/** Reads FTP commands: local datasets and DDs that are sent (`PUT`) or received (`GET remote local`). */
export function ftpUses(cards: CardText): CardUse[] {
  return cards.lines.flatMap((raw, index) => {
    const match = TRANSFER.exec(raw);
    if (!match) return [];
    const isGet = /GET$/i.test(match[1] ?? "");
    const local = (isGet ? match[3] : match[2]) ?? "";
    const dd = /^\/\/DD:(\w+)/i.exec(local)?.[1];
    const dataset = /^'([^']+)'/.exec(local)?.[1];
    const name = (dd ?? dataset)?.toUpperCase();
    if (!name) return [];
    const place = { file: cards.file, line: cards.firstLine + index, text: oneLine(raw) };
    return [{ kind: isGet ? "writes" : "reads", target: dd ? "dd" : "dataset", name, ...place } satisfies CardUse];
  });
}
