/** A process that runs test files, one after the other, by jest's own `describe`, `it`, hooks and timeouts. */
import { pathToFileURL } from 'node:url';
import { getState, resetState, run, setState } from 'jest-circus';
import { jestExpect } from '@jest/expect';

const STATUS = { done: 'passed', skip: 'pending', todo: 'todo' };
let files = 0;

const textOf = (error) => (Array.isArray(error) ? textOf(error[0] ?? error[1]) : (error?.stack ?? String(error)));

/** An error that nothing caught fails the running test, or else the file. */
function recordUncaught(error) {
  const { currentlyRunningTest, unhandledErrors } = getState();
  (currentlyRunningTest?.errors ?? unhandledErrors).push([error, error]);
}
process.on('uncaughtException', recordUncaught);
process.on('unhandledRejection', recordUncaught);

function resultOf({ testPath: [, ...titles], status, errors, duration, invocations, numPassingAsserts }) {
  return {
    ancestorTitles: titles.slice(0, -1),
    title: titles.at(-1) ?? '',
    fullName: titles.join(' '),
    duration,
    invocations,
    numPassingAsserts,
    failureDetails: [],
    failureMessages: errors.map(textOf),
    location: null,
    retryReasons: [],
    status: errors.length > 0 ? 'failed' : (STATUS[status] ?? 'pending'),
  };
}

async function runFile({ file, testTimeout, testNamePattern }) {
  resetState();
  setState({
    ...getState(),
    testTimeout,
    testNamePattern: testNamePattern === undefined ? null : new RegExp(testNamePattern, 'i'),
  });
  jestExpect.setState({ testPath: file, currentTestName: '', suppressedErrors: [], expand: false });
  await import(`${pathToFileURL(file).href}?file=${(files += 1)}`);
  const { testResults, unhandledErrors } = await run();
  return { results: testResults.map(resultOf), errors: unhandledErrors.map(textOf) };
}

process.on('message', async (task) => {
  const start = Date.now();
  const ran = await runFile(task).catch((error) => ({ results: [], errors: [textOf(error)] }));
  process.send({ ...ran, file: task.file, start, end: Date.now(), bytes: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit());
