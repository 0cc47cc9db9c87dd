import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';

const MOST_WORKERS = 4;
const WORKER_BYTES = 2 ** 31;
/**
 * Files run in parallel as CPU and memory allow, one more than there are CPUs, since many wait for programs that they
 * have started; sequentially if they share a given Redis.
 */
const workers =
  process.env.TEST_REDIS_URL === undefined
    ? Math.min(MOST_WORKERS, availableParallelism() + 1, Math.floor(totalmem() / WORKER_BYTES))
    : 1;

/** Run only by `npm run test:all` and CI, or if a file or folder is named. */
const longTests = process.argv.slice(2).some((argument) => /^(?!-).*(?:\/|\.test)/.test(argument))
  ? []
  : JSON.parse(readFileSync(new URL('test/long-tests.json', import.meta.url), 'utf8'));

/** Unit tests are next to their file; contract, integration and chaos tests are in test/. */
export default {
  testEnvironment: 'node',
  runner: '<rootDir>/tools/test-runner/runner.mjs',
  testMatch: ['<rootDir>/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', ...(process.env.TEST_ALL === undefined ? longTests : [])],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  testSequencer: '<rootDir>/tools/test-sequencer.mjs',
  // On a busy machine a test takes thirty times as long as alone; a longer one hangs.
  testTimeout: 300_000,
  maxWorkers: Math.max(1, workers),
};
