import { describe, expect, it } from '@jest/globals';
import { commitmentOf } from './commitments.js';
import { dayOf } from '../../calendar/days.js';
import { quarterIndex, quarterName, reportedBy } from './fiscal-quarter.js';
import { figuresOf } from './figures.js';
import { horizonsOf } from './horizons.js';
import { archetypeOf, credibilityOf, promiseLedger } from './ledger.js';
import { sentencesOf } from './sentences.js';
import type { Call } from './statements.js';

/** A call on the second quarter of fiscal 2021, which ended in January. */
const CALL = { index: quarterIndex(2021, 2), end: { year: 2021, month: 1 } };

/** 2021-03-14 */
const TODAY = 18_700;

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
    'Spending on plants was $38 million, $9 million lower than the prior year, and in line with our full-year expectation.',
    'At the start of the year, we thought freight costs, which we expect to follow, would be up around 4% in the year.',
    'Going by our expectations of where we thought wage inflation would be, we thought it would be around 4%.',
    'The guidance that I gave in the spring was for an operating margin of 11% to 12%.',
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
      today: TODAY,
      calls: [{ fiscalYear: 2021, fiscalQuarter: 1, callDay: null, end: null, turns }],
    });
    const { user, system } = process.cpuUsage(started);
    expect(ledger.quartersAnalysed).toBe(1);
    expect((user + system) / 1e6).toBeLessThan(20);
  });
});

describe('what is due long ago', () => {
  const promised = call(2021, 1, 'We expect revenue of $900 million in the fourth quarter of fiscal 2021.');
  const onTrack = (today: number, end: Call['end']): unknown => {
    const { counts, credibilityIndex } = promiseLedger({
      company: 'Acme',
      calls: [{ ...promised, end }],
      reports: [],
      today,
    });
    return { onTrack: counts.onTrack, pending: counts.pending, credibilityIndex };
  };
  const [OPEN, OVER] = [
    { onTrack: 1, pending: 1, credibilityIndex: 50 },
    { onTrack: 0, pending: 1, credibilityIndex: null },
  ];

  it.each([
    // The quarter ends in December 2021, 120 days before 2022-04-30.
    [{ year: 2021, month: 3 }, dayOf(2022, 4, 30), OPEN],
    [{ year: 2021, month: 3 }, dayOf(2022, 5, 1), OVER],
    // In June 2021.
    [{ year: 2020, month: 9 }, dayOf(2021, 10, 28), OPEN],
    [{ year: 2020, month: 9 }, dayOf(2021, 10, 29), OVER],
    // Not known: at the latest in January 2022.
    [null, dayOf(2022, 5, 31), OPEN],
    [null, dayOf(2022, 6, 1), OVER],
  ])('is not on track though no call on it is known: quarters end %j, day %i', (end, today, expected) => {
    expect(onTrack(today, end)).toEqual(expected);
  });

  it('is told by the end of a quarter, whatever the year', () => {
    const known = { index: quarterIndex(2021, 2), endYear: 2021, endMonth: 1 };
    expect(quarterName(reportedBy(dayOf(2021, 8, 29), known))).toBe('2021Q3');
    expect(quarterName(reportedBy(dayOf(2021, 8, 28), known))).toBe('2021Q2');
    expect(quarterName(reportedBy(dayOf(2024, 6, 1), null))).toBe('2023Q4');
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
  const ledger = promiseLedger({ company: 'Acme', calls, reports: [], today: TODAY });
  const { user, system } = process.cpuUsage(started);
  expect(ledger.quartersAnalysed).toBe(7);
  expect((user + system) / 1e6).toBeLessThan(20);
});

function call(fiscalYear: number, fiscalQuarter: number, text: string): Call {
  return {
    fiscalYear,
    fiscalQuarter,
    callDay: TODAY,
    end: null,
    turns: [{ speaker: 'Chief', role: 'management', text }],
  };
}

const statusesOf = (reports: Parameters<typeof promiseLedger>[0]['reports'], ...calls: Call[]) =>
  promiseLedger({ company: 'Acme Corporation', calls, reports, today: TODAY }).promises.map(
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

  describe('of a year', () => {
    const outlook = 'For fiscal 2021, we expect net sales to grow 3% to 4%.';
    const earnings = 'As a result, we expect adjusted EPS of $4.10 to $4.20 per share.';
    const quarter = 'Adjusted EPS decreased 12% to $0.71 per share, partly from the extra week in fiscal 2020.';
    const year = 'Full-year adjusted EPS rose 2% to $4.31 per share.';
    const of = (said: string, told: string) =>
      statusesOf([], call(2021, 3, said), call(2021, 4, told)).find(({ text }) => text === earnings);

    it("is decided by the year's figure, not by a quarter's that names another year in passing", () => {
      expect(of(`${outlook} ${earnings}`, `${quarter} ${year}`)).toMatchObject({ status: 'kept', by: year });
      expect(of(`${outlook} ${earnings}`, quarter)).toMatchObject({ status: 'pending', by: null });
    });

    it('is decided by the figure of a sentence that stands nearest to the words for the year', () => {
      const both = 'Adjusted EPS was $0.71 in the fourth quarter, and for the full year it was $4.31 per share.';
      expect(of(`${outlook} ${earnings}`, both)).toMatchObject({ status: 'kept', by: both });
    });

    it("is not decided by a quarter's amount if only the sentences before it seem to speak of the quarter", () => {
      const last = 'In the fourth quarter, we expect net sales to grow 1%.';
      expect(of(`${last} ${earnings}`, 'Adjusted EPS was $0.71 per share.')).toMatchObject({ status: 'pending' });
      expect(of(`${last} ${earnings}`, 'Adjusted EPS was $4.05 per share.')).toMatchObject({ status: 'missed' });
    });

    it('is not decided by how much an amount has changed', () => {
      const sales = 'For fiscal 2021, we expect revenue of $2.1 billion to $2.2 billion.';
      const grew = 'Full-year revenue grew by $120 million or 6%.';
      const was = 'Full-year revenue was $2.15 billion.';
      expect(statusesOf([], call(2021, 3, sales), call(2021, 4, grew))[0]).toMatchObject({ status: 'pending' });
      expect(statusesOf([], call(2021, 3, sales), call(2021, 4, `${grew} ${was}`))[0]).toMatchObject({
        status: 'kept',
        by: was,
      });
    });
  });

  it("what is left of a year, or is added, is compared neither with the year's total nor with what is left later", () => {
    const left = 'We expect an additional $90 million to $95 million of savings in the balance of fiscal 2021.';
    const of = (said: string, told: string) =>
      statusesOf([], call(2021, 1, said), call(2021, 2, told)).find(({ text }) => text === said)?.status;
    expect([
      of(left, 'We expect an additional $50 million to $55 million of savings over the balance of fiscal 2021.'),
      of(left, 'For fiscal 2021, we expect savings of $80 million.'),
      of(
        'We expect capital expenditures of $70 million for the rest of the year.',
        'For the full year, we expect capital expenditures of $95 million.',
      ),
      of(
        'For fiscal 2021, we expect incremental savings of $90 million.',
        'For fiscal 2021, we expect savings of $80 million.',
      ),
      of(
        'For fiscal 2021, we expect incremental savings of $90 million.',
        'For fiscal 2021, we expect incremental savings of $80 million.',
      ),
    ]).toEqual(['pending', 'pending', 'pending', 'pending', 'walked_back']);
  });

  it('is walked back by a lower guidance in other words, whose period the sentences before it name', () => {
    const of = (said: string, told: string) => statusesOf([], call(2021, 2, said), call(2021, 3, told)).at(-1);
    const outlook = 'We now see full-year revenue growth of 6% to 8%.';
    const cut = 'We now see full-year revenue growth of 6% to 9%.';
    const remark = 'The third quarter is harder because of freight.';
    const guided = 'This yields an adjusted EPS guidance range of $3.10 to $3.30.';
    const lowered = 'Our adjusted EPS guidance is now $2.80 to $2.95.';
    expect(
      statusesOf([], call(2021, 2, `${outlook} ${remark} ${guided}`), call(2021, 3, `${cut} ${lowered}`)).find(
        ({ text }) => text === guided,
      ),
    ).toMatchObject({ status: 'walked_back', by: lowered });
    const margins = 'For the full year, we also expect EBITDA margins in the range of 21.2% to 21.7%.';
    const instead =
      'We are now expecting full-year EBITDA margins of 20.9% to 21.3% compared to our previous guidance range of 21.2% to 21.7%.';
    expect(of(margins, instead)).toMatchObject({ status: 'walked_back', by: instead });
    const without =
      'EBITDA margins are now expected to be 20.9% to 21.3%, down from our previous range of 21.2% to 21.7%.';
    expect(of(margins, without)).toMatchObject({ status: 'walked_back', by: without });
  });

  it('a figure that a sentence names as what was planned before is not the one it promises', () => {
    const said = 'In retail, where we had expected 2% growth for the year, we now anticipate growing 5%.';
    const cut = 'For the full year, we now expect 4% growth in retail.';
    expect(statusesOf([], call(2021, 2, said), call(2021, 3, cut)).at(-1)).toMatchObject({
      status: 'walked_back',
      by: cut,
    });
    const guided = 'We are adjusting our restructuring guidance for the year from $50 million to now $30 million.';
    expect(commitmentOf(guided, CALL)?.figure).toMatchObject({ low: 30e6, high: 30e6 });
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
    [{ kept: 3 }, (100 * 5) / 7, 'untested'],
    [{ kept: 2, missed: 2 }, 50, 'untested'],
    [{ kept: 5 }, (100 * 7) / 9, 'reliable'],
    [{ kept: 2, missed: 3 }, (100 * 4) / 9, 'overpromiser'],
    [{ kept: 2, walkedBack: 3 }, (100 * 4) / 9, 'resetter'],
    [{ kept: 2 }, (100 * 4) / 6, 'untested'],
    [{ pending: 5 }, null, 'untested'],
  ])('of %j', (given, index, archetype) => {
    const of = { ...counts, ...given };
    expect([credibilityOf(of), archetypeOf(of)]).toEqual([index, archetype]);
  });
});
