/**
 * Bundles the console and the embeds, each into a folder: hashed files with their brotli and gzip forms, a manifest,
 * and the console's operations, which are also those of the embeds, as trusted documents. Prints the sizes and fails
 * beyond the bounds.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const TYPES = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' };
/** Bounds are bytes after gzip: what the first page loads, and everything together. */
const CONSOLE = {
  script: 'console/main.tsx',
  style: 'console/styles/console.css',
  page: 'console/pages/today.tsx',
  bounds: { first: 100_000, all: 250_000 },
};
/** Each kind's first load has its own bound: uPlot draws two of them. */
const EMBEDS = {
  script: 'console/embed/main.tsx',
  style: 'console/styles/embed.css',
  all: 60_000,
  kinds: { signal: 25_000, seasonality: 25_000, dca: 50_000, cone: 50_000, mark: 25_000 },
};

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
    br: brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    gz: gzipSync(bytes, { level: 9 }),
  };
}

const optionsFor = (root, folder) => ({
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  write: false,
  metafile: true,
  outdir: folder,
  entryNames: '[name].[hash]',
  chunkNames: '[name].[hash]',
});

/** Bundles a script and a stylesheet into `folder`; what is in it, and the size of each file after gzip. */
async function bundle(root, folder, { script, style }) {
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const {
    outputFiles,
    metafile: { outputs },
  } = await build({
    ...optionsFor(root, folder),
    entryPoints: [script, style],
    splitting: true,
    minify: true,
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
  });
  const sizes = new Map();
  const files = outputFiles.map(({ path: file, contents }) => {
    const name = path.basename(file);
    const { br, gz } = compressed(contents);
    sizes.set(path.relative(root, file), gz.length);
    for (const [ending, bytes] of [
      ['', contents],
      ['.br', br],
      ['.gz', gz],
    ])
      writeFileSync(path.join(folder, name + ending), bytes);
    return { name, type: TYPES[path.extname(name)] };
  });
  const [own, styled] = [outputOf(outputs, script), outputOf(outputs, style)];
  /** What a page loads first, and which of it is preloaded. */
  const firstOf = (page) => {
    const first = new Set([...staticClosure(outputs, own), ...staticClosure(outputs, outputOf(outputs, page)), styled]);
    const preload = [...first].filter((file) => file !== own && file !== styled).map((file) => path.basename(file));
    return { preload, bytes: [...first].reduce((sum, file) => sum + sizes.get(file), 0) };
  };
  return {
    script: path.basename(own),
    style: path.basename(styled),
    files,
    firstOf,
    bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
  };
}

const writeManifest = (folder, manifest) => writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));

/**
 * Bundles the console of `root` into `folder`; `printManifest` prints the operations as a manifest of trusted
 * documents.
 */
export async function buildConsole(root, folder, printManifest) {
  const { script, style, files, firstOf, bytes } = await bundle(root, folder, CONSOLE);
  const first = firstOf(CONSOLE.page);
  writeManifest(folder, { script, style, preload: first.preload, files });
  const {
    outputFiles: [documents],
  } = await build({
    ...optionsFor(root, folder),
    stdin: { contents: "export * from './console/generated/documents.js';", resolveDir: root },
    splitting: false,
  });
  const operations = await import(`data:text/javascript;base64,${Buffer.from(documents.contents).toString('base64')}`);
  writeFileSync(
    path.join(folder, 'trusted-documents.json'),
    printManifest(Object.values(operations).map(({ text }) => text)),
  );
  check('The console', [
    ['first', first.bytes, CONSOLE.bounds.first],
    ['together', bytes, CONSOLE.bounds.all],
  ]);
}

/** Bundles the embeds of `root` into `folder`. */
export async function buildEmbeds(root, folder) {
  const { script, style, files, firstOf, bytes } = await bundle(root, folder, EMBEDS);
  const kinds = Object.entries(EMBEDS.kinds).map(([kind, most]) => ({
    kind,
    most,
    ...firstOf(`console/embed/kinds/${kind}.tsx`),
  }));
  writeManifest(folder, {
    script,
    style,
    preload: Object.fromEntries(kinds.map(({ kind, preload }) => [kind, preload])),
    files,
  });
  check('The embeds', [
    ...kinds.map(({ kind, most, bytes: first }) => [`first for ${kind}`, first, most]),
    ['together', bytes, EMBEDS.all],
  ]);
}

/** Prints sizes; throws beyond their bounds. */
function check(what, sizes) {
  console.error(
    `${what} after gzip: ${sizes.map(([name, bytes]) => `${(bytes / 1000).toFixed(1)} kB ${name}`).join(', ')}.`,
  );
  for (const [name, bytes, most] of sizes) {
    if (bytes > most) throw new Error(`${what} are too large: ${bytes} bytes ${name} after gzip, at most ${most}.`);
  }
}
