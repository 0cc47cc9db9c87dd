/**
 * Builds dist/: writes the derived code (folder indexes, types of the SDL), compiles the TypeScript (`npm run types`
 * checks types), bundles the programs, copies other files, composes the schemas, and creates the embedded database's
 * seed, the client's documents and its package, the console and the embeds. Steps with unchanged inputs are skipped.
 * With
 * `--production` dist/ then keeps only what runs in production. Without development dependencies the build that is
 * there is left as it is.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeClientPackage } from './client-package.mjs';
import { writePythonPackage } from './python-package.mjs';
import { writeIndexes } from './indexes.mjs';
import { keepProduction, stateWithoutTools } from './production.mjs';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const DIST = path.join(ROOT, 'dist');
const MODULES = [
  'schema',
  'calendar',
  'telemetry',
  'engines',
  'store',
  'sources',
  'access',
  'outbound',
  'answers',
  'surfaces',
  'subgraphs',
  'gateway',
  'http',
  'rest-compat',
  'mcp',
  'openbb',
  'jobs',
  'bin',
  'tools',
  'bench',
  'test',
];
const COPIED = /\.(graphql|mjs|json|css|html|svg)$/;
/** Rendered as the guide. */
const PAGES = ['docs', 'README.md', 'client/README.md', 'CHANGELOG.md'];
/** Files that a build writes into the source tree; all but the public schema are not in git. */
const DERIVED =
  /[\\/]generated[\\/]|(schema[\\/](supergraph|admin-supergraph|public)|operations[\\/]endpoints)\.graphql$/;

function filesUnder(name) {
  const at = path.join(ROOT, name);
  const below = path.extname(name) === '' ? readdirSync(at, { recursive: true, withFileTypes: true }) : null;
  const files = below?.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)) ?? [
    at,
  ];
  return files.filter((file) => !DERIVED.test(file)).sort();
}

function hashOf(inputs) {
  const hash = createHash('sha256').update(process.version);
  for (const file of ['package-lock.json', ...inputs].flatMap(filesUnder)) {
    hash
      .update(`${path.relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Runs `make` unless it ran with the same inputs, and its outputs are still there. */
async function step(name, inputs, outputs, make) {
  const wanted = hashOf(inputs);
  const stamp = path.join(DIST, `.built-${name}`);
  const isMade = outputs.every((output) => existsSync(path.join(ROOT, output)));
  if (isMade && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error(`Building ${name}…`);
  mkdirSync(DIST, { recursive: true });
  await make();
  writeFileSync(stamp, wanted);
}

/** Runs a program of node_modules/; prints its output only if it fails. */
async function run(program, ...args) {
  const child = spawn(process.execPath, [path.join('node_modules', program), ...args], { cwd: ROOT });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => {
      output += part;
    });
  const [status] = await once(child, 'close');
  if (status === 0) return;
  console.error(output);
  process.exit(status ?? 1);
}

const generateTypes = (config) => run('@graphql-codegen/cli/esm/bin.js', '--config', config);
const built = (...names) => pathToFileURL(path.join(DIST, ...names)).href;

/** Removes files whose source is gone: they would still be read. */
function removeStale() {
  for (const module of MODULES.filter((each) => existsSync(path.join(DIST, each)))) {
    for (const entry of readdirSync(path.join(DIST, module), { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      const source = path.join(ROOT, path.relative(DIST, file));
      const isKept = [source, source.replace(/\.js(?:\.map)?$/, '.ts')].some((each) => existsSync(each));
      if (entry.isFile() && !isKept) rmSync(file);
    }
  }
}

async function buildProgram() {
  removeStale();
  await run('typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck');
  for (const file of MODULES.flatMap(filesUnder).filter((each) => COPIED.test(each))) {
    const target = path.join(DIST, path.relative(ROOT, file));
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(file, target);
  }
  const { bundlePrograms } = await import('./programs.mjs');
  await bundlePrograms(ROOT, DIST);
  // The second reads what the first wrote.
  for (const tool of ['compose.js', 'schema/print.js']) await import(built('tools', tool));
  const { writeSeed } = await import(built('store', 'embedded', 'seed.js'));
  await writeSeed(path.join(DIST, 'seed'));
}

const PROGRAM = [...MODULES, 'tsconfig.json', 'tsconfig.build.json'];
const isProduction = process.argv.includes('--production');
if (!existsSync(path.join(ROOT, 'node_modules', 'typescript'))) {
  const { isUsable, line } = stateWithoutTools(DIST, hashOf(PROGRAM));
  if (line !== null) console.error(line);
  process.exit(isUsable && !isProduction ? 0 : 1);
}
writeIndexes(ROOT);
const SDL = ['directives', 'equities', 'research', 'private-markets', 'ai', 'account'].map(
  (name) => `schema/${name}.graphql`,
);
const ADMIN = ['schema/directives.graphql', 'schema/admin.graphql'];
const TYPES = ['', 'equities/', 'research/', 'private-markets/', 'ai/', 'account/'].map(
  (name) => `subgraphs/${name}generated/${name === '' ? '' : 'resolver-'}types.ts`,
);
TYPES.push('subgraphs/admin/generated/types.ts', 'subgraphs/admin/generated/resolver-types.ts');
await step('types', [...SDL, ...ADMIN, 'codegen.yml', 'tools/codegen'], TYPES, () => generateTypes('codegen.yml'));
await step('program', PROGRAM, ['schema/supergraph.graphql'], buildProgram);
await step('guide', [...PAGES, 'tools/guide'], ['dist/guide/pages.json'], async () => {
  const { writeGuide } = await import(built('tools', 'guide', 'write-guide.js'));
  writeGuide(ROOT, path.join(DIST, 'guide'));
});
await step('answers', [...SDL, 'answers/codegen.yml', 'answers/tools'], ['answers/generated/operations.ts'], () =>
  generateTypes('answers/codegen.yml'),
);
const CLIENT = ['types', 'documents', 'nodes', 'type-policies', 'rest'].map((name) => `client/generated/${name}.ts`);
await step(
  'client',
  [
    ...SDL,
    'rest-compat',
    'access/error-table.ts',
    'tools/client-operations.ts',
    'tools/rest-clients',
    'tools/rest-clients.ts',
    'client/operations',
    'client/codegen',
    'client/codegen.yml',
  ],
  CLIENT,
  async () => {
    await import(built('tools', 'rest-clients.js'));
    await import(built('tools', 'client-operations.js'));
    await generateTypes('client/codegen.yml');
  },
);
await step(
  'package',
  [...SDL, 'rest-compat', 'client', 'tsconfig.json', 'tools/client-package.mjs'],
  ['dist/client.tgz'],
  () =>
    writeClientPackage(path.join(ROOT, 'client'), path.join(DIST, 'client.tgz'), (folder) =>
      run('typescript/bin/tsc', '-p', 'client/tsconfig.build.json', '--noCheck', '--outDir', folder),
    ),
);
await step('python', [...SDL, 'rest-compat', 'client', 'tools/python-package.mjs'], ['dist/marketgraph.py'], () =>
  writePythonPackage(path.join(ROOT, 'client', 'python'), DIST),
);
await step(
  'console',
  [...SDL, ...ADMIN, 'client', 'console', 'tools/console.mjs'],
  [
    'dist/console/manifest.json',
    'dist/embed/manifest.json',
    'console/generated/panels.ts',
    'console/generated/operator/panels.ts',
  ],
  async () => {
    await generateTypes('console/codegen.yml');
    await generateTypes('console/codegen-operator.yml');
    const { buildConsole, buildEmbeds } = await import('./console.mjs');
    const { printManifest } = await import(built('http', 'trusted-documents', 'manifest.js'));
    await buildConsole(ROOT, path.join(DIST, 'console'), printManifest);
    await buildEmbeds(ROOT, path.join(DIST, 'embed'));
  },
);
if (isProduction) keepProduction(DIST, hashOf(PROGRAM));
