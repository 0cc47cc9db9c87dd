import { expect, it } from '@jest/globals';
import { countedFilings, type AmendingFiling } from './institutional-amendments.js';

const original = (accession: string, filingDay: number): AmendingFiling => ({
  accession,
  filingDay,
  form: '13F-HR',
  amendment: null,
  amendmentNumber: null,
});
const amendment = (
  accession: string,
  filingDay: number,
  kind: 'RESTATEMENT' | 'NEW HOLDINGS',
  amendmentNumber = 1,
): AmendingFiling => ({
  accession,
  filingDay,
  form: '13F-HR/A',
  amendment: kind,
  amendmentNumber,
});

/** All orders of a short list. */
function orders<Value>(values: readonly Value[]): Value[][] {
  if (values.length < 2) return [[...values]];
  return values.flatMap((value, index) => orders(values.toSpliced(index, 1)).map((rest) => [value, ...rest]));
}

const CASES: readonly (readonly [name: string, filings: readonly AmendingFiling[], counted: readonly string[]])[] = [
  ['an original alone', [original('a', 10)], ['a']],
  ['new holdings are added', [original('a', 10), amendment('b', 20, 'NEW HOLDINGS')], ['a', 'b']],
  [
    'a restatement replaces all before it',
    [original('a', 10), amendment('b', 20, 'NEW HOLDINGS'), amendment('c', 30, 'RESTATEMENT')],
    ['c'],
  ],
  [
    'what follows a restatement is added to it',
    [original('a', 10), amendment('b', 20, 'RESTATEMENT'), amendment('c', 30, 'NEW HOLDINGS')],
    ['b', 'c'],
  ],
  [
    'amendments of one day go by their number, after the original',
    [amendment('0', 10, 'NEW HOLDINGS', 2), original('9', 10), amendment('5', 10, 'RESTATEMENT', 1)],
    ['5', '0'],
  ],
  ['new holdings of a report that is not stored', [amendment('b', 20, 'NEW HOLDINGS')], ['b']],
  ['a report that is filed again replaces the first', [original('a', 10), original('b', 12)], ['b']],
];

it.each(CASES)('%s, whatever order they are stored in', (_name, filings, counted) => {
  for (const order of orders(filings)) expect(countedFilings(order).map(({ accession }) => accession)).toEqual(counted);
});
