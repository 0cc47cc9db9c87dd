/**
 * Bundles the console into a folder: hashed files with their brotli and gzip forms, the page, and its operations as trusted
 * documents. Prints the sizes and fails beyond the bounds.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Bytes after gzip: what the first page loads, and everything together. */
const BOUNDS = { first: 100_000, all: 250_000 };
const TYPES = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' };
const ENTRIES = { script: 'console/main.tsx', style: 'console/styles/console.css', page: 'console/pages/today.tsx' };

/** The outputs that a file needs before it runs. */
function staticClosure(outputs, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path: next, kind, external } of outputs[file].imports) {
    if (kind === 'import-statement' && external !== true) staticClosure(outputs, next, found);
  }
  return found;
}

function outputOf(outputs, entry) {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry);
  if (found === undefined) throw new Error(`${entry} is no entry of the bundle.`);
  return found[0];
}

function compressed(bytes) {
  return {
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    gz: gzipSync(bytes, { level: 9 }),
  };
}

/** Bundles `console/` of `root` into `folder`; `printManifest` prints the operations as a manifest of trusted documents. */
export async function buildConsole(root, folder, printManifest) {
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const shared = { absWorkingDir: root, bundle: true, format: 'esm', write: false, metafile: true, outdir: folder, entryNames: '[name].[hash]', chunkNames: '[name].[hash]' };
  const { outputFiles, metafile: { outputs } } = await build({
    ...shared, entryPoints: [ENTRIES.script, ENTRIES.style], splitting: true, minify: true, target: 'es2022', jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none',
  });
  const sizes = new Map();
  const files = outputFiles.map(({ path: file, contents }) => {
    const name = path.basename(file);
    const { br, gz } = compressed(contents);
    sizes.set(path.relative(root, file), gz.length);
    for (const [ending, bytes] of [['', contents], ['.br', br], ['.gz', gz]]) writeFileSync(path.join(folder, name + ending), bytes);
    return { name, type: TYPES[path.extname(name)] };
  });
  const [script, style, page] = [ENTRIES.script, ENTRIES.style, ENTRIES.page].map((entry) => outputOf(outputs, entry));
  const first = new Set([...staticClosure(outputs, script), ...staticClosure(outputs, page), style]);
  const name = (file) => path.basename(file);
  const preload = [...first].filter((file) => file !== script && file !== style).map(name);
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify({ script: name(script), style: name(style), preload, files }));
  const { outputFiles: [documents] } = await build({ ...shared, stdin: { contents: "export * from './console/generated/documents.js';", resolveDir: root }, splitting: false });
  const operations = await import(`data:text/javascript;base64,${Buffer.from(documents.contents).toString('base64')}`);
  writeFileSync(path.join(folder, 'trusted-documents.json'), printManifest(Object.values(operations).map(({ text }) => text)));
  check([...first].reduce((sum, file) => sum + sizes.get(file), 0), [...sizes.values()].reduce((sum, size) => sum + size, 0));
}

function check(first, all) {
  console.error(`The console loads ${(first / 1000).toFixed(1)} kB first and has ${(all / 1000).toFixed(1)} kB, after gzip.`);
  if (first > BOUNDS.first || all > BOUNDS.all) throw new Error(`The console is too large: at most ${BOUNDS.first} bytes first and ${BOUNDS.all} together, after gzip.`);
}
