import { describe, expect, it } from '@jest/globals';
import { commitmentOf } from './commitments.js';
import { quarterIndex, quarterName } from './fiscal-quarter.js';
import { figuresOf } from './figures.js';
import { horizonsOf } from './horizons.js';
import { archetypeOf, credibilityOf, promiseLedger } from './ledger.js';
import { sentencesOf } from './sentences.js';
import type { Call } from './statements.js';

/** A call on the second quarter of fiscal 2021, which ended in January. */
const CALL = { index: quarterIndex(2021, 2), end: { year: 2021, month: 1 } };

describe('sentences', () => {
  it('end at full stops, not within numbers, abbreviations and initials', () => {
    expect(
      sentencesOf('Mr. Smith of Acme Inc. said 3.5% vs. 2.1%. Mark A. Clouse agreed.\nNext line! "Really?" Yes.'),
    ).toEqual([
      'Mr. Smith of Acme Inc. said 3.5% vs. 2.1%.',
      'Mark A. Clouse agreed.',
      'Next line!',
      '"Really?"',
      'Yes.',
    ]);
  });
});

describe('figures', () => {
  it.each([
    ['growth of 5% to 7%', [[5, 7, 'percent']]],
    ['to decline 3.5% to 2.5%', [[-3.5, -2.5, 'percent']]],
    ['EBIT of minus 1% to plus 1%', [[-1, 1, 'percent']]],
    ['$225 million to $255 million', [[225e6, 255e6, 'usd']]],
    ['$1.34 billion to $1.4 billion', [[1.34e9, 1.4e9, 'usd']]],
    ['between 80 to 90%', [[80, 90, 'percent']]],
    [
      'increased by 17% to $0.84 per share',
      [
        [17, 17, 'percent'],
        [0.84, 0.84, 'usd'],
      ],
    ],
    ['up mid-to-high single digits', [[4, 9, 'percent']]],
    ['down low-single digits', [[-3, -1, 'percent']]],
    ['90 to 140 basis points', [[90, 140, 'basis_points']]],
    ["on slide 22 in fiscal 2021, FY '22, Q3 and December 14", []],
  ])('of "%s"', (sentence, expected) => {
    expect(figuresOf(sentence).map(({ low, high, unit }) => [low, high, unit])).toEqual(expected);
  });
});

describe('periods', () => {
  it.each([
    ['in the third quarter', ['2021Q3']],
    ['in the first quarter of fiscal 2022', ['2022Q1']],
    ["for FY '22", ['2022Q4']],
    ['in the second half', ['2021Q4']],
    ['for the full year', ['2021Q4']],
    ['next quarter', ['2021Q3']],
    ['next year', ['2022Q4']],
    ['in the June quarter', ['2021Q4']],
    ['by December 2021', ['2022Q2']],
    ['in time', []],
  ])('of "%s" are fiscal quarters', (sentence, expected) => {
    expect(horizonsOf(sentence, CALL).map(({ due }) => quarterName(due))).toEqual(expected);
  });

  it('of months are left out if the fiscal calendar is not known', () => {
    expect(horizonsOf('by December 2021', { ...CALL, end: null })).toEqual([]);
    expect(horizonsOf('in the June quarter', { ...CALL, end: null })).toEqual([]);
  });
});

describe('a promise', () => {
  it.each([
    'We expect net sales for fiscal 2021 to decline 3.5% to 2.5%.',
    'We plan to open two stores by the end of the third quarter.',
    'Gross margin for Q3 is estimated to range from 85% to 86%.',
    'We remain on track to deliver savings of $850 million by the end of fiscal 2022.',
  ])('is "%s"', (sentence) => expect(commitmentOf(sentence, CALL)).not.toBeNull());

  it.each([
    'This call contains forward-looking statements, which we expect to involve risks in fiscal 2022.',
    'Do you expect margins to reach 45% next year?',
    'Sales grew 5%, which was better than expected.',
    'In the first quarter we achieved 5% growth.',
    'We will take your questions in the second half of the call.',
    'Please turn to slide 22 for the outlook for fiscal 2022.',
    'A dividend of $0.22 per share will be payable on August 26, 2021.',
    "We're not providing guidance for the third quarter.",
    'Mark will share his overall thoughts on our sales in the full year.',
  ])('is not "%s"', (sentence) => expect(commitmentOf(sentence, CALL)).toBeNull());

  it('is looked for in bounded time: a line of a million characters is none', () => {
    const hostile = [
      'we expect 1% to ',
      'a'.repeat(20),
      '1,',
      '$1 ',
      'Q1 of fiscal ',
      'mid-to-',
      '. A',
      "fiscal year ' ",
    ].map((piece) => piece.repeat(1e6 / piece.length));
    const started = process.cpuUsage();
    const turns = hostile.map((text) => ({
      speaker: 'A',
      role: 'management' as const,
      text,
    }));
    const ledger = promiseLedger({
      company: 'x',
      reports: [],
      calls: [{ fiscalYear: 2021, fiscalQuarter: 1, callDay: null, end: null, turns }],
    });
    const { user, system } = process.cpuUsage(started);
    expect(ledger.quartersAnalysed).toBe(1);
    expect((user + system) / 1e6).toBeLessThan(20);
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
