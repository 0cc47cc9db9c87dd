import { describe, expect, it } from '@jest/globals';
import { MOST_READ, TOOL } from '../../tools/dividends.js';
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

/** The sentences of an answer from these dividends, after the session of `last`. */
async function sentences(
  text: string,
  dividends: Rows,
  last: string,
  first = '2000-01-03',
): Promise<readonly string[]> {
  const nowMs = Date.parse(`${last}T22:00:00Z`);
  const question = readQuestion({ question: text, tickers: [], mode: 'digest', nowMs }, directory);
  const [call] = INTENT.plan(question);
  const security = { ticker: 'KO', firstSession: first, lastSession: last, dividends };
  const { facts, refusals } = await TOOL.run(
    call?.input ?? {},
    async () => ({
      data: { securitiesByTicker: [security] },
    }),
    question.nowMs,
  );
  const section = INTENT.write(question, new Found(facts, refusals));
  return section === null ? [] : [section.headline, ...section.lines].map((line) => line.text);
}

/** One dividend of $0.01 on each day up to `last`. */
function daily(count: number, last: string): Rows {
  const dayOf = (back: number): string => new Date(Date.parse(last) - back * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, at) => ({ exDate: dayOf(count - 1 - at), amount: 0.01 }));
}

const YEARS = [
  { exDate: '2024-06-14', amount: 0.5 },
  { exDate: '2025-06-13', amount: 0.6 },
];

describe('sums of dividends by year', () => {
  it('say that a year is under way', async () => {
    expect(await sentences('dividend history of KO', YEARS, '2025-06-30')).toContain(
      'Dividends a share of KO by year: $0.60 (2025 so far) and $0.50 (2024).',
    );
  });

  it('tell a year as whole after its last session', async () => {
    expect(await sentences('dividend history of KO', YEARS, '2025-12-31')).toContain(
      'Dividends a share of KO by year: $0.60 (2025) and $0.50 (2024).',
    );
  });
});

describe('dividends of a period', () => {
  it('are told from the first stored session on, where the period begins before it', async () => {
    const told = await sentences('what dividends has KO paid since 1960', YEARS, '2025-06-30', '2023-03-01');
    expect(told[0]).toBe('Coca-Cola (KO) paid 2 dividends from 1 March 2023 to 30 June 2025, $1.10 a share in all.');
    expect(told).toContain('The first stored session of KO is 1 March 2023, so a part of the period is missing.');
  });

  it('are told of the whole period where only days without a session are before the first stored one', async () => {
    const told = await sentences('what dividends has KO paid since 2023', YEARS, '2025-06-30', '2023-01-03');
    expect(told[0]).toContain('from 1 January 2023 to 30 June 2025');
    expect(told.join(' ')).not.toContain('missing');
  });

  it('say that older ones are left out where as many came as are read at most', async () => {
    const told = await sentences('what dividends has KO paid since 2020', daily(MOST_READ, '2025-06-30'), '2025-06-30');
    expect(told[0]).toBe(
      'Coca-Cola (KO) paid 500 dividends from 17 February 2024 to 30 June 2025, $5.00 a share in all.',
    );
    expect(told).toContain(
      'Only the 500 newest dividends of KO are read, from 17 February 2024 on; earlier ones are left out.',
    );
  });

  it('leave the year out in which the newest ones begin', async () => {
    const told = await sentences('dividend history of KO', daily(MOST_READ, '2025-06-30'), '2025-06-30');
    expect(told.join(' ')).not.toMatch(/\(2024\)/);
    expect(told.join(' ')).toContain('Only the 500 newest dividends of KO are read');
  });

  it('say nothing of it where fewer came', async () => {
    const told = await sentences(
      'what dividends has KO paid since 2020',
      daily(MOST_READ - 1, '2025-06-30'),
      '2025-06-30',
    );
    expect(told.join(' ')).not.toContain('left out');
  });
});
