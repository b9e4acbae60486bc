import { lookup } from "node:dns/promises";

/**
 * All addresses of a name, by the one look-up that is made of it: who judges them dials them. The name asked again could mean another place.
 * @throws as Node does, where the name means nothing
 */
export const lookUpName = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);
