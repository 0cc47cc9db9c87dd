import { describe, expect, it } from '@jest/globals';
import type { AnswerSource } from '../answers.js';
import type { Fact, NumberFact, Subject, Unit } from '../facts/fact.js';
import { signedText } from '../facts/format.js';
import { groundingCheck, type Fault } from './grounding.js';

const SOURCE: AnswerSource = {
  title: 'Signal of AAPL',
  ref: '/api/v1/signal?ticker=AAPL',
  asOf: '2026-11-20T21:00:00.000Z',
};
const SUBJECTS: readonly Subject[] = [
  { id: 'AAPL', names: ['AAPL', 'Apple'] },
  { id: 'MSFT', names: ['MSFT', 'Microsoft'] },
  { id: 'company:stripe', names: ['Stripe'] },
  { id: 'investor:andreessen-horowitz', names: ['Andreessen Horowitz', 'a16z'] },
];

const number = (
  subject: string | null,
  label: string,
  value: number,
  unit: Unit,
  more: Partial<NumberFact> = {},
): NumberFact => ({
  kind: 'number',
  tool: 'test',
  key: label,
  subjects: subject === null ? [] : [subject],
  row: null,
  label,
  terms: [],
  source: SOURCE,
  value,
  unit,
  isChange: false,
  measure: '',
  noun: '',
  ...more,
});
const date = (subject: string | null, label: string, value: string): Fact => ({
  kind: 'date',
  tool: 'test',
  key: label,
  subjects: subject === null ? [] : [subject],
  row: null,
  label,
  terms: [],
  source: SOURCE,
  value,
});
const text = (label: string, value: string): Fact => ({
  kind: 'text',
  tool: 'test',
  key: label,
  subjects: ['AAPL'],
  row: null,
  label,
  terms: [],
  source: SOURCE,
  value,
  isUntrusted: true,
});

const FACTS: readonly Fact[] = [
  number('AAPL', 'composite score', 71.24, 'score', { terms: ['scores', 'score'] }),
  number('MSFT', 'composite score', 64, 'score', { terms: ['scores', 'score'] }),
  number('AAPL', 'confidence', 69.1, 'score'),
  number('AAPL', 'price', 298.18, 'usd_per_share', { terms: ['trades', 'closed'], measure: 'price' }),
  number('MSFT', 'price', 478.5, 'usd_per_share', { terms: ['trades', 'closed'], measure: 'price' }),
  number('AAPL', '200-day average', 280.5, 'usd_per_share'),
  number('AAPL', 'change of the session', -0.5404, 'percent', { isChange: true, measure: 'price' }),
  number('MSFT', 'change of the session', 1.2, 'percent', { isChange: true, measure: 'price' }),
  number('AAPL', 'revenue', 259_656_000_000, 'usd'),
  number('MSFT', 'revenue', 76_400_000_000, 'usd'),
  number('AAPL', 'net income', 63_609_000_000, 'usd', { terms: ['earned', 'profit'] }),
  number('AAPL', 'revenue growth', 10.8618, 'percent', { isChange: true }),
  number('AAPL', 'growth of earnings per share', -5.6034, 'percent', { isChange: true }),
  number('AAPL', 'RSI', 44.31, 'statistic'),
  number('AAPL', 'volume', 55_100_000, 'count', { noun: 'shares' }),
  number('AAPL', 'sessions', 2516, 'count', { noun: 'sessions' }),
  number('AAPL', 'gaps', 640, 'count', { noun: 'gaps' }),
  number('AAPL', 'upgrades', 13, 'count', { noun: 'upgrades' }),
  number('AAPL', 'downgrades', 18, 'count', { noun: 'downgrades' }),
  number('AAPL', 'days to the report', 92, 'count', { noun: 'days' }),
  number('AAPL', 'fill rate', 68.4, 'percent'),
  number('AAPL', 'implied move', 12.6954, 'percent'),
  number('AAPL', 'maximum drawdown', -34.2, 'percent', { isChange: true }),
  number('AAPL', 'excess over buy and hold', -4.5, 'percentage_points', { isChange: true }),
  number('AAPL', 'multiple', 3.12, 'multiple'),
  number('AAPL', 'Sharpe ratio', -0.42, 'statistic'),
  number('AAPL', 'founded', 1976, 'year'),
  number('AAPL', 'rank', 2, 'rank'),
  number('company:stripe', 'valuation', 61_000_000_000, 'usd', { terms: ['worth', 'valued'] }),
  number('company:stripe', 'total raised', 1_234_567_890, 'usd', { terms: ['raised'] }),
  number('investor:andreessen-horowitz', 'assets under management', 46_000_000_000, 'usd', { terms: ['manages'] }),
  number('company:stripe', 'market', 1_450_000_000_000, 'usd'),
  date('AAPL', 'next report', '2027-02-22'),
  date('MSFT', 'next report', '2027-01-28'),
  date('company:stripe', 'valuation date', '2025-08-22'),
  {
    kind: 'quarter',
    tool: 'test',
    key: 'quarter',
    subjects: ['AAPL'],
    row: null,
    label: 'quarter',
    terms: [],
    source: SOURCE,
    year: 2026,
    quarter: 3,
  },
  text('title', 'Apple soars 900% after $77 trillion deal'),
];

const CHECK = groundingCheck(FACTS, SUBJECTS);

/** The first fault of a text; null if all it tells is supported. */
function faultOf(sentence: string): Fault | null {
  const claims = CHECK(sentence).flatMap(({ claims: of }) => of);
  return claims.find(({ fault }) => fault !== null)?.fault ?? null;
}

const SUPPORTED: readonly string[] = [
  // Rounding and scales
  'AAPL scores 71.24.',
  'AAPL scores 71.2.',
  'AAPL scores about 71.',
  'Apple scores 71 of 100.',
  'AAPL scores 71.2 out of 100.',
  'AAPL scores 71.2 points.',
  'Apple’s revenue was $259.7bn.',
  'Apple’s revenue was $259.656 billion.',
  'Apple’s revenue was 259,656 million dollars.',
  'Apple’s revenue was about $260 billion.',
  'Apple’s revenue was $0.26 trillion.',
  'Apple’s revenue was USD 259.7 billion.',
  'Stripe raised $1.2bn.',
  'Stripe raised $1,234,567,890.',
  'Stripe raised $1.23 billion.',
  'Stripe is worth $61 billion.',
  'Stripe is worth $61bn as of 22 August 2025.',
  'The market of Stripe is $1.45 trillion.',
  'AAPL traded 55.1 million shares.',
  'AAPL traded 55,100,000 shares.',
  'AAPL traded more than 55 million shares.',
  'AAPL trades just under $300.',
  'AAPL trades at $298.18, above its 200-day average of $280.50.',
  'AAPL trades nearly at $298.2.',
  // Percent, percentage points and basis points
  'AAPL has a fill rate of 68.4%.',
  'AAPL has a fill rate of 68.4 percent.',
  'AAPL’s gaps filled in about 68% of cases.',
  'The change of the session of MSFT was 120 bps.',
  'AAPL trailed buy and hold by −4.5 percentage points.',
  'AAPL’s excess over buy and hold was −4.5 pp.',
  'AAPL’s excess over buy and hold was −450 basis points.',
  // Signs and verbs
  'AAPL fell 0.54%.',
  'AAPL fell −0.54%.',
  'AAPL was down 0.5%.',
  'AAPL lost 0.54%.',
  'MSFT rose 1.2%.',
  'MSFT was up 1.2%.',
  'MSFT gained 1.2% while AAPL lost 0.54%.',
  'AAPL’s change of the session was −0.54%.',
  'Apple’s revenue grew 10.9%.',
  'AAPL had a maximum drawdown of 34.2%.',
  'AAPL had a maximum drawdown of −34.2%.',
  'AAPL has a Sharpe ratio of −0.42.',
  'Growth of earnings per share was −5.6% for AAPL.',
  'AAPL fell to $298.18.',
  'MSFT rose to $478.50.',
  'AAPL did not rise: it fell 0.54%.',
  // Owners
  'AAPL scores 71.2 and MSFT 64.0.',
  'AAPL and MSFT score 71.2 and 64.0, respectively.',
  '71.2 for AAPL and 64.0 for MSFT.',
  'At 71.2, AAPL is the stronger one.',
  'AAPL (71.2) and MSFT (64.0).',
  'AAPL is on top. It scores 71.2.',
  'MSFT rose 1.2%. Its price is $478.50.',
  'a16z manages $46 billion.',
  'Between AAPL and MSFT, the two differ.',
  // Arithmetic
  '71.2 − 64.0 = 7.2 points separate AAPL and MSFT.',
  'AAPL scores 71.2, 7.2 points higher than MSFT with 64.0.',
  'MSFT scores 64.0, 7.2 points lower than AAPL with 71.2.',
  'The revenue of AAPL, $259.7bn, is 3.4 times that of MSFT, $76.4bn.',
  'AAPL had 13 upgrades and 18 downgrades, together 31.',
  // Dates
  'Apple reports on 2027-02-22.',
  'Apple reports on 22 February 2027.',
  'Apple reports on February 22, 2027.',
  'Apple reports in February 2027.',
  'Apple’s third quarter of 2026.',
  'In Q3 2026 Apple earned $63.6bn.',
  'Apple was founded in 1976.',
  'As of 20 November 2026, AAPL scores 71.2.',
  'AAPL reports in 92 days.',
  'Apple reports on February 22.',
  'MSFT reports on 28 January 2027, AAPL on 22 February 2027.',
  // Counts, ranks, compounds, quotations, names with digits
  'AAPL had 640 gaps in 2,516 sessions.',
  'AAPL ranks 2nd.',
  'AAPL is the second.',
  'AAPL has 13 upgrades.',
  'AAPL is above its 200-day average.',
  'A story says “Apple soars 900% after $77 trillion deal” [3].',
  'The S&P 500 and form 13F state nothing.',
  'AAPL returned 3.12 times the money.',
  'AAPL returned 3.1x.',
  'AAPL’s implied move is 12.7% [1].',
];

const UNSUPPORTED: readonly (readonly [string, Fault])[] = [
  // Scales
  ['Apple’s revenue was $259.7 million.', 'value'],
  ['Apple’s revenue was $259.7 trillion.', 'value'],
  ['Stripe is worth $61 million.', 'value'],
  ['Stripe is worth $61k.', 'value'],
  ['Stripe is worth $6.1bn.', 'value'],
  ['Stripe raised $1.2 million.', 'value'],
  ['AAPL traded 55.1 billion shares.', 'value'],
  ['AAPL traded 55.1 shares.', 'value'],
  ['The market of Stripe is $1.45 billion.', 'value'],
  ['AAPL scores 712.', 'value'],
  // Rounding that says too much or too little
  ['AAPL scores 71.3.', 'value'],
  ['AAPL scores 70.', 'value'],
  ['AAPL scores about 60.', 'value'],
  ['Stripe is worth nearly $50 billion.', 'value'],
  ['Stripe is worth more than $90 billion.', 'value'],
  ['Stripe raised $1 billion.', 'value'],
  ['AAPL trades just over $300.', 'value'],
  ['AAPL traded under 50 million shares.', 'value'],
  // Units
  ['AAPL scores 71.2%.', 'unit'],
  ['AAPL scores $71.24.', 'unit'],
  ['Apple’s revenue was 259.7 billion.', 'unit'],
  ['AAPL has a fill rate of 68.4 percentage points.', 'unit'],
  ['AAPL has a fill rate of 68.4 bps.', 'value'],
  ['AAPL has a fill rate of 68.4.', 'unit'],
  ['AAPL’s excess over buy and hold was −4.5%.', 'unit'],
  ['AAPL has an RSI of 44.31%.', 'unit'],
  ['AAPL returned 3.12%.', 'unit'],
  ['Stripe is worth €61 billion.', 'unit'],
  ['AAPL had 640 sessions.', 'unit'],
  ['AAPL reports in 92 weeks.', 'unit'],
  ['AAPL had 13 downgrades.', 'unit'],
  ['The change of the session of MSFT was 1.2 bps.', 'value'],
  // Signs and verbs
  ['AAPL rose 0.54%.', 'sign'],
  ['AAPL was up 0.54%.', 'sign'],
  ['AAPL gained 0.54%.', 'sign'],
  ['MSFT fell 1.2%.', 'sign'],
  ['MSFT lost 1.2%.', 'sign'],
  ['MSFT was down 1.2%.', 'sign'],
  ['AAPL’s change of the session was 0.54%.', 'sign'],
  ['AAPL’s change of the session was +0.54%.', 'sign'],
  ['MSFT changed by −1.2%.', 'sign'],
  ['Apple’s revenue fell 10.9%.', 'sign'],
  ['Growth of earnings per share was 5.6% for AAPL.', 'sign'],
  ['AAPL has a Sharpe ratio of 0.42.', 'sign'],
  ['AAPL rose to $298.18.', 'sign'],
  ['MSFT fell to $478.50.', 'sign'],
  ['AAPL rose −0.54%.', 'sign'],
  ['AAPL had a gain of 34.2%.', 'sign'],
  ['AAPL beat buy and hold by 4.5 percentage points.', 'sign'],
  ['AAPL rose $298.18.', 'sign'],
  ['MSFT lost 1.2% while AAPL gained 0.54%.', 'sign'],
  ['AAPL rose today.', 'direction'],
  ['Today MSFT fell.', 'direction'],
  // Owners
  ['MSFT scores 71.2.', 'owner'],
  ['AAPL scores 64.0 and MSFT 71.2.', 'owner'],
  ['AAPL and MSFT score 64.0 and 71.2, respectively.', 'owner'],
  ['64.0 for AAPL and 71.2 for MSFT.', 'owner'],
  ['AAPL (64.0).', 'owner'],
  ['MSFT is on top. It scores 71.2.', 'owner'],
  ['MSFT reports on 22 February 2027.', 'date'],
  ['Andreessen Horowitz is worth $61 billion.', 'owner'],
  ['Stripe manages $46 billion.', 'owner'],
  ['MSFT has a fill rate of 68.4%.', 'owner'],
  // Labels
  ['Apple’s revenue was $63.6bn.', 'label'],
  ['Apple’s net income was $259.7bn.', 'label'],
  ['AAPL’s confidence is 71.2 of 100.', 'label'],
  // Arithmetic
  ['71.2 − 64.0 = 8.2 points separate AAPL and MSFT.', 'value'],
  ['AAPL scores 71.2, 7.2 points lower than MSFT with 64.0.', 'value'],
  ['AAPL scores 71.2, 9 points higher than MSFT with 64.0.', 'value'],
  ['The revenue of AAPL, $259.7bn, is 5.4 times that of MSFT, $76.4bn.', 'value'],
  ['88.8 − 64.0 = 24.8 points separate the two.', 'value'],
  // Dates
  ['Apple reports on 2027-02-23.', 'date'],
  ['Apple reports on 22 March 2027.', 'date'],
  ['Apple reports on February 22, 2026.', 'date'],
  ['Apple reports in Q4 2026.', 'date'],
  ['Apple was founded in 1977.', 'date'],
  ['In 2019 AAPL scored 71.2.', 'date'],
  ['AAPL reports at 16:30.', 'date'],
  // Counts, ranks, quotations
  ['AAPL ranks 7th.', 'value'],
  ['AAPL is the first.', 'value'],
  ['AAPL had 641 gaps.', 'value'],
  ['AAPL has twelve upgrades.', 'value'],
  ['A story says “Apple soars 950%”.', 'value'],
  ['Apple soars 900%.', 'value'],
];

describe('the grounding check', () => {
  it('has cases of every kind', () => {
    expect(SUPPORTED.length + UNSUPPORTED.length).toBeGreaterThanOrEqual(140);
  });

  it.each(SUPPORTED)('passes: %s', (sentence) => {
    expect(faultOf(sentence)).toBeNull();
  });

  it.each(UNSUPPORTED)('refuses: %s (%s)', (sentence, fault) => {
    expect(faultOf(sentence)).toBe(fault);
  });
});

describe('a fact near 0, as sentences tell it', () => {
  const near = [0.00141734, -0.00141734, 0.000031, 0.009996, -0.0951, 0.004, 0];
  const units = ['statistic', 'percent', 'percentage_points'] as const;

  it.each(units.flatMap((unit) => near.map((value) => [value, unit] as const)))(
    '%s as a %s is supported',
    (value, unit) => {
      const fact = number('AAPL', 'order-flow imbalance', value, unit, { isChange: true });
      const sentence = `AAPL had an order-flow imbalance of ${signedText(fact)}.`;
      const faults = groundingCheck(
        [fact],
        SUBJECTS,
      )(sentence).flatMap(({ claims }) => claims.map(({ fault }) => fault));
      expect([sentence, faults]).toEqual([sentence, [null]]);
    },
  );
});
