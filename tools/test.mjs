/** Runs the tests over a fresh build and prints the runner's own count as the last line. Arguments go to jest. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const scratch = mkdtempSync(path.join(tmpdir(), 'marketgraph-test-'));

function run(...args) {
  const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`.trim();
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, NODE_OPTIONS: nodeOptions } }).status ?? 1;
}

/** Files of one run with their counts; a file that could not be run at all counts as one failure. */
function filesOf(outputFile) {
  if (!existsSync(outputFile)) return new Map();
  return new Map(JSON.parse(readFileSync(outputFile, 'utf8')).testResults.map(({ name, status, assertionResults }) => {
    const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length;
    const failed = Math.max(count('failed'), status === 'failed' ? 1 : 0);
    return [name, { passed: count('passed'), failed, skipped: count('pending') }];
  }));
}

/** Runs jest; its exit status and counts by file. */
function jest(name, ...args) {
  const outputFile = path.join(scratch, name);
  const status = run('node_modules/jest/bin/jest.js', '--json', `--outputFile=${outputFile}`, ...args);
  return { status, files: filesOf(outputFile) };
}

/** A shared machine that stood still fails a file or two: in CI they get one more run alone, which is said; more than that is no accident. */
const MOST_AGAIN = 3;

let status = run('tools/build.mjs');
if (status === 0) {
  let { status: tested, files } = jest('first.json', ...process.argv.slice(2));
  const again = [...files].filter(([, { failed }]) => failed > 0).map(([name]) => name);
  if (tested !== 0 && process.env.CI === 'true' && again.length > 0 && again.length <= MOST_AGAIN) {
    console.log(`Failed, and run once more alone: ${again.map((name) => path.relative(ROOT, name)).join(', ')}`);
    const second = jest('second.json', '--runTestsByPath', '--runInBand', ...again);
    tested = second.status;
    files = new Map([...files, ...second.files]);
  }
  status = tested;
  const total = (kind) => [...files.values()].reduce((sum, counts) => sum + counts[kind], 0);
  if (files.size > 0) console.log(`tests: ${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
}
rmSync(scratch, { recursive: true, force: true });
process.exitCode = status;
