import { describe, expect, it } from '@jest/globals';
import { tellsDay, tellsFigure } from '../independent/answer-numbers.js';
import { ask, type AskedAnswer } from '../support/answer-evidence.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { key } = await server.newKey('institutional', { perMinute: 100_000, perMonth: 1_000_000 });

interface Moved {
  readonly ticker: string;
  readonly quote: { readonly changePct: number };
}

/** Stocks of the session, from the largest loss to the largest gain. */
async function session(): Promise<readonly Moved[]> {
  const answer = await server.graphql(
    key,
    '{ securities(first: 100, filter: { kind: EQUITY }) { nodes { ticker quote { changePct } } } }',
  );
  const nodes = read(answer, 'data', 'securities', 'nodes') as readonly Moved[];
  return [...nodes].sort((one, other) => one.quote.changePct - other.quote.changePct);
}

const moved = await session();
const [worst, worse] = moved.filter(({ quote }) => quote.changePct < -0.5);
const best = moved.at(-1);
const better = moved.at(-2);
if (worst === undefined || worse === undefined || best === undefined || better === undefined)
  throw new Error('The simulated session has two losses and two gains.');

const headlineOf = ({ answer }: AskedAnswer): string => answer.headline;
const tells = (headline: string, { quote }: Moved): boolean => tellsFigure(headline, quote.changePct);

describe('a question that takes a move for granted', () => {
  it.each([
    ['Why did {up} and {down} fall today, and which fell more?'],
    ['why are {up} and {down} down, which lost more?'],
    ['How come {down} and {up} dropped today and which of them fell most?'],
  ])('is told who of several did not move so: %s', async (form) => {
    const asked = await ask(server, key, form.replace('{up}', best.ticker).replace('{down}', worst.ticker));
    const headline = headlineOf(asked);
    expect(headline).toMatch(new RegExp(`\\(${best.ticker}\\) did not fall: it rose `));
    expect(headline).toMatch(new RegExp(`\\(${worst.ticker}\\) fell .*; of these only ${worst.ticker} fell\\.$`));
    expect([headline, tells(headline, best), tells(headline, worst)]).toEqual([headline, true, true]);
    expect(asked.grounding.removedCount).toBe(0);
  });

  it('is told which of several fell more where both did', async () => {
    const headline = headlineOf(
      await ask(server, key, `Why did ${worse.ticker} and ${worst.ticker} fall today, and which fell more?`),
    );
    expect(headline).toMatch(new RegExp(`; of these ${worst.ticker} fell the most; `));
    expect([headline, tells(headline, worse), tells(headline, worst)]).toEqual([headline, true, true]);
  });

  it('is told that none of several fell', async () => {
    const headline = headlineOf(
      await ask(server, key, `Why did ${best.ticker} and ${better.ticker} drop today and which dropped more?`),
    );
    expect([headline, headline.split(/did not fall: it rose /).length]).toEqual([headline, 3]);
    expect(headline).toMatch(/; these did not fall\.$/);
  });

  it.each([
    ['why is {up} down 10%?', /did not fall: it rose /],
    ['Why did {up} plunge today?', /did not fall: it rose /],
    ['{up} is down 10% today, should I buy?', /did not fall: it rose /],
    ['Now that {up} is down 5%, is it a buy?', /did not fall: it rose /],
    ['Why is {down} up today?', /did not rise: it fell /],
    ['why is {down} down 60% today?', /did not fall as far as the question says: it fell /],
    ['{down} fell 60% today, should I sell?', /did not fall as far as the question says: it fell /],
  ])('is corrected by the figure: %s', async (form, said) => {
    const asked = await ask(server, key, form.replace('{up}', best.ticker).replace('{down}', worst.ticker));
    const headline = headlineOf(asked);
    expect(headline).toMatch(said);
    expect([headline, tells(headline, form.includes('{up}') ? best : worst)]).toEqual([headline, true]);
    expect(asked.grounding.removedCount).toBe(0);
  });

  it('is not corrected where it is so', async () => {
    const size = Math.abs(worst.quote.changePct).toFixed(1);
    const headline = headlineOf(await ask(server, key, `Why is ${worst.ticker} down ${size}% today?`));
    expect(headline).toMatch(/ fell [\d.]+% in the last session; /);
    const other = headlineOf(await ask(server, key, `${worst.ticker} is down ${size}% today, should I buy?`));
    expect(other).not.toMatch(/did not|farther/);
  });

  it('is answered by the time that it names, and not by the last session', async () => {
    const asked = await ask(server, key, 'Why has NVDA dropped since 1 July 2025?');
    expect(headlineOf(asked)).toMatch(/from the close of 1 July 2025 to that of 2 January 2026/);
    expect(asked.grounding.removedCount).toBe(0);
    const yesterday = headlineOf(await ask(server, key, 'Why did NVDA fall yesterday?'));
    expect(yesterday).toMatch(/in the session of 31 December 2025, the last one up to 1 January 2026/);
  });
});

describe('a question that takes the order of reports for granted', () => {
  const nextOf = async (ticker: string): Promise<string> =>
    read(
      JSON.parse((await server.call(`/api/v1/earnings-calendar?ticker=${ticker}`, { key })).text) as object,
      'next_earnings_estimate',
    ) as string;

  it.each([
    ['{first} reports before {last}, doesn’t it?', 'Yes'],
    ['{last} reports before {first}, doesn’t it?', 'No'],
    ['Does {last} report earnings before {first}?', 'No'],
    ['{last} reports after {first}, right?', 'Yes'],
    ['Is the next report of {first} after that of {last}?', 'No'],
  ])('is told both days: %s', async (form, said) => {
    const [one, other] = [await nextOf('AMD'), await nextOf('INTC')];
    const [first, last] = one < other ? ['AMD', 'INTC'] : ['INTC', 'AMD'];
    const asked = await ask(server, key, form.replace('{first}', first).replace('{last}', last));
    const headline = headlineOf(asked);
    expect(headline).toMatch(
      new RegExp(`^${said}: .*\\(${first}\\) is estimated to report on .*, before .*\\(${last}\\) on `),
    );
    expect([tellsDay(headline, one), tellsDay(headline, other)]).toEqual([true, true]);
    expect(asked.grounding.removedCount).toBe(0);
  });

  it.each(['Apple reports on 9 February 2027, doesn’t it?', 'Does AAPL report on 9 February 2027?'])(
    'is told the day that is estimated: %s',
    async (question) => {
      const headline = headlineOf(await ask(server, key, question));
      expect(headline).toMatch(/^No: Apple \(AAPL\) is estimated to report next on /);
      expect(tellsDay(headline, await nextOf('AAPL'))).toBe(true);
    },
  );
});
