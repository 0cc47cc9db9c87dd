import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../../sources/simulated/random.js';
import { randomCondition } from './fixtures/random-condition.js';
import { METRIC_NAMES } from './metrics.js';
import { CONDITION_LIMITS, parseCondition } from './parse.js';
import { printCondition } from './print.js';

const ROUNDS = 3_000;

describe('random conditions', () => {
  it('are the same after being printed and parsed', () => {
    const random = seededRandom(17, 0, 1);
    let tried = 0;
    while (tried < ROUNDS) {
      const condition = randomCondition(random, 4);
      const text = printCondition(condition);
      if (text.length > CONDITION_LIMITS.characters) continue;
      tried += 1;
      expect([text, parseCondition(text)]).toEqual([text, { ok: true, condition }]);
    }
  });

  it('are the same in capitals, and with more blanks', () => {
    const random = seededRandom(18, 0, 1);
    for (let round = 0; round < 500; round += 1) {
      const condition = randomCondition(random, 2);
      const text = printCondition(condition).toUpperCase().replaceAll(' ', '  ');
      if (text.length <= CONDITION_LIMITS.characters)
        expect([text, parseCondition(text)]).toEqual([text, { ok: true, condition }]);
    }
  });
});

/** Pieces that texts near the grammar are made of. */
const PIECES = [
  ...METRIC_NAMES,
  'AAPL',
  'BRK-B',
  '$IN',
  '(',
  ')',
  ')',
  ',',
  '<',
  '<=',
  '>',
  '>=',
  '=',
  '!=',
  '!',
  '&&',
  '||',
  '%',
  '$',
  ':',
  '"',
  "'",
  'and',
  'or',
  'not',
  'is',
  'in',
  'is not',
  'of',
  'by',
  'to',
  'from',
  'than',
  'more than',
  'at least',
  'between',
  'within',
  'crosses',
  'above',
  'below',
  'changes',
  'changes by',
  'rises by',
  'falls by',
  'Buy',
  'Strong Buy',
  '30',
  '-1.5',
  '1e3',
  '.5',
  '1,000',
  '5M',
  '2x',
  '5 days',
  '9'.repeat(30),
  '\n',
  '\u0000',
  '\u2028',
  '😀',
  '\ud800',
  'é',
  '#',
  '`',
  '\\',
  '1e',
  '1e99',
  '--',
  '..',
  'constructor',
  '__proto__',
  'toString',
];

describe('any text', () => {
  const check = (text: string): boolean => {
    const parsed = parseCondition(text);
    if (!parsed.ok) {
      expect(parsed.message.length).toBeGreaterThan(5);
      expect(parsed.column).toBeGreaterThan(0);
      expect(parsed.column).toBeLessThanOrEqual(Math.min(text.length, CONDITION_LIMITS.characters) + 1);
      return false;
    }
    expect(parseCondition(printCondition(parsed.condition))).toEqual(parsed);
    return true;
  };

  it('of pieces of the grammar is parsed or refused with its column, and never throws or hangs', () => {
    const random = seededRandom(19, 0, 1);
    const pick = <Each>(list: readonly Each[]): Each => list[Math.floor(random() * list.length)] as Each;
    let parsed = 0;
    for (let round = 0; round < 10_000; round += 1) {
      const text = Array.from({ length: 2 + Math.floor(random() * 8) }, () => pick(PIECES)).join(
        random() < 0.9 ? ' ' : '',
      );
      if (check(text)) parsed += 1;
    }
    expect(parsed).toBeGreaterThan(5);
  });

  it('made of a condition by changing characters is parsed or refused', () => {
    const random = seededRandom(20, 0, 1);
    let parsed = 0;
    for (let round = 0; round < 5_000; round += 1) {
      const characters = Array.from(printCondition(randomCondition(random, 1)));
      for (let change = 0; change < 1 + random() * 3; change += 1) {
        const at = Math.floor(random() * characters.length);
        characters.splice(at, Math.floor(random() * 2), String.fromCharCode(32 + Math.floor(random() * 96)));
      }
      if (check(characters.join(''))) parsed += 1;
    }
    expect(parsed).toBeGreaterThan(10);
  });

  it.each([
    '('.repeat(1_000),
    'not '.repeat(250),
    '1'.repeat(1_000),
    '1,'.repeat(500),
    '1,111'.repeat(200),
    'a.'.repeat(500),
    'a-'.repeat(500),
    '"'.repeat(1_000),
    ' '.repeat(1_000),
    '-'.repeat(1_000),
    'rsi<1 and '.repeat(100),
    'rsi '.repeat(250),
    '. '.repeat(500),
    '.'.repeat(1_000),
    '1e'.repeat(500),
    '$'.repeat(1_000),
  ])('%.20s… takes less than 200 ms', (text) => {
    expect(check(text)).toBe(false);
  });
});
