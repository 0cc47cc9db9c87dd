/**
 * Bundles the programs of bin/, so that a start reads some 40 files and not 2,600. The compiled modules beside them are
 * what threads, tests and tools load. Shared code is in chunks, which lie beside the programs.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const PROGRAMS = [
  'admin',
  'gateway',
  'health-check',
  'import',
  'main',
  'mcp',
  'subgraph',
  'trusted-documents',
  'worker',
];
/**
 * Packages that find their own files, that only some installations have, or are CommonJS that is imported on demand.
 */
const NOT_BUNDLED = [
  '@electric-sql/pglite',
  'piscina',
  'pino',
  'swagger-ui-dist',
  'pg-native',
  'bufferutil',
  'utf-8-validate',
  '@opentelemetry/*',
];
/** What packages written as CommonJS expect. */
const COMMON_JS = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  "import { fileURLToPath as pathOfUrl } from 'node:url';",
  'const require = createRequireOfBundle(import.meta.url), __filename = pathOfUrl(import.meta.url), __dirname = import.meta.dirname;',
].join(' ');

/** `import.meta` of a module in a bundle in `folder` remains that of the module as compiled alone. */
function ownPlaces(root, dist, folder) {
  const isOwn = (file) => file.startsWith(root + path.sep) && !path.relative(root, file).startsWith('node_modules');
  return {
    name: 'own places',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        if (!isOwn(file)) return undefined;
        const source = readFileSync(file, 'utf8');
        if (!source.includes('import.meta.')) return undefined;
        const compiled = path.join(dist, path.relative(root, file).replace(/\.ts$/, '.js'));
        const place = path.relative(folder, compiled).replaceAll(path.sep, '/');
        const contents = source
          .replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`)
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${path.posix.dirname(place)}')`);
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** Writes the programs and their chunks into dist/bin, over the modules of the same names. */
export async function bundlePrograms(root, dist) {
  const folder = path.join(dist, 'bin');
  await build({
    absWorkingDir: root,
    entryPoints: PROGRAMS.map((name) => `bin/${name}.ts`),
    outdir: folder,
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    // Comments of packages have characters for which the whole text would take two bytes each in memory.
    minifyWhitespace: true,
    // Node prints the line of an uncaught error where it finds no source.
    lineLimit: 160,
    legalComments: 'external',
    external: NOT_BUNDLED,
    banner: { js: COMMON_JS },
    plugins: [ownPlaces(root, dist, folder)],
    logLevel: 'warning',
  });
}
