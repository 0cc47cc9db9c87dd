/**
 * Module hooks of the processes that run tests: swc compiles TypeScript, once per version of a file, and
 * `@jest/globals` is globals.mjs. Modules of the product are loaded once per process; test files and modules of test/
 * once per test file, whose URL has a query of its own (worker.mjs), which the hooks pass on.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const ROOT = new URL('../../', import.meta.url).href;
const TESTS = new URL('test/', ROOT).href;
const CACHE = fileURLToPath(new URL('node_modules/.cache/marketgraph/tests/', ROOT));
const GLOBALS = new URL('globals.mjs', import.meta.url).href;
const OPTIONS = {
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  module: { type: 'es6' },
  sourceMaps: 'inline',
  swcrc: false,
};
/** A change of these options, or of Node, compiles everything anew. */
const COMPILER = createHash('sha256')
  .update(process.version)
  .update(readFileSync(new URL(import.meta.url)))
  .digest();

mkdirSync(CACHE, { recursive: true });

const isOurs = (href) => href.startsWith(ROOT) && !href.includes('/node_modules/');
const isOfOneFile = ({ href, pathname }) => href.startsWith(TESTS) || pathname.endsWith('.test.ts');

/** The TypeScript that an import of our own means, `./x.js` for x.ts; undefined if it means another file. */
function sourceOf(specifier, parentUrl) {
  const url = new URL(specifier, parentUrl);
  url.search = '';
  if (url.pathname.endsWith('.js')) url.pathname = url.pathname.replace(/js$/, 'ts');
  return url.pathname.endsWith('.ts') && existsSync(fileURLToPath(url)) ? url : undefined;
}

export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
  const { parentURL } = context;
  const isRelative = parentURL !== undefined && specifier.startsWith('.') && isOurs(parentURL);
  const source = isRelative ? sourceOf(specifier, parentURL) : undefined;
  if (source === undefined) return next(specifier, context);
  if (isOfOneFile(source)) source.search = new URL(parentURL).search;
  return { url: source.href, format: 'module', shortCircuit: true };
}

async function compiled(filename) {
  const code = readFileSync(filename);
  const key = createHash('sha256').update(COMPILER).update(filename).update('\0').update(code).digest('hex');
  const cached = `${CACHE}${key}.js`;
  if (existsSync(cached)) return readFileSync(cached);
  const { code: source } = await transform(code.toString(), { ...OPTIONS, filename, sourceFileName: filename });
  // Renamed when complete, since other processes read it.
  const partial = `${cached}.${process.pid}`;
  writeFileSync(partial, source);
  renameSync(partial, cached);
  return source;
}

export async function load(url, context, next) {
  const { href, pathname } = new URL(url);
  if (!isOurs(href) || !pathname.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: await compiled(fileURLToPath(`file://${pathname}`)), shortCircuit: true };
}
