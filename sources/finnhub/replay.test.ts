import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createOutbound } from '../../outbound/outbound.js';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { createEndpoint } from '../live/endpoint.js';
import { startReplayServer } from '../live/fixtures/replay-server.js';
import { FAULT_READINGS } from '../live/fixtures/source-faults.js';
import { ANSWERS, type AnswerName } from './answer-table.js';
import { createFinnhub } from './finnhub.js';

/** The ticker that each recorded answer is of, if of one, and its file. */
const RECORDED = {
  quote: ['AAPL', 'quote_aapl.json'],
  profile: ['AAPL', 'company_profile_2.json'],
  symbols: ['APPLE', 'symbol_lookup_apple_us.json'],
  recommendations: ['AAPL', 'recommendation_trends_aapl.json'],
  earnings_surprises: ['AAPL', 'earnings_surprises_aapl.json'],
  earnings_calendar: [null, 'earnings_calendar_2025-07_08_all.json'],
  filings: ['AAPL', 'sec_filings_AAPL.json'],
  insiders: ['TSLA', 'insider_transactions_TSLA.json'],
  insider_sentiment: ['TSLA', 'insider_sentiment_TSLA.json'],
  ipo_calendar: [null, 'ipo_calendar_2025-07.json'],
  news: [null, 'news_general_2025-07-28.json'],
  mergers: [null, 'news_merger_2025-07-28.json'],
  holidays: [null, 'market_holiday_US.json'],
  market_status: [null, 'market_status_us.json'],
  advisory_meetings: [null, 'fda_committee_calendar.json'],
} as const satisfies Readonly<Record<AnswerName, readonly [string | null, string]>>;
const NAMES = Object.keys(RECORDED) as AnswerName[];

const LONGEST_PAUSE_MS = 6 * 3_600_000;

const vendor = await startReplayServer();
const store = await embeddedDatabase()();
const closing: (() => void)[] = [];
const NOW = new Date('2025-07-29T12:00:00Z');
const clock = { nowMs: NOW.getTime() };

/** A client with a breaker of its own, as the program has it. */
function start(name: string, totalTimeoutMs: number) {
  const outbound = createOutbound({ target: 'operator', totalTimeoutMs, maxBytes: 8 * 1024 * 1024 });
  closing.push(() => outbound.close());
  const endpoint = createEndpoint({
    name: `finnhub ${name}`,
    baseUrl: `${vendor.url}/api/v1`,
    headers: { 'x-finnhub-token': 'sk-pebble-0123456789' },
    limits: { perSecond: 1_000, burst: 1_000, mostFailures: 5 },
    outbound,
    budgets: store.sourceBudgets,
    clock: () => clock.nowMs,
  });
  return createFinnhub(endpoint, store);
}

afterAll(async () => {
  for (const close of closing) close();
  await vendor.close();
});

(hasExternalData ? describe : describe.skip)('recorded answers of Finnhub over HTTP', () => {
  const bodies = new Map(
    NAMES.map((name) => [name, readFileSync(externalFile('finnhub_recorded', RECORDED[name][1]), 'utf8')]),
  );
  const pathOf = (name: AnswerName): string =>
    `/api/v1${ANSWERS[name].path({ ticker: RECORDED[name][0] ?? '', day: 20_298 })}`;
  for (const name of NAMES) vendor.answers.set(pathOf(name), bodies.get(name) ?? '');

  it.each(FAULT_READINGS)(
    'while the server answers with %s, each answer fails as %s with one request, and is read whole after it',
    async (fault, expected) => {
      const patient = start(fault, 60_000);
      // What drips ends with the time limit alone.
      const failing = fault === 'drip' ? start(`${fault} hurried`, 1_000) : patient;
      for (const name of NAMES) {
        const [ticker] = RECORDED[name];
        vendor.fault = fault;
        vendor.asked.length = 0;
        await expect(failing.ask(name, ticker, NOW)).rejects.toMatchObject({ fault: expected });
        expect(vendor.asked).toEqual([pathOf(name)]);
        vendor.fault = null;
        clock.nowMs += LONGEST_PAUSE_MS;
        const { rows, refused } = await patient.ask(name, ticker, NOW);
        const whole = ANSWERS[name].read(JSON.parse(bodies.get(name) ?? ''), NOW);
        expect([name, rows, refused]).toEqual([name, whole.rows, whole.refused]);
        expect(rows.length).toBeGreaterThan(0);
      }
    },
  );
});
