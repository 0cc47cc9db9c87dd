/**
 * Runs the tests on a fresh build and prints jest's totals as the last line. `--all` also runs the long ones
 * (test/long-tests.json); other arguments are passed to jest.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
/** How many of the slowest files are listed. */
const SLOWEST = 8;
/** A folder in memory, where a thousand small files of a new database cost less than on a disk. */
const IN_MEMORY = '/dev/shm';
/** What the folders of all tests that run at once need, with room to spare for their processes. */
const ROOM_BYTES = 8 * 2 ** 30;

/** Where tests put their files: what `TMPDIR` says, else memory where there is enough of it. */
function temporaryFolder() {
  if (process.env.TMPDIR !== undefined || !existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, freemem()) < ROOM_BYTES ? tmpdir() : IN_MEMORY;
}

const scratch = mkdtempSync(path.join(temporaryFolder(), 'marketgraph-test-'));
// PostgreSQL, which runs as another user, has its folder in it.
chmodSync(scratch, 0o711);
// Ctrl-C ends what runs, which gets the signal too; this goes on to remove the folder.
process.on('SIGINT', () => undefined);
const outputFile = path.join(scratch, 'results.json');
const given = process.argv.slice(2);
const isAll = given.includes('--all');

function run(...args) {
  const env = { ...process.env, TMPDIR: scratch, ...(isAll ? { TEST_ALL: '1' } : {}) };
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1;
}

/** A line for each failed test and each file that could not be run, easily found at the end of a long log. */
function failures(files) {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = path.relative(ROOT, name);
      const tests = assertionResults.filter((test) => test.status === 'failed');
      if (tests.length === 0) return [`failed: ${file}: ${firstLine(message)}`];
      return tests.map(
        ({ fullName, failureMessages }) => `failed: ${file} › ${fullName}: ${firstLine(failureMessages[0] ?? '')}`,
      );
    });
}

const firstLine = (text) => stripVTControlCharacters(text).trimStart().split('\n', 1)[0];

/** Totals over all files; a file that could not be run counts as one failure. */
function summarise(files) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of files) {
    const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length;
    sum.passed += count('passed');
    sum.failed += Math.max(count('failed'), status === 'failed' ? 1 : 0);
    sum.skipped += count('pending');
  }
  return sum;
}

let status = run('tools/build.mjs');
if (status === 0) {
  status = run(
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${outputFile}`,
    ...given.filter((argument) => argument !== '--all'),
  );
  const files = existsSync(outputFile) ? JSON.parse(readFileSync(outputFile, 'utf8')).testResults : [];
  if (files.length > SLOWEST) {
    const seconds = ({ startTime, endTime }) => Math.round((endTime - startTime) / 1000);
    const slowest = [...files].sort((one, other) => seconds(other) - seconds(one)).slice(0, SLOWEST);
    console.log(
      `Slowest files: ${slowest.map((file) => `${path.relative(ROOT, file.name)} ${seconds(file)} s`).join(', ')}`,
    );
  }
  for (const line of failures(files)) console.log(line);
  const { passed, failed, skipped } = summarise(files);
  if (files.length > 0) console.log(`tests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
rmSync(scratch, { recursive: true, force: true });
process.exitCode = status;
