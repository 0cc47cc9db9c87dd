import { describe, expect, it } from '@jest/globals';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { key } = await server.newKey('institutional', { perMinute: 100_000 });

interface Run {
  readonly result: { readonly headline: string; readonly detail: string; readonly sources: readonly object[] };
}

async function committee(task: string, tickers: readonly string[] = []): Promise<Run['result']> {
  const agent = { mode: 'committee', task_prompt: task, tickers };
  const { status, text } = await server.call('/api/v1/agents/run', { method: 'POST', key, body: { agent } });
  expect(`${status} ${text.slice(0, 300)}`).toMatch(/^200 /);
  return (JSON.parse(text) as Run).result;
}

/** The text of a view, without the marks of sources. */
function viewOf(detail: string, name: string): string {
  const [, after = ''] = detail.split(`${name} view: `);
  return (after.split(/\n\n(?:Bull|Bear|Risk) view: /)[0] ?? '').replaceAll(/ ?\[\d+\]/g, '');
}

const sentencesOf = (view: string): readonly string[] => view.split(/(?<=\.)\s+/).filter((each) => each !== '');

describe('a committee without a model', () => {
  it('has three different views, with each figure on the side of its sign, and says which is better supported', async () => {
    const { headline, detail, sources } = await committee('Is AAPL a buy?', ['AAPL']);
    const [bull, bear, risk] = ['Bull', 'Bear', 'Risk'].map((name) => viewOf(detail, name));
    const told = [bull, bear, risk].map((view) => sentencesOf(view ?? ''));
    const [ofBull = [], ofBear = [], ofRisk = []] = told;
    expect(told.every((sentences) => sentences.length > 1)).toBe(true);
    expect(new Set([...ofBull, ...ofBear, ...ofRisk]).size).toBe(told.flat().length);
    // Targets below the price speak against it, a rise over a year for it.
    expect(ofBear.join(' ')).toMatch(/consensus price target .* an implied change of −/);
    expect(ofBull.join(' ')).not.toMatch(/ is −[\d.]+%|below its \d+-day average/);
    expect(ofBull.join(' ')).toMatch(/The return over one year of AAPL is \+/);
    expect(ofBear.join(' ')).not.toMatch(/ is \+[\d.]+%|above its \d+-day average/);
    expect(ofRisk.join(' ')).toMatch(/volatility of AAPL .* maximum drawdown .* next report of AAPL/);
    const [, all, forIt, againstIt, neither] =
      /of (\d+) figures (\d+) speaks? for it, (\d+) against it and (\d+) for neither side/
        .exec(headline)
        ?.map(Number) ?? [];
    expect(Number(forIt) + Number(againstIt) + Number(neither)).toBe(all);
    expect([ofBull.length - 1, ofBear.length - 1]).toEqual([forIt, againstIt]);
    expect(headline).toMatch(/^(?:The (?:bull|bear) view of Apple \(AAPL\) is better supported|The record of Apple)/);
    expect(detail).toMatch(/^Strongest for it, by [^:]+: .*Strongest against it, by [^:]+: /);
    expect(sources.length).toBeGreaterThan(4);
  });

  it('says that it has nothing to weigh without a security, and answers the task', async () => {
    const { headline, detail } = await committee('How is the market?');
    expect(headline).toBe('The task names no listed security, so that there is nothing to weigh.');
    expect(detail).toMatch(/The task itself: On 2 January 2026, SPY /);
  });
});
