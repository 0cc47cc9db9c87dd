import { expect, it } from '@jest/globals';
import { ask } from '../support/answer-evidence.js';
import { NO_TOOL } from '../support/answer-questions.js';
import { serverForFile } from '../support/in-process.js';
import { NOT_RANKED } from '../support/unread-questions.js';

const server = await serverForFile();
const { key } = await server.newKey('pro', { perMinute: 100_000 });

it.each([...NO_TOOL, ...NOT_RANKED])('no other question is answered instead: %s', async (question, said) => {
  const { answer, toolCalls } = await ask(server, key, question);
  expect(answer.headline).toMatch(said);
  expect([answer.confidence, toolCalls]).toEqual([0, []]);
});

it.each([
  ["Price of Apple and Tesla's next earnings date", [/reports? /, /Apple \(AAPL\) closed at \$/, /Tesla \(TSLA\)/]],
  ['RSI of JPM and best month for XOM', [/strongest month is August/, /JPM\)’s RSI is [\d.]+/]],
  [
    'Who is the CEO of Stripe and how many employees does it have?',
    [/chief executive of Stripe is/, /number of employees of Stripe is not known/],
  ],
] as const)('both halves of a question are answered: %s', async (question, parts) => {
  const { answer } = await ask(server, key, question);
  const text = `${answer.headline} ${answer.detail}`;
  expect(parts.filter((part) => !part.test(text))).toEqual([]);
});

it.each(['Which has the higher RSI, AAPL or MSFT?', 'Which of JPM, BAC and GS has the best score?'])(
  'who is first by a figure is certain, whatever other readings say: %s',
  async (question) => {
    expect((await ask(server, key, question)).answer.confidence).toBeGreaterThan(0.9);
  },
);
