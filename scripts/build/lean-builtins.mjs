/**
 * Takes Node's own modules without `import`. To import one, Node reads every property it has, and some of these load
 * half of the platform: `http` its fetch (45 ms), `crypto` the whole of web crypto, `fs` its promises.
 */
export const leanBuiltins = {
  name: "lean-builtins",
  renderChunk(code) {
    return { code: code.replace(IMPORT, takeBuiltin), map: null };
  },
};

/** As the bundler writes them: `import whole, { one, other as another } from "node:module";`, either part alone, or `* as`. */
const IMPORT = /^import (?:\* as )?([\w$]+)?(?:, )?(?:\{ ([^}]*) \})? from "(node:[\w/]+)";$/gm;

/** Dear to load (4 to 7 ms each), and no run needs them before its first request: taken when one of their functions is called. */
const LATE = new Set(["node:child_process", "node:crypto", "node:readline", "node:worker_threads", "node:zlib"]);

function takeBuiltin(_, whole, names, module) {
  const builtin = `process.getBuiltinModule("${module}")`;
  const isLate = LATE.has(module);
  const wholly = isLate ? `new Proxy({}, { get: (_, name) => ${builtin}[name] })` : builtin;
  return [
    ...(whole === undefined ? [] : [`const ${whole} = ${wholly};`]),
    ...(names === undefined ? [] : names.split(", ").map((name) => takeOne(name, builtin, isLate))),
  ].join("\n");
}

function takeOne(text, builtin, isLate) {
  const [name, local = name] = text.split(" as ");
  const isFunction = /^[a-z]/.test(name) && name !== "constants";
  return isLate && isFunction
    ? `const ${local} = (...parameters) => ${builtin}.${name}(...parameters);`
    : `const { ${name}: ${local} } = ${builtin};`;
}
