import { describe, expect, it } from '@jest/globals';
import { TOOL } from '../../tools/dividends.js';
import { createDirectory } from '../../names/directory.js';
import { Found } from '../found.js';
import { readQuestion } from '../question.js';
import { INTENT } from './dividends.js';

type Rows = readonly { readonly exDate: string; readonly amount: number }[];

const directory = createDirectory({
  securities: [{ ticker: 'KO', name: 'Coca-Cola Company', kind: 'EQUITY', sector: 'Consumer Staples' }],
  companies: [],
  investors: [],
});

/** The headline to a question from these dividends, after the session of `last`; and the sentences behind it. */
async function answered(text: string, dividends: Rows, last = '2025-12-31'): Promise<readonly string[]> {
  const nowMs = Date.parse(`${last}T22:00:00Z`);
  const question = readQuestion({ question: text, tickers: [], mode: 'digest', nowMs }, directory);
  expect([INTENT.fits(question), INTENT.signs.some(([pattern]) => pattern.test(question.plain))]).toEqual([true, true]);
  const [call] = INTENT.plan(question);
  const read = async (): Promise<{ readonly data: object }> => ({
    data: { securitiesByTicker: [{ ticker: 'KO', firstSession: '2010-01-04', lastSession: last, dividends }] },
  });
  const { facts, refusals } = await TOOL.run(call?.input ?? {}, read, nowMs);
  const section = INTENT.write(question, new Found(facts, refusals));
  return section === null ? [] : [section.headline, ...section.lines].map((line) => line.text);
}

const headline = async (text: string, dividends: Rows, last?: string): Promise<string | undefined> =>
  (await answered(text, dividends, last))[0];

/** Dividends of the 15th of the third month of each quarter, from 2024 on. */
const quarterly = (amounts: readonly number[]): Rows =>
  amounts.map((amount, at) => ({
    exDate: `${2024 + Math.floor(at / 4)}-${['03', '06', '09', '12'][at % 4] ?? ''}-15`,
    amount,
  }));
const RISING = quarterly([0.4, 0.4, 0.42, 0.42, 0.42, 0.42, 0.45, 0.45]);
const FALLING = quarterly([0.5, 0.5, 0.5, 0.5, 0.3, 0.3, 0.3, 0.31]);

describe('a question whether a dividend was ever cut', () => {
  it.each([
    'Has KO ever cut its dividend?',
    'Did Coca-Cola ever reduce its dividend?',
    'has KO lowered its dividend before?',
    'KO dividend cuts?',
    'When did KO last cut its dividend?',
  ])('is told over which time none was: %s', async (text) => {
    expect(await headline(text, RISING)).toBe(
      'No cut is stored: each of 7 dividends of Coca-Cola (KO) from 15 June 2024 to 15 December 2025 was at least as large as the dividend before it.',
    );
  });

  it('is told that earlier ones are not stored', async () => {
    expect(await answered('Has KO ever cut its dividend?', RISING)).toContain(
      'Dividends of KO before 4 January 2010, its first stored session, are not known.',
    );
  });

  it.each([
    ['Has KO ever cut its dividend?', 'Yes: Coca-Cola (KO) cut its dividend 1 time from 15 June 2024 to '],
    ['how many times has KO cut its dividend?', 'Coca-Cola (KO) cut its dividend 1 time from 15 June 2024 to '],
    ['When did KO last cut its dividend?', 'Coca-Cola (KO) last cut its dividend on the ex-date of 15 March 2025: to '],
  ])('is told the last one: %s', async (text, begin) => {
    const told = await headline(text, FALLING);
    expect(told?.startsWith(begin)).toBe(true);
    expect(told).toContain(' on the ex-date of 15 March 2025: to $0.30 a share from $0.50.');
  });

  it('is told of a time without dividends, although none was smaller', async () => {
    const paused = [...quarterly([0.5, 0.5, 0.5]), { exDate: '2025-12-15', amount: 0.5 }];
    expect(await headline('Has KO ever cut its dividend?', paused)).toMatch(
      /cut no dividend .*, but paid no dividend between 15 September 2024 and 15 December 2025\.$/,
    );
    expect(await headline('Has KO ever suspended its dividend?', paused)).toBe(
      'Yes: Coca-Cola (KO) paid no dividend between 15 September 2024 and 15 December 2025.',
    );
  });

  it('is told that there was no pause', async () => {
    expect(await headline('Did KO ever suspend its dividend?', RISING)).toMatch(/^No pause is stored: of 7 dividends /);
  });

  it('is told that dividends vary, where they go up and down', async () => {
    const varying = quarterly([0.5, 0.4, 0.6, 0.3, 0.7, 0.4, 0.6, 0.5]);
    expect(await headline('Has KO ever cut its dividend?', varying)).toMatch(
      /^The dividends of Coca-Cola \(KO\) vary: 4 of 7 .* were cut against the dividend before, the last that of 15 December 2025, to \$0\.50 a share from \$0\.60\.$/,
    );
  });

  it('is not told that a special dividend was cut', async () => {
    const told = await answered('Has KO ever cut its dividend?', quarterly([0.5, 0.5, 15, 0.5, 0.5]), '2025-05-01');
    expect(told[0]).toMatch(/^No cut is stored: /);
    expect(told).toContain(
      'Special dividends of KO are left out, the last one with the ex-date of 15 September 2024 and $15.00 a share.',
    );
  });

  it('is told of the time that it names alone', async () => {
    expect(await headline('did KO cut its dividend in 2024?', FALLING.slice(0, 4))).toMatch(
      /^No cut is stored: each of 3 dividends of Coca-Cola \(KO\) from 15 June 2024 to 15 December 2024 /,
    );
  });
});

describe('a question for the last raise', () => {
  it.each([
    'When did KO last raise its dividend?',
    'when was the last time Coca-Cola increased its dividend?',
    'KO latest dividend increase',
    'What was the last dividend hike of KO?',
  ])('is told its day and both amounts: %s', async (text) => {
    expect(await headline(text, RISING)).toBe(
      'Coca-Cola (KO) last raised its dividend on the ex-date of 15 September 2025: to $0.45 a share from $0.42, +7.1%.',
    );
  });

  it('counts them', async () => {
    expect(await headline('How many times has KO raised its dividend?', RISING)).toMatch(
      /^Coca-Cola \(KO\) raised its dividend 2 times from 15 June 2024 to 15 December 2025, the last time on the ex-date of /,
    );
  });

  it('is told that there was none', async () => {
    expect(await headline('When did KO last raise its dividend?', quarterly([0.5, 0.5, 0.5]), '2024-10-01')).toMatch(
      /^No raise is stored: none of 2 dividends /,
    );
  });

  it('does not tell one to come', async () => {
    expect(await headline('When will KO raise its dividend?', RISING)).toMatch(
      /^No future raise is stored; Coca-Cola \(KO\) last raised its dividend on the ex-date of 15 September 2025/,
    );
  });
});

describe('a question how often dividends are paid', () => {
  it.each([
    'How often does KO pay?',
    'how often does Coca-Cola pay a dividend?',
    'How many times a year does KO pay dividends?',
    'Does KO pay monthly or quarterly?',
    'is the dividend of KO quarterly?',
    'dividend frequency of KO',
  ])('is told the rhythm: %s', async (text) => {
    expect(await headline(text, RISING)).toBe(
      'Coca-Cola (KO) pays its dividend quarterly: 4 in the twelve months to 31 December 2025, the last with the ex-date of 15 December 2025.',
    );
  });

  it('is told that none is paid any more', async () => {
    expect(await headline('How often does KO pay?', quarterly([0.5, 0.5, 0.5, 0.5]), '2025-12-31')).toBe(
      'Coca-Cola (KO) paid its dividend quarterly until 15 December 2024, and none since.',
    );
  });

  it('is told that no dividend is stored', async () => {
    expect(await headline('How often does KO pay?', [])).toBe('No dividend of Coca-Cola (KO) is stored.');
  });
});
