import { beforeAll, expect, it } from '@jest/globals';
import { compositesProducer } from '../../jobs/workers/composites/producer.js';
import { tellsDay, tellsFigure } from '../independent/answer-numbers.js';
import { ask, type AskedAnswer } from '../support/answer-evidence.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

interface SignalOfDay {
  readonly date: string;
  readonly label: string;
  readonly compositeScore: number;
  readonly factors: { readonly momentum: number | null };
}

const server = await serverForFile();
const { store, clock, log } = server.runtime;
const { key } = await server.newKey('institutional', { perMinute: 100_000, perMonth: 1_000_000 });

beforeAll(async () => {
  await compositesProducer({ store, clock, rng: Math.random, log }).run(new Date(clock()), () => false);
});

/** All records of a security, oldest first. */
async function recordOf(ticker: string): Promise<readonly SignalOfDay[]> {
  const answer = await server.graphql(
    key,
    'query ($ticker: Ticker!) { security(ticker: $ticker) { signalHistory(last: 5000) { date label compositeScore factors { momentum } } } }',
    { ticker },
  );
  return read(answer, 'data', 'security', 'signalHistory') as readonly SignalOfDay[];
}

/** The last record of a security up to a day. */
async function on(ticker: string, day: string): Promise<SignalOfDay> {
  const found = (await recordOf(ticker)).filter(({ date }) => date <= day).at(-1);
  if (found === undefined) throw new Error(`No signal of ${ticker} is on record by ${day}.`);
  return found;
}

const isWhole = ({ grounding, answer, toolCalls }: AskedAnswer): unknown => [
  grounding.removedCount,
  answer.confidence > 0.5,
  toolCalls.map(({ tool }) => tool),
];
const WHOLE = [0, true, ['past_signals']];

it.each([
  ["What was AAPL's score on 15 December?", 'AAPL', '2025-12-15'],
  ['Apple score on December 15, 2025', 'AAPL', '2025-12-15'],
  ['how was NVDA rated on 2025-06-03', 'NVDA', '2025-06-03'],
  ['What signal did Coca-Cola have on 3 March 2024?', 'KO', '2024-03-03'],
  ["what's the composite of MSFT on the 9th of october 2025", 'MSFT', '2025-10-09'],
])('the score of a past day is that on record: %s', async (question, ticker, day) => {
  const asked = await ask(server, key, question);
  const { date, compositeScore } = await on(ticker, day);
  const { headline } = asked.answer;
  expect([headline, tellsDay(headline, date), tellsFigure(headline, compositeScore)]).toEqual([headline, true, true]);
  if (date !== day) expect(headline).toContain('so the last one before it was taken');
  expect(isWhole(asked)).toEqual(WHOLE);
});

it('a factor of a past day is told where it is asked for', async () => {
  const { answer } = await ask(server, key, "What was NVDA's momentum score on 3 June 2025?");
  const { factors } = await on('NVDA', '2025-06-03');
  expect(answer.headline).toMatch(/^NVIDIA \(NVDA\)’s momentum was /);
  expect(tellsFigure(answer.headline, factors.momentum ?? Number.NaN)).toBe(true);
});

it.each([
  ["How has NVDA's score changed since November?", 'NVDA', '2025-10-31', '2026-01-02'],
  ['how did the signal of Apple change in november 2025', 'AAPL', '2025-10-31', '2025-11-30'],
  ['Has the rating of JPM changed between 3 March 2025 and 1 July 2025?', 'JPM', '2025-03-03', '2025-07-01'],
  ['score of KO since 2015', 'KO', '2014-12-31', '2026-01-02'],
])('a change of the score goes from the last record before a time to its last one: %s', async (question, ...of) => {
  const [ticker, from, to] = of;
  const asked = await ask(server, key, question);
  const [start, end] = [await on(ticker, from), await on(ticker, to)];
  const { headline } = asked.answer;
  const told = [start, end].flatMap(({ date, compositeScore }) => [
    tellsDay(headline, date),
    tellsFigure(headline, compositeScore),
  ]);
  expect([headline, ...told]).toEqual([headline, true, true, true, true]);
  expect(tellsFigure(headline, Number((end.compositeScore - start.compositeScore).toFixed(1)))).toBe(true);
  expect(isWhole(asked)).toEqual(WHOLE);
});

it('several are told one after the other', async () => {
  const { answer } = await ask(server, key, 'What were the scores of AAPL and MSFT on 15 December 2025?');
  const text = `${answer.headline} ${answer.detail}`;
  for (const ticker of ['AAPL', 'MSFT'])
    expect(tellsFigure(text, (await on(ticker, '2025-12-15')).compositeScore)).toBe(true);
});

it.each(["What was AAPL's score on 3 March 1999?", 'score of AAPL on 1 January 2005'])(
  'a day before the record is answered with its first day: %s',
  async (question) => {
    const { answer, grounding } = await ask(server, key, question);
    const [first] = await recordOf('AAPL');
    expect(answer.headline).toMatch(/^Scores of Apple \(AAPL\) are on record from .* on, so there is none of /);
    expect(tellsDay(answer.headline, first?.date ?? '')).toBe(true);
    expect([grounding.removedCount, answer.confidence < 0.5]).toEqual([0, true]);
  },
);

it('a stretch that begins before the record says so', async () => {
  const { answer } = await ask(server, key, "How has AAPL's score changed since 2001?");
  expect(`${answer.headline} ${answer.detail}`).toMatch(
    /are on record from .* on only, and not from 1 January 2001 on/,
  );
  expect(answer.confidence).toBeLessThan(0.5);
});

it('a distance that is longer than the record of three months is not cut to it', async () => {
  const { answer } = await ask(server, key, "What was MSFT's score six months ago?");
  const { date, compositeScore } = await on('MSFT', '2025-07-02');
  expect([tellsDay(answer.headline, date), tellsFigure(answer.headline, compositeScore)]).toEqual([true, true]);
});
