/** Runs the tests over a fresh build and prints the runner's own count as the last line. Arguments go to jest. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const scratch = mkdtempSync(path.join(tmpdir(), 'marketgraph-test-'));
const results = path.join(scratch, 'results.json');

function run(...args) {
  const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`.trim();
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, NODE_OPTIONS: nodeOptions } }).status ?? 1;
}

let status = run('bin/build.mjs');
if (status === 0) status = run('node_modules/jest/bin/jest.js', '--json', `--outputFile=${results}`, ...process.argv.slice(2));
if (existsSync(results)) {
  const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(results, 'utf8'));
  console.log(`tests: ${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed, ${numPendingTests} skipped`);
}
rmSync(scratch, { recursive: true, force: true });
process.exitCode = status;
