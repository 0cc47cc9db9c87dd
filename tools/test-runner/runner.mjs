/**
 * Runs jest's test files in ordinary processes of Node, and not in contexts of `node:vm`, in which each look-up of a
 * global is a call into C++ and every file loads all modules again. What a file gets: jest's `describe`, `it`,
 * `expect`, hooks, time-outs, `jest.fn`, `jest.spyOn` and fake timers; modules are not mocked. Modules of the product
 * are shared by the files that one process runs.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));
const REGISTER = new URL('register.mjs', import.meta.url).href;
/** A process that holds more is replaced. */
const MOST_BYTES = 1.2e9;

/**
 * The embedded database of a test lives for seconds, in which to optimise its WebAssembly costs more processor time
 * than it saves: a quarter of a program's start.
 */
const start = () =>
  fork(WORKER, {
    execArgv: [
      '--liftoff-only',
      '--enable-source-maps',
      `--import=${REGISTER}`,
      '--disable-warning=ExperimentalWarning',
    ],
  });

/** Resolves to the worker's message; rejects if it ends before. */
function answerOf(worker, task) {
  return new Promise((resolve, reject) => {
    const ended = (code, signal) => reject(new Error(`The process that ran ${task.file} ended (${signal ?? code}).`));
    worker.once('exit', ended);
    worker.once('message', (message) => {
      worker.off('exit', ended);
      resolve(message);
    });
    worker.send(task);
  });
}

function fileResult({ file, start: startedAt, end, results, errors }, { config }) {
  const count = (status) => results.filter((each) => each.status === status).length;
  const messages = [
    ...errors,
    ...results
      .filter((each) => each.status === 'failed')
      .map(
        (each) =>
          `  ● ${[...each.ancestorTitles, each.title].join(' › ')}\n\n${each.failureMessages.join('\n').replace(/^/gm, '    ')}\n`,
      ),
  ];
  return {
    testFilePath: file,
    testResults: results,
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    failureMessage: messages.length === 0 ? null : messages.join('\n'),
    testExecError: errors.length === 0 ? undefined : { message: errors.join('\n'), stack: errors.join('\n') },
    perfStats: {
      start: startedAt,
      end,
      runtime: end - startedAt,
      slow: end - startedAt > config.slowTestThreshold * 1000,
      loadTestEnvironmentStart: startedAt,
      loadTestEnvironmentEnd: startedAt,
      setupFilesStart: startedAt,
      setupFilesEnd: startedAt,
    },
    skipped: false,
    leaks: false,
    openHandles: [],
    snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
  };
}

export default class Runner {
  isSerial = false;
  supportsEventEmitters = false;

  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const { maxWorkers, testTimeout = 5000, testNamePattern } = this.globalConfig;
    const waiting = [...tests];
    const work = async () => {
      let worker;
      for (let test = waiting.shift(); test !== undefined && !watcher.isInterrupted(); test = waiting.shift()) {
        worker ??= start();
        await onStart(test);
        try {
          const answer = await answerOf(worker, {
            file: test.path,
            testTimeout: test.context.config.testTimeout ?? testTimeout,
            testNamePattern: testNamePattern || undefined,
          });
          // Jest would only say that the file has no tests.
          if (answer.results.length === 0 && answer.errors.length > 0) throw new Error(answer.errors.join('\n'));
          await onResult(test, fileResult(answer, test.context));
          if (answer.bytes < MOST_BYTES) continue;
        } catch (error) {
          await onFailure(test, { message: error.message, stack: error.stack });
        }
        worker.disconnect?.();
        worker = undefined;
      }
      if (worker?.connected) worker.disconnect();
    };
    await Promise.all(Array.from({ length: Math.min(maxWorkers, waiting.length) }, work));
  }
}
