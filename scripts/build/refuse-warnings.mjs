/** For the bundler's `onLog`: what it warns of, such as an import that is no longer read late, is put right before anything is built. */
export function refuseWarnings(level, { message }) {
  if (level === "warn") throw new Error(message);
}
