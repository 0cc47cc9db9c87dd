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

it.each([
  ['price of ko', /^Coca-Cola \(KO\) closed at/],
  ['ko price', /^Coca-Cola \(KO\) closed at/],
  ['price of v', /^Visa \(V\) closed at/],
  ['is cat a buy', /Caterpillar \(CAT\) reads/],
  ['should I buy KO or cat', /\(KO\) reads .* Caterpillar \(CAT\) reads/],
  ['AAPL price on 12/25/2024', /closed at .* on 24 December 2024.*25 December 2024 was no session/],
  ['AAPL 3/3/2025', /^Apple \(AAPL\) closed at .* on 3 March 2025/],
  ['AAPL close on 25/12/2024', /on 24 December 2024/],
  ['where was SPY on 1 jan 2025', /\(SPY\) closed at .* on 31 December 2024/],
  ['nvda 52w high', /^The 52-week high of NVIDIA \(NVDA\) is/],
  ['gap fill rate of spy gap ups over 1%', /\(SPY\): [\d.]+% of its \d+ medium gaps up .* filled the same day/],
  ['how often do big gaps in AAPL fill', /\(AAPL\): [\d.]+% of its \d+ large gaps up .* filled the same day/],
  ['portfolio: AAPL, MSFT, KO', /^Concentrated: AAPL is 33\.3% of it at assumed equal weights/],
  ['should i rebalance 80 nvda 20 ko', /^Highly concentrated: NVDA is 80\.0% of it/],
  [
    "I bought 10 AAPL at 200, what's my profit",
    /^The holding of AAPL has a gain of \$669\.20 \(\+33\.5%\) over the cost/,
  ],
  [
    'I own 10 AAPL at $300 and 5 MSFT at 100, am I down?',
    /^The holdings of AAPL and MSFT have a gain of \$1,541 over the cost/,
  ],
  [
    'I have 10 shares of AAPL at $300, am I up?',
    /^The holding of AAPL has a loss of \$330\.80 \(−11\.0%\) over the cost/,
  ],
  ['is it a buy', /^This is outside/],
  ['should i sell all', /^This is outside/],
])('what is typed in haste is answered: %s', async (question, said) => {
  expect((await ask(server, key, question)).answer.headline).toMatch(said);
});

it.each([
  ['what is my profit on 10 shares of AAPL', /^The question tells no cost a share of AAPL/],
  ['what is a portfolio of 60% AAPL and 40% KO worth', /^What holdings are worth is told of numbers of shares/],
])('a worth or a gain that cannot be computed is said first: %s', async (question, said) => {
  const { answer } = await ask(server, key, question);
  expect([answer.headline, answer.confidence < 0.5]).toEqual([expect.stringMatching(said), true]);
});

it('a date whose month may be either number says how it was read', async () => {
  const { answer } = await ask(server, key, 'AAPL close on 3/4/2025');
  expect(answer.headline).toContain('on 4 March 2025');
  expect(answer.detail).toContain('“3/4/2025” is read with the month first');
});

it('a move smaller than that of the market is not called its own', async () => {
  const { answer } = await ask(server, key, 'why is NVDA up over the past month');
  expect(answer.detail).toMatch(/SPY rose [\d.]+% and XLK rose [\d.]+%, so it rose less than what it is compared with/);
});
