/**
 * The quick check before a commit: types, format, lint, allowed imports and the suites over the endpoint tables. Unchanged
 * inputs are not checked again; CI checks everything.
 */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const CACHE = path.join('node_modules', '.cache', 'marketgraph');

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
  'console',
  'bin',
  'tools',
];

const CHECKS = [
  {
    name: 'types',
    script: 'node_modules/typescript/bin/tsc',
    args: ['-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', path.join(CACHE, 'types.tsbuildinfo')],
  },
  {
    name: 'types of the console',
    script: 'node_modules/typescript/bin/tsc',
    args: [
      '-p',
      'console/tsconfig.json',
      '--incremental',
      '--tsBuildInfoFile',
      path.join(CACHE, 'console.tsbuildinfo'),
    ],
  },
  {
    name: 'format',
    script: 'node_modules/prettier/bin/prettier.cjs',
    args: ['--check', '--cache', '--cache-location', path.join(CACHE, 'prettier'), '**/*.{ts,tsx,mjs,cjs,js}'],
  },
  {
    name: 'lint',
    script: 'node_modules/eslint/bin/eslint.js',
    args: [
      '.',
      '--max-warnings',
      '0',
      '--cache',
      '--cache-strategy',
      'content',
      '--cache-location',
      path.join(CACHE, 'eslint'),
    ],
  },
  {
    name: 'arrows',
    script: 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.cjs', ...MODULES],
  },
  {
    name: 'tables',
    script: 'node_modules/jest/bin/jest.js',
    args: [
      '--silent',
      '--maxWorkers=1',
      'rest-compat/',
      'openbb/',
      'sources/files/imports',
      'test/contract/(matrix|schema-descriptions|capability-files)',
    ],
  },
];

/** Runs a check and resolves to its status and output. */
function check({ name, script, args }) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: ROOT });
    let output = '';
    const keep = (part) => {
      output += part;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('close', (status) => resolve({ name, status, output, seconds: (performance.now() - startedAt) / 1000 }));
  });
}

/** Two at a time: more would compete for CPU and memory. */
async function checkAll() {
  const waiting = [...CHECKS];
  const failed = [];
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const { name, status, output, seconds } = await check(one);
      console.log(`${status === 0 ? '✔' : '✖'} ${name} (${seconds.toFixed(0)} s)`);
      if (status !== 0) {
        failed.push(name);
        console.log(output);
      }
    }
  };
  await Promise.all([next(), next()]);
  return failed;
}

const built = spawnSync(process.execPath, ['tools/build.mjs'], { cwd: ROOT, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
const failed = await checkAll();
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
