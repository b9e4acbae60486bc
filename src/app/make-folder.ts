import { makeFolder as make } from "../adapters/make-folder.ts";

/** The one way to make folders, for frontends, which reach no adapter. */
export const makeFolder: typeof make = make;
