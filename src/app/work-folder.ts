import { makeWorkFolder as make } from "../adapters/temporary-folder.ts";

/** For frontends, which reach no adapter. */
export const makeWorkFolder: typeof make = make;
