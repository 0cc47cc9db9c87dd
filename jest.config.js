import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';

const MOST_WORKERS = 4;
const WORKER_BYTES = 2 ** 31;
/** Files run beside each other as processors and memory allow; one after another where all would share a given Redis. */
const workers = process.env.TEST_REDIS_URL === undefined ? Math.min(MOST_WORKERS, availableParallelism(), Math.floor(totalmem() / WORKER_BYTES)) : 1;

/** Run by `npm run test:all` and CI alone, unless a file is named. */
const longTests = process.argv.some((argument) => /^(?!-).*test\//.test(argument)) ? [] : JSON.parse(readFileSync(new URL('test/long-tests.json', import.meta.url), 'utf8'));

/** Unit tests stand beside their file; contract, integration and chaos tests live in test/. */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['<rootDir>/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', ...(process.env.TEST_ALL === undefined ? longTests : [])],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' }],
  },
  testTimeout: 120_000,
  maxWorkers: Math.max(1, workers),
  // Modules of a file that has ended stay in memory: a worker that holds too much makes way for a new one.
  workerIdleMemoryLimit: '1GB',
};
