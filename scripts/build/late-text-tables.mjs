/**
 * The Markdown renderer makes its segmenters and its patterns of emoji and marks when it is loaded (50 ms of tables), though
 * plain text never asks for them: they are made at first use.
 */
export const lateTextTables = {
  name: "late-text-tables",
  transform: {
    filter: { id: /pi-tui\/dist\/utils\.js$/ },
    handler(code) {
      const late = code.replace(
        /^(export )?const (\w+) = (new Intl\.Segmenter\(.*\)|\/.*\/v);$/gm,
        "$1const $2 = late(() => $3);",
      );
      // A build that finds nothing to change would be slower without anybody noticing.
      if (late === code) throw new Error("pi-tui has changed: late-text-tables finds no table");
      return { code: `${late}\n${LATE}`, map: null };
    },
  },
};

const LATE = `function late(make) {
  let made;
  return new Proxy({}, {
    get(_, name) {
      made ??= make();
      const value = made[name];
      return typeof value === "function" ? value.bind(made) : value;
    },
  });
}`;
