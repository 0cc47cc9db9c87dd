import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ANONYMOUS } from '../access/identity.js';
import { createAnswers } from './create-answers.js';
import { createDirectory } from './names/directory.js';

const directory = createDirectory({ securities: [], companies: [], investors: [] });
const request = {
  identity: ANONYMOUS,
  question: 'What is a composite?',
  tickers: [],
  mode: 'research',
  context: null,
  requestId: '00000000-0000-4000-8000-000000000000',
  nowMs: 0,
} as const;

/** Answers by a provider that never does, and the signal with which it was asked. */
function unanswered() {
  const asked: AbortSignal[] = [];
  const answers = createAnswers({
    reader: () => () => Promise.reject(new Error('No tool is called.')),
    directory: () => Promise.resolve(directory),
    model: () =>
      Promise.resolve({
        name: 'silent',
        prices: { input: 0, output: 0 },
        next: ({ signal }) =>
          new Promise((_, reject) => {
            asked.push(signal);
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          }),
      }),
    clock: Date.now,
  });
  return { answers, asked };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('an answer that a provider does not give within 300 seconds ends, and so does the request to it', async () => {
  const { answers, asked } = unanswered();
  let outcome: unknown = 'none yet';
  const answered = answers
    .answer({ ...request, signal: new AbortController().signal })
    .catch((error: unknown) => (outcome = error));
  await jest.advanceTimersByTimeAsync(299_999);
  expect([outcome, asked.map(({ aborted }) => aborted)]).toEqual(['none yet', [false]]);
  await jest.advanceTimersByTimeAsync(1);
  await answered;
  expect(outcome).toMatchObject({ code: 'upstream_timeout', message: expect.stringContaining('300 seconds') });
  expect([asked[0]?.aborted, jest.getTimerCount()]).toEqual([true, 0]);
});

it('an abandoned answer ends at once for the reason it was given', async () => {
  const { answers } = unanswered();
  const client = new AbortController();
  const answered = answers.answer({ ...request, signal: client.signal });
  const failed = expect(answered).rejects.toThrow('The client has left.');
  await jest.advanceTimersByTimeAsync(1_000);
  client.abort(new Error('The client has left.'));
  await failed;
  expect(jest.getTimerCount()).toBe(0);
});
