/** Files of modern languages, as a search names them. */
export const CODE_FILES = "*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,py,java,go,rs,kt,cs,rb,php,swift}";
