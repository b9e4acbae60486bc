/** The name of a file without its folder and ending. */
export const stemOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/(?<=.)\.\w+$/, "");

/** Every folder that holds some of these files: `a/b/c.ts` stands in `a` and in `a/b`. */
export function foldersIn(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) folders.add(path.slice(0, at));
  return [...folders];
}

/** Whether a file holds a job or a procedure of jobs. */
export const isJcl = (path: string): boolean => /\.(?:jcl|prc|proc)$/i.test(path);

/** Whether a file holds the maps of a screen. */
export const isScreenFile = (path: string): boolean => /\.bms$/i.test(path);

/** Whether a file holds a program of COBOL. */
export const isCobol = (path: string): boolean => /\.(?:cbl|cob|cobol|pco)$/i.test(path);

/** For searches of programs of COBOL alone, and of their copybooks, too. */
export const COBOL_PROGRAMS = "*.{cbl,cob,cobol,CBL,COB,COBOL}";
export const COBOL_SOURCES = "*.{cbl,cob,cobol,cpy,CBL,COB,COBOL,CPY}";
