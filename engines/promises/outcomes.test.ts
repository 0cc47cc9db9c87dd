import { describe, expect, it } from '@jest/globals';
import { quarterIndex } from './fiscal-quarter.js';
import { archetypeOf, credibilityOf, promiseLedger } from './ledger.js';
import type { Call } from './statements.js';

function call(fiscalYear: number, fiscalQuarter: number, text: string): Call {
  return {
    fiscalYear,
    fiscalQuarter,
    callDay: 18_700,
    end: null,
    turns: [{ speaker: 'Chief', role: 'management', text }],
  };
}

const statusesOf = (reports: Parameters<typeof promiseLedger>[0]['reports'], ...calls: Call[]) =>
  promiseLedger({ company: 'Acme Corporation', calls, reports }).promises.map(
    ({ text, status, receipt, isOnTrack, repeats }) => ({
      text,
      status,
      by: receipt?.sentence ?? null,
      isOnTrack,
      repeats: repeats.length,
    }),
  );

describe('what becomes of a promise', () => {
  const guided = 'We expect revenue in the second quarter to be in the range of $100 million to $110 million.';

  it.each([
    ['kept', 'Revenue in the second quarter was $104 million.'],
    ['missed', 'Revenue in the second quarter was $99 million.'],
  ])('is %s by what the call on the due quarter says', (status, sentence) => {
    expect(statusesOf([], call(2021, 1, guided), call(2021, 2, sentence))).toEqual([
      { text: guided, status, by: sentence, isOnTrack: false, repeats: 0 },
    ]);
  });

  it("is walked back by a lower figure for the same period, not by another segment's", () => {
    const year = 'For fiscal 2021, we expect gross margin of 40% to 42%.';
    const lower = 'For fiscal 2021, we now expect gross margin of 38% to 40%.';
    const other = 'In Europe, we expect gross margin of 30% to 32% for fiscal 2021.';
    expect(
      statusesOf([], call(2021, 1, year), call(2021, 2, `${other} ${lower}`)).find(({ text }) => text === year),
    ).toMatchObject({
      status: 'walked_back',
      by: lower,
    });
    expect(statusesOf([], call(2021, 1, year), call(2021, 2, other)).at(-1)).toMatchObject({
      status: 'pending',
      isOnTrack: true,
    });
  });

  it('a higher cost than planned is missed, a lower one kept', () => {
    const plan = 'Operating expenses in the second quarter are estimated to range from $50 million to $60 million.';
    const of = (sentence: string) => statusesOf([], call(2021, 1, plan), call(2021, 2, sentence))[0]?.status;
    expect([
      of('Operating expenses in the second quarter were $61 million.'),
      of('Operating expenses in the second quarter were $49 million.'),
    ]).toEqual(['missed', 'kept']);
  });

  it('is decided by the stored report if no call tells', () => {
    const reports = [{ index: quarterIndex(2021, 2), revenue: 99e6, epsDiluted: null }];
    expect(
      statusesOf(reports, call(2021, 1, guided), call(2021, 2, 'Thank you all for coming today.'))[0],
    ).toMatchObject({ status: 'missed', by: null });
  });

  it('is decided neither by another comparison base nor by another period', () => {
    const of = (promise: string, quarter: number, sentence: string) =>
      statusesOf([], call(2021, 1, promise), call(2021, quarter, sentence)).at(-1)?.status;
    const sequential = 'We expect revenue to grow 2% sequentially in the second quarter.';
    const year = 'For fiscal 2021, we expect diluted earnings per share of $2.90 to $2.93.';
    const against = 'We expect revenue in fiscal 2021 to be 6% above fiscal 2019.';
    expect([
      of(sequential, 2, 'Revenue increased 10% compared to the prior-year quarter.'),
      of(sequential, 2, 'Revenue increased 10% sequentially in the quarter.'),
      of(year, 4, 'For the full year we are pleased. Diluted earnings per share were $0.55.'),
      of(against, 4, 'For the full year, revenue grew 3% on a two-year compounded annual growth basis.'),
    ]).toEqual(['pending', 'kept', 'pending', 'pending']);
  });

  const statusBy = (promise: string, quarter: number, report: string) =>
    statusesOf([], call(2021, 1, promise), call(2021, quarter, report)).find(({ text }) => text === promise)?.status;

  it('of a share of revenue is decided by the share, neither by an amount nor by a growth', () => {
    const promise =
      'We expect R&D expenses as a percentage of revenue to be in the range of 7% to 8% in the second quarter.';
    expect([
      statusBy(promise, 2, 'R&D expenses were $60 million, an increase of 14% compared to the prior year.'),
      statusBy(promise, 2, 'R&D expenses were $60 million or 7.4% of revenue, an increase of 14%.'),
      statusBy(promise, 2, 'R&D expenses increased 3%, and represented 9.1% of net sales.'),
      statusBy(promise, 2, 'As a percentage of revenue, R&D expenses came in at 7.9% compared to 6.5% a year ago.'),
      statusBy(promise, 2, 'R&D grew in 75% of our regions.'),
      statusBy(
        'We expect SG&A expenses to grow 5% to 7% in the second quarter.',
        2,
        'SG&A expenses were 21% of revenue.',
      ),
    ]).toEqual(['pending', 'kept', 'missed', 'kept', 'pending', 'pending']);
  });

  it('of a level is not decided by a change, nor an amount by the difference between two', () => {
    expect([
      statusBy(
        'We expect gross margin of 40% to 41% in the second quarter.',
        2,
        'Gross margin increased 2% in the quarter.',
      ),
      statusBy(
        'We expect gross margin of 40% to 41% in the second quarter.',
        2,
        'Gross margin increased to 40.5% in the quarter.',
      ),
      statusBy(
        'We expect revenue of $280 million to $310 million in the second quarter.',
        2,
        'Revenue was about $14 million above last year.',
      ),
      statusBy(
        'We expect revenue of $280 million to $310 million in the second quarter.',
        2,
        'Revenue grew by $14 million to $290 million.',
      ),
    ]).toEqual(['pending', 'kept', 'pending', 'kept']);
  });

  it('is decided by the figure on the same base and basis of a sentence with several', () => {
    const adjusted = 'We expect adjusted EPS on a non-GAAP basis of $0.98 to $1.13 in the second quarter.';
    const organic = 'We expect organic revenue to grow 3% to 4% in the second quarter.';
    expect([
      statusBy(adjusted, 2, 'EPS was $0.42 on a GAAP basis and $1.02 on a non-GAAP basis.'),
      statusBy(organic, 2, 'Revenue grew 2%, or 5% organically, in the quarter.'),
      statusBy(organic, 2, 'Revenue declined 2% in the quarter.'),
      statusBy(
        'We expect sales to be flat to the prior year in the second quarter.',
        2,
        'Sales declined 4% as we lapped a 12% growth and delivered 4% growth on a two-year CAGR basis.',
      ),
    ]).toEqual(['kept', 'kept', 'pending', 'missed']);
  });

  it('of a year is decided by a sentence that names that year, not another one', () => {
    const year = 'For fiscal 2021, we expect adjusted EPS of $2.90 to $2.93 per share.';
    const quarterly =
      'Adjusted EPS decreased to $0.55 per share, partially driven by an additional week in fiscal 2020.';
    expect([
      statusBy(year, 4, `For the full year we are pleased. ${quarterly}`),
      statusBy(year, 4, `${quarterly} Full year adjusted EPS increased 1% to $2.98 per share.`),
      statusBy(year, 4, `${quarterly} In fiscal 2021 adjusted EPS was $2.85 per share.`),
    ]).toEqual(['pending', 'kept', 'missed']);
  });

  it('tells segments by the words that the company uses for them, and no other', () => {
    const talk =
      'Licensing revenue was strong. We like our licensing revenue. Products revenue was strong, as products revenue can be.';
    const of = (promise: string, report: string) =>
      statusesOf([], call(2021, 1, `${talk} ${promise}`), call(2021, 2, report)).find(({ text }) => text === promise)
        ?.status;
    const total =
      'So let me repeat the already highlighted revenue estimate, which we expect at $330 million to $360 million in the second quarter.';
    expect([
      of(total, 'Second quarter revenue was $390 million.'),
      of(total, 'Licensing revenue was $300 million in the quarter.'),
      of(
        'We estimate that licensing revenue could range from $215 million to $240 million in the second quarter.',
        'Revenue was comprised of $217 million in licensing and $19 million in products.',
      ),
      of('We expect revenue to grow 10% in the second quarter.', 'Other markets grew 26% in the quarter.'),
    ]).toEqual(['kept', 'pending', 'kept', 'pending']);
  });

  it('of a change is decided by two amounts where no call tells the change', () => {
    const of = (promise: string, report: string) => {
      const first = call(2021, 1, `Revenue for the March quarter was $800 million. ${promise}`);
      return statusesOf(
        [],
        call(2020, 2, 'Revenue for the quarter was $700 million.'),
        first,
        call(2021, 2, report),
      ).find(({ text }) => text === promise);
    };
    const sequential = 'We expect revenue to reflect low single-digit sequential growth in the second quarter.';
    const report = 'Revenue for the June quarter was $812 million.';
    expect(of(sequential, report)).toMatchObject({ status: 'kept', by: report });
    expect(of(sequential, 'Revenue for the June quarter was $801 million.')).toMatchObject({ status: 'missed' });
    expect(of(sequential, 'They were $812 million in sales.')).toMatchObject({ status: 'pending' });
    const yearly = 'We expect revenue to grow 15% to 17% in the second quarter.';
    expect(of(yearly, report)).toMatchObject({ status: 'kept' });
    expect(of('We expect organic revenue to grow 15% to 17% in the second quarter.', report)).toMatchObject({
      status: 'pending',
    });
    expect(of(yearly, 'Licensing revenue was $812 million. Revenue grew 14% to $900 million.')).toMatchObject({
      status: 'missed',
    });
  });

  it('earnings per share are read beside the net income', () => {
    const promise =
      'We estimate that diluted earnings per share could range from $0.25 to $0.40 in the second quarter.';
    expect(
      statusBy(
        promise,
        2,
        'Net income was $44.2 million or $0.42 per diluted share compared to $26.8 million or $0.26 per diluted share.',
      ),
    ).toBe('kept');
  });

  it('a deed is kept, or walked back before it is due', () => {
    const deed = 'We plan to open our Atlantic repair workshops by the end of the fourth quarter.';
    const of = (sentence: string) => statusesOf([], call(2021, 1, deed), call(2021, 3, sentence))[0];
    expect(of('We opened our Atlantic repair workshops as planned.')).toMatchObject({ status: 'kept' });
    expect(of('The opening of our Atlantic repair workshops was delayed.')).toMatchObject({ status: 'walked_back' });
    expect(of('Our Pacific offices were delayed.')).toMatchObject({
      status: 'pending',
      isOnTrack: true,
    });
  });

  it('repeated with the same figure is one promise', () => {
    const year = 'For fiscal 2021, we expect gross margin of 40% to 42%.';
    expect(statusesOf([], call(2021, 1, year), call(2021, 2, year))).toEqual([
      { text: year, status: 'pending', by: null, isOnTrack: true, repeats: 1 },
    ]);
  });

  it('is pending and not on track once its quarter is over without a word', () => {
    expect(statusesOf([], call(2021, 1, guided), call(2021, 3, 'Thank you all for coming today.'))[0]).toMatchObject({
      status: 'pending',
      isOnTrack: false,
    });
  });

  it('analysts and unknown speakers promise nothing', () => {
    const said = call(2021, 1, guided).turns.map((turn) => ({
      ...turn,
      role: 'analyst' as const,
    }));
    expect(statusesOf([], { ...call(2021, 1, ''), turns: said })).toEqual([]);
  });
});

it('a ledger of long, dense calls takes time in proportion to their length', () => {
  const words = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf'];
  const said = (i: number): string => {
    const [one, other] = [words[i % 7], words[(i * 3) % 5]];
    return `We expect ${one} ${other} revenue of $${1 + ((i * 7919) % 900)} million in the fourth quarter of fiscal 2026.`;
  };
  const calls = Array.from({ length: 7 }, (_, i) => ({
    ...call(2025 + Math.floor(i / 4), (i % 4) + 1, ''),
    turns: Array.from({ length: 100 }, (__, turn) => ({
      speaker: 'Chief',
      role: 'management' as const,
      text: Array.from({ length: 40 }, (___, n) => said(turn * 40 + n + i)).join(' '),
    })),
  }));
  const started = process.cpuUsage();
  const ledger = promiseLedger({ company: 'Acme', calls, reports: [] });
  const { user, system } = process.cpuUsage(started);
  expect(ledger.quartersAnalysed).toBe(7);
  expect((user + system) / 1e6).toBeLessThan(20);
});

describe('credibility and archetype', () => {
  const counts = { kept: 0, missed: 0, walkedBack: 0, pending: 0, onTrack: 0 };
  it.each([
    [{ kept: 6, missed: 2, walkedBack: 1, onTrack: 4 }, (100 * 10) / 17, 'mixed'],
    [{ kept: 3 }, (100 * 5) / 7, 'reliable'],
    [{ kept: 1, missed: 2 }, (100 * 3) / 7, 'overpromiser'],
    [{ kept: 1, walkedBack: 2 }, (100 * 3) / 7, 'resetter'],
    [{ kept: 2 }, (100 * 4) / 6, 'untested'],
    [{ pending: 5 }, null, 'untested'],
  ])('of %j', (given, index, archetype) => {
    const of = { ...counts, ...given };
    expect([credibilityOf(of), archetypeOf(of)]).toEqual([index, archetype]);
  });
});
