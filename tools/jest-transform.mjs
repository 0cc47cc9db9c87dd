import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import swc from '@swc/jest';

const OWN_SOURCE = readFileSync(new URL(import.meta.url));

/**
 * Built-in objects that no test replaces. Jest runs code in a context of `node:vm`, in which each look-up of a global
 * is a call into C++: `Math.sqrt` in a loop takes a hundred times as long as outside. As constants of their module
 * they are as fast as in production.
 */
const BUILT_INS = [
  'Array', 'ArrayBuffer', 'BigInt', 'BigInt64Array', 'Boolean', 'Buffer', 'DataView', 'Error', 'Float32Array', 'Float64Array',
  'Infinity', 'Int16Array', 'Int32Array', 'Int8Array', 'JSON', 'Map', 'Math', 'NaN', 'Number', 'Object', 'Promise', 'RangeError',
  'Reflect', 'RegExp', 'Set', 'String', 'Symbol', 'SyntaxError', 'TypeError', 'URL', 'Uint16Array', 'Uint32Array', 'Uint8Array',
  'WeakMap', 'WeakSet', 'isFinite', 'parseFloat', 'parseInt',
];

const declares = (code, name) =>
  new RegExp(`\\bimport\\b[^;]*\\b${name}\\b[^;]*\\bfrom\\b|\\b(?:const|let|var|class|function)\\s+${name}\\b|\\b(?:const|let|var)\\s+[{[][^=]*\\b${name}\\b[^=]*=`).test(code);

function withBuiltIns(code) {
  const used = BUILT_INS.filter((name) => new RegExp(`(?<![.\\w$])${name}\\b`).test(code) && !declares(code, name));
  // On the first line, so that the lines of the source map hold, and after the directive, which must come first.
  const [directive = ''] = /^\s*['"]use strict['"];?/.exec(code) ?? [];
  return used.length === 0 ? code : `${directive}const { ${used.join(', ')} } = globalThis; ${code.slice(directive.length)}`;
}

const keyOf = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256').update(OWN_SOURCE)).digest('hex');

/** @swc/jest for TypeScript, with the built-ins as constants; for JavaScript of packages only the latter. */
export default {
  createTransformer({ isJavaScript = false, ...options } = {}) {
    if (isJavaScript)
      return { process: (code) => ({ code: withBuiltIns(code) }), getCacheKey: (code, filename) => keyOf(filename, '\0', code) };
    const transformer = swc.createTransformer(options);
    const changed = (result) => ({ ...result, code: withBuiltIns(result.code) });
    return {
      ...transformer,
      process: (...args) => changed(transformer.process(...args)),
      processAsync: async (...args) => changed(await transformer.processAsync(...args)),
      getCacheKey: (...args) => keyOf(transformer.getCacheKey(...args)),
    };
  },
};
