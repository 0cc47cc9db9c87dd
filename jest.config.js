import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';

const MOST_WORKERS = 4;
const WORKER_BYTES = 2 ** 31;
/** Files run in parallel as CPU and memory allow; sequentially if they share a given Redis. */
const workers = process.env.TEST_REDIS_URL === undefined ? Math.min(MOST_WORKERS, availableParallelism(), Math.floor(totalmem() / WORKER_BYTES)) : 1;

/** Run only by `npm run test:all` and CI, or if a file is named. */
const longTests = process.argv.some((argument) => /^(?!-).*test\//.test(argument)) ? [] : JSON.parse(readFileSync(new URL('test/long-tests.json', import.meta.url), 'utf8'));

/** Packages in which tests spend much time; `tools/jest-transform.mjs` tells what is changed. */
const HOT_PACKAGES = '(?:graphql|kysely|zod|ajv|@graphql-tools|@apollo)';

/** Unit tests are next to their file; contract, integration and chaos tests are in test/. */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['<rootDir>/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', ...(process.env.TEST_ALL === undefined ? longTests : [])],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': ['<rootDir>/tools/jest-transform.mjs', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' }],
    [`/node_modules/${HOT_PACKAGES}/.+\\.m?js$`]: ['<rootDir>/tools/jest-transform.mjs', { isJavaScript: true }],
  },
  transformIgnorePatterns: [`/node_modules/(?!${HOT_PACKAGES}/)`],
  testSequencer: '<rootDir>/tools/test-sequencer.mjs',
  testTimeout: 120_000,
  maxWorkers: Math.max(1, workers),
  // Modules of finished files stay in memory: a worker that uses too much is replaced.
  workerIdleMemoryLimit: '1GB',
};
