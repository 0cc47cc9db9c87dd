import { describe, expect, it } from '@jest/globals';
import { tellsFigure } from '../independent/answer-numbers.js';
import { ask } from '../support/answer-evidence.js';
import { COMBINED, type Screened } from '../support/combined-questions.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { key } = await server.newKey('institutional', { perMinute: 100_000, perMonth: 1_000_000 });

const FIELDS = `label compositeScore quote { last changePct } indicators { rsi sma50 sma200 }
  scores { momentum { score details { volumeRatio } } }`;

interface Node {
  readonly ticker: string;
  readonly sector: string | null;
  readonly signal: {
    readonly label: string;
    readonly compositeScore: number;
    readonly quote: { readonly last: number; readonly changePct: number };
    readonly indicators: Readonly<Record<'rsi' | 'sma50' | 'sma200', number | null>>;
    readonly scores: {
      readonly momentum: { readonly score: number; readonly details: { readonly volumeRatio: number | null } } | null;
    };
  };
}

/** All stocks, each with what a screen may hold it to; the conditions are computed here, and not by the graph. */
async function stocks(): Promise<readonly Screened[]> {
  const answer = await server.graphql(
    key,
    `{ securities(first: 100, filter: { kind: EQUITY }) { nodes { ticker sector signal { ${FIELDS} } } } }`,
  );
  const nodes = read(answer, 'data', 'securities', 'nodes') as readonly Node[];
  return nodes.map(({ ticker, sector, signal: { label, compositeScore, quote, indicators, scores } }) => ({
    ...{ ticker, sector, label, score: compositeScore, change: quote.changePct, last: quote.last },
    ...{ momentum: scores.momentum?.score ?? null, volumeRatio: scores.momentum?.details.volumeRatio ?? null },
    ...{ rsi: indicators.rsi, sma50: indicators.sma50, sma200: indicators.sma200 },
  }));
}

const names = await stocks();
const tickersIn = (text: string): readonly string[] =>
  names
    .filter(({ ticker }) => new RegExp(`\\b${ticker.replace('.', '\\.')}\\b`).test(text))
    .map(({ ticker }) => ticker);
const SHOWN = 5;

describe('a screen by several conditions', () => {
  it.each(COMBINED)('tells how many and which names hold all of them: $question', async (row) => {
    const { answer, grounding } = await ask(server, key, row.question);
    const group = names.filter(row.group);
    const matching = group.filter(row.match).map(({ ticker }) => ticker);
    const { headline } = answer;
    expect(headline).toMatch(row.told);
    const told = tickersIn(headline);
    expect([headline, told.filter((ticker) => !matching.includes(ticker))]).toEqual([headline, []]);
    expect([headline, told.length]).toEqual([headline, Math.min(SHOWN, matching.length)]);
    const counts =
      group.length === 0
        ? /^There are no /.test(headline)
        : matching.length === 0
          ? new RegExp(`^None of the ${group.length === 1 ? '(?!\\d)' : `${group.length} `}`).test(headline)
          : /^The only one of /.test(headline)
            ? group.length === 1
            : tellsFigure(headline, group.length) &&
              (headline.startsWith('Of the ') || tellsFigure(headline, matching.length));
    expect([headline, group.length, matching.length, counts]).toEqual([headline, group.length, matching.length, true]);
    expect([grounding.removedCount, answer.confidence > 0.5]).toEqual([0, true]);
  });

  it('are asked so that some are held by names and some by none', () => {
    const sizes = COMBINED.map(({ group, match }) => names.filter((name) => group(name) && match(name)).length);
    expect(sizes.filter((size) => size > 0).length).toBeGreaterThan(10);
    expect(sizes.filter((size) => size === 0).length).toBeGreaterThan(0);
  });
});

interface Moved {
  readonly ticker: string;
  readonly change: number;
}

const sorted: readonly Moved[] = [...names].sort((one, other) => one.change - other.change);
const [worst, best] = [sorted[0], sorted.at(-1)];
if (worst === undefined || best === undefined || worst.change >= 0 || best.change <= 0)
  throw new Error('The simulated session has a loss and a gain.');

describe('a question whether a price moved so', () => {
  it.each([
    ["isn't {} up today?", 'up'],
    ['isnt {} up today?', 'up'],
    ['wasnt {} up?', 'up'],
    ['hasnt {} risen today?', 'up'],
    ['Isnt {} down today', 'down'],
    ['so, didnt {} fall today?', 'down'],
    ['arent {} shares falling today?', 'down'],
    ['is {} up today?', 'up'],
  ])('is answered with yes or no, with or without an apostrophe: %s', async (form, side) => {
    for (const { ticker, change } of [worst, best]) {
      const { answer, grounding } = await ask(server, key, form.replace('{}', ticker));
      const isSo = change > 0 === (side === 'up');
      const text = answer.headline;
      expect(text).toMatch(new RegExp(`^${isSo ? 'Yes' : 'No'}: .*\\(${ticker}\\) ${change > 0 ? 'rose' : 'fell'} `));
      expect([text, tellsFigure(text, change), grounding.removedCount]).toEqual([text, true, 0]);
    }
  });

  it.each([
    ['doesnt KO pay a dividend?', 'does KO pay a dividend?'],
    ['hasnt KO raised its dividend?', 'has KO raised its dividend?'],
    ['wasnt NVDA up yesterday?', 'was NVDA up yesterday?'],
    ['arent AAPL and MSFT up today?', 'are AAPL and MSFT up today?'],
    ['didnt AAPL and MSFT rise today?', 'did AAPL and MSFT rise today?'],
    ['isnt the market up today?', 'is the market up today?'],
  ])('is read like the one without “not”: %s', async (negated, plain) => {
    const [one, other] = [await ask(server, key, negated), await ask(server, key, plain)];
    expect([one.answer.headline, one.toolCalls.map(({ tool }) => tool).sort()]).toEqual([
      other.answer.headline,
      other.toolCalls.map(({ tool }) => tool).sort(),
    ]);
  });

  it('keeps what a question leaves out', async () => {
    const { answer } = await ask(server, key, 'which stocks arent rated Buy with RSI above 50?');
    expect(answer.headline).toMatch(/names not rated Strong Buy or Buy have an RSI above 50/);
  });
});
