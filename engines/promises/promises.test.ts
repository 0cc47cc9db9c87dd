import { describe, expect, it } from '@jest/globals';
import { commitmentOf } from './commitments.js';
import { quarterIndex, quarterName } from './fiscal-quarter.js';
import { figuresOf } from './figures.js';
import { horizonsOf } from './horizons.js';
import { promiseLedger } from './ledger.js';
import { sentencesOf } from './sentences.js';

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
    ['growth of mid- to high single digits', [[4, 9, 'percent']]],
    [
      'sales were comparable to fiscal 2020 and grew 3% on a two-year basis',
      [
        [0, 0, 'percent'],
        [3, 3, 'percent'],
      ],
    ],
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
    'While we expect cost pressure, we expect our pricing to mitigate it in the fourth quarter.',
    'Growth of 5% is expected for the full year.',
    'The 5% growth that we expect for the full year is ahead of the market.',
    'That range reflects a 28% increase in EPS guidance over last year.',
    'This second round of pricing should be effective in the third quarter.',
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
    'We expect a difficult environment throughout fiscal 2022.',
    'We expect to see a continued headwind for sales in the third quarter.',
    'We came in below target because some marketing moved into the third quarter.',
    'It is included in our range of estimates for the third quarter.',
    'The outlay was $74 million, in line with our previously communicated full-year expectation.',
    'We are making investments in the second half, as you would expect us to do.',
    'I expect that to be better in the fourth quarter.',
    'We are confident about the remainder of fiscal 2021.',
    'These factors will continue into fiscal 2022.',
    'We expect those delays to continue into the third quarter.',
    'Half of our business, 50%, is the one that we expect to see more of later.',
  ])('is not "%s"', (sentence) => expect(commitmentOf(sentence, CALL)).toBeNull());

  it('of a change is of what it leads to, not of what it comes from', () => {
    const of = (sentence: string) => {
      const { low, high } = commitmentOf(sentence, CALL)?.figure ?? {};
      return [low, high];
    };
    expect(of('We expect growth to come down from a range of the mid- to high single digits to flat.')).toEqual([0, 0]);
    expect(of('We expect sales growth to accelerate from 5% to 8% for the full year.')).toEqual([5, 8]);
    expect(of('Gross margin is estimated to range from 85% to 86% in the third quarter.')).toEqual([85, 86]);
  });

  it('without a period is of the fiscal year at hand, after the last quarter of the next one', () => {
    const due = (index: number): string =>
      quarterName(commitmentOf('Our EPS guidance is now $2.40 to $2.50.', { index, end: null })?.due ?? 0);
    expect([due(quarterIndex(2021, 2)), due(quarterIndex(2021, 4))]).toEqual(['2021Q4', '2022Q4']);
  });

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
