/**
 * Where the file of a worker lies: beside its user in the source, beside the entry in the bundle.
 * @param user  `import.meta.url` of who starts it
 */
export function workerFile(name: string, user: string): URL {
  if (user.endsWith(".ts")) return new URL(`./${name}.ts`, user);
  const folder = user.includes("/chunks/") ? "../" : "./";
  return new URL(`${folder}${name}.js`, user);
}
