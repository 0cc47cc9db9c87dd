/** Bundles the page into dist/examples/apollo-client, or into the folder given as argument. */
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const HERE = import.meta.dirname;
const ROOT = path.join(HERE, '..', '..', '..');
const target = path.resolve(process.argv[2] ?? path.join(ROOT, 'dist', 'examples', 'apollo-client'));

mkdirSync(target, { recursive: true });
await build({
  entryPoints: [path.join(HERE, 'main.tsx')],
  outfile: path.join(target, 'main.js'),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  jsx: 'automatic',
  // In your own project the package comes from the registry.
  alias: { '@marketgraph/client/nodes': path.join(ROOT, 'client', 'nodes.ts'), '@marketgraph/client': path.join(ROOT, 'client', 'index.ts') },
  define: { 'process.env.NODE_ENV': '"production"', 'globalThis.__DEV__': 'false' },
  logLevel: 'warning',
});
for (const file of ['index.html', 'watchlist.css']) copyFileSync(path.join(HERE, file), path.join(target, file));
console.log(`Built ${path.relative(process.cwd(), target) || target}.`);
