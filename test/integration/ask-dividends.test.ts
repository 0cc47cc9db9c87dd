import { describe, expect, it } from '@jest/globals';
import { tellsDay, tellsFigure } from '../independent/answer-numbers.js';
import { dividendFigures, type PaidDividends } from '../independent/dividend-figures.js';
import { ask } from '../support/answer-evidence.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { key } = await server.newKey('institutional', { perMinute: 100_000, perMonth: 1_000_000 });

type Stored = PaidDividends & { readonly ticker: string };

async function stored(): Promise<readonly Stored[]> {
  const answer = await server.graphql(
    key,
    '{ securities(first: 100) { nodes { ticker lastSession dividends(last: 500) { exDate amount } } } }',
  );
  return read(answer, 'data', 'securities', 'nodes') as readonly Stored[];
}

const all = (await stored()).map((security) => ({ ticker: security.ticker, figures: dividendFigures(security) }));
/** Where cuts are more than a fifth of all, dividends are told to vary. */
const payers = all
  .filter(({ figures }) => figures.raises > 0 && (figures.cuts < 3 || figures.cuts <= figures.compared / 5))
  .slice(0, 3);
const without = all.filter(({ figures }) => figures.count === 0).slice(0, 2);

it('the simulated market has payers, and securities without dividends', () => {
  expect([payers.length, without.length]).toEqual([3, 2]);
});

it.each(payers)('cuts and the last raise are those of the stored dividends: $ticker', async ({ ticker, figures }) => {
  const cut = await ask(server, key, `Has ${ticker} ever cut its dividend?`);
  const { headline } = cut.answer;
  expect(headline).toMatch(figures.cuts === 0 ? /^No cut is stored: each of / : /^Yes: .* cut its dividend /);
  expect(tellsFigure(headline, figures.cuts === 0 ? figures.compared : figures.cuts)).toBe(true);
  if (figures.cuts > 0) expect(tellsDay(headline, figures.cutOn)).toBe(true);
  const raise = await ask(server, key, `When did ${ticker} last raise its dividend?`);
  expect(raise.answer.headline).toMatch(/ last raised its dividend on the ex-date of /);
  expect(tellsDay(raise.answer.headline, figures.raisedOn)).toBe(true);
  expect(tellsFigure(raise.answer.headline, figures.raisePct)).toBe(true);
  for (const { grounding, answer } of [cut, raise])
    expect([grounding.removedCount, answer.confidence > 0.5]).toEqual([0, true]);
});

it.each(payers)('the rhythm is that of the stored ex-dates: $ticker', async ({ ticker, figures }) => {
  const { answer, grounding } = await ask(server, key, `How often does ${ticker} pay?`);
  expect(answer.headline).toMatch(/ pays its dividend (?:monthly|quarterly|twice a year|once a year): /);
  expect([tellsFigure(answer.headline, figures.ofYear), tellsDay(answer.headline, figures.lastOn)]).toEqual([
    true,
    true,
  ]);
  expect(grounding.removedCount).toBe(0);
});

it.each(without)('who pays none is told so: $ticker', async ({ ticker }) => {
  for (const question of [`Has ${ticker} ever cut its dividend?`, `How often does ${ticker} pay?`])
    expect((await ask(server, key, question)).answer.headline).toMatch(/^No dividend of .* is stored\.$/);
});

describe('the dividends of holdings', () => {
  const ofYear = async (ticker: string): Promise<{ readonly amount: number; readonly rate: number }> => {
    const { text } = await server.call(`/api/v1/corporate-events?ticker=${ticker}`, { key });
    const { dividend } = (
      JSON.parse(text) as {
        readonly summary: { readonly dividend: { readonly trailing_amount: number; readonly trailing_yield: number } };
      }
    ).summary;
    return { amount: dividend.trailing_amount, rate: 100 * dividend.trailing_yield };
  };

  it('are those of the last twelve months: of shares in dollars, of weights as a yield, of money as both', async () => {
    const [coke, pepsi] = [await ofYear('KO'), await ofYear('PEP')];
    const headlineOf = async (question: string): Promise<string> => (await ask(server, key, question)).answer.headline;
    const shares = await headlineOf('I own 150 KO shares and 40 PEP shares, how much dividends a year?');
    expect(shares).toMatch(/^On the holdings of KO and PEP, the dividends of the last twelve months come to \$/);
    expect(tellsFigure(shares, 150 * coke.amount + 40 * pepsi.amount)).toBe(true);
    const weights = await headlineOf('60% KO 40% PEP what is my yield');
    expect(weights).toMatch(/^On the holdings of KO and PEP, the dividend yield is /);
    expect(tellsFigure(weights, 0.6 * coke.rate + 0.4 * pepsi.rate)).toBe(true);
    const money = await headlineOf('I have $10,000 in KO and $5,000 in PEP, dividend income?');
    expect(tellsFigure(money, 100 * coke.rate + 50 * pepsi.rate)).toBe(true);
    expect(tellsFigure(money, (2 * coke.rate + pepsi.rate) / 3)).toBe(true);
  });
});
