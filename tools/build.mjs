/**
 * Builds dist/: compiles the TypeScript (`npm run types` checks types), copies other files, and creates the embedded
 * database's seed. Steps with unchanged inputs are skipped.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const DIST = path.join(ROOT, 'dist');
const STAMP = path.join(DIST, '.built');
const MODULES = ['schema', 'calendar', 'engines', 'store', 'sources', 'access', 'outbound', 'subgraphs', 'gateway', 'http', 'rest-compat', 'jobs', 'bin', 'tools', 'bench', 'test'];
const COPIED = /\.(graphql|mjs|json|css|html|svg)$/;
/** Rendered as the guide. */
const PAGES = [path.join(ROOT, 'docs'), path.join(ROOT, 'README.md'), path.join(ROOT, 'client', 'README.md'), path.join(ROOT, 'CHANGELOG.md')];

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(file);
    else yield file;
  }
}

const pages = PAGES.flatMap((page) => (page.endsWith('.md') ? [page] : [...filesUnder(page)].filter((file) => /\.(md|svg)$/.test(file))));
const sources = MODULES.flatMap((module) => (existsSync(path.join(ROOT, module)) ? [...filesUnder(path.join(ROOT, module))] : []));

/** Inputs of the build: the sources and the versions of the tools. */
function fingerprint() {
  const hash = createHash('sha256').update(process.version).update(readFileSync(path.join(ROOT, 'package-lock.json'))).update(readFileSync(path.join(ROOT, 'tsconfig.json')));
  for (const file of [...sources, ...pages]) {
    hash.update(`${path.relative(ROOT, file)}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

const wanted = fingerprint();
if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) process.exit(0);

console.error('Building…');
mkdirSync(DIST, { recursive: true });
const compiler = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const compiled = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--noCheck'], { cwd: ROOT, stdio: ['ignore', 2, 2] });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
for (const file of sources) {
  if (!COPIED.test(file)) continue;
  const target = path.join(DIST, path.relative(ROOT, file));
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(file, target);
}
const { writeSeed } = await import(pathToFileURL(path.join(DIST, 'store', 'embedded', 'seed.js')).href);
await writeSeed(path.join(DIST, 'seed'));
const { writeGuide } = await import(pathToFileURL(path.join(DIST, 'tools', 'guide', 'write-guide.js')).href);
writeGuide(ROOT, path.join(DIST, 'guide'));
writeFileSync(STAMP, wanted);
console.error('Built.');
