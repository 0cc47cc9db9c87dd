import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { until } from '../../access/fixtures/access.js';
import { dayOf } from '../../calendar/days.js';
import { isoDate } from '../../calendar/days.js';
import { compositesProducer } from '../../jobs/workers/composites/producer.js';
import { madeUpBars } from '../../store/fixtures/series.js';
import type { DailyBars } from '../../calendar/bars.js';
import { call, read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { programsForFile } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { hasServers, serverShapes } from '../support/server-shapes.js';
import { storeStrongNames } from '../support/strong-names.js';

const server = await serverForFile();
const programs = programsForFile();
removeScratchAtEnd();

/** A gauge of `/metrics`. */
async function gauge(url: string, name: string): Promise<number> {
  const { text } = await call(url, '/metrics');
  const value = new RegExp(`^marketgraph_composites_${name} (\\S+)$`, 'm').exec(text)?.[1];
  return value === 'Nan' ? Number.NaN : Number(value);
}

const recorded = async (url: string, tickers: number): Promise<void> => {
  await until(async () => (await gauge(url, 'tickers')) === tickers);
};

function csv(bars: DailyBars): string {
  const rows = Array.from(bars.days, (day, index) =>
    [isoDate(day), ...[bars.open, bars.high, bars.low, bars.close, bars.volume].map((column) => column[index])].join(
      ',',
    ),
  );
  return `date,open,high,low,close,volume\n${rows.join('\n')}\n`;
}

describe('signal gaps of the overlay', () => {
  it('are the same from the record as from the signals, and beyond the first 500 equities from the record alone', async () => {
    const { store, clock, log } = server.runtime;
    const { key } = await server.newKey('institutional', { perMinute: 100_000 });
    const gaps = async (): Promise<unknown> => {
      const answer: Answer = await server.call('/api/v1/portfolio/overlay', {
        method: 'POST',
        key,
        body: { holdings: [{ ticker: 'XOM' }] },
      });
      expect([answer.status, answer.headers['x-data-source']]).toEqual([200, 'simulated']);
      return read(answer, 'signal_gaps');
    };
    await storeStrongNames(store, ['AAAA'], clock());
    const before = await gaps();
    const composites = compositesProducer({ store, clock, rng: Math.random, log });
    const record = (): Promise<void> => composites.run(new Date(clock()), () => false);
    await record();
    expect(before).toContainEqual({ ticker: 'AAAA', score: expect.any(Number) });
    expect(await gaps()).toEqual(before);
    expect([await gauge(server.url, 'tickers'), await gauge(server.url, 'age_seconds')]).toEqual([
      await gauge(server.url, 'equities'),
      0,
    ]);

    // By symbol behind more than 500 others, none of which is strong.
    const many = Array.from({ length: 520 }, (_unused, index) => ({
      symbol: `Q${String(index).padStart(3, '0')}`,
      source: 'simulated',
      bars: madeUpBars(dayOf(2025, 12, 26), 5),
    }));
    await store.db.transaction().execute(async (tx) => {
      await store.securities.upsert(
        tx,
        many.map(({ symbol, source }) => ({ symbol, name: symbol, kind: 'equity', source })),
      );
      await store.bars.replaceMany(tx, many);
    });
    await storeStrongNames(store, ['ZZZZ'], clock());
    expect(JSON.stringify(await gaps())).not.toContain('ZZZZ');
    await record();
    await composites.close();
    expect(await gaps()).toContainEqual({ ticker: 'ZZZZ', score: expect.any(Number) });
  });
});

if (!hasServers) console.log('skipped: composites of a server on PostgreSQL and Redis, for want of its servers');

describe('a server', () => {
  for (const { name, isPossible, environment } of serverShapes()) {
    (isPossible ? it : it.skip)(
      `${name} puts on record what is imported, by a process of its own, while it runs and while it was down`,
      async () => {
        const where = { ...environment(), SVC_DATA_DIR: await scratchDir(), SVC_SOURCE: 'none' };
        const files = await scratchDir();
        const imported = async (symbol: string): Promise<void> => {
          await writeFile(path.join(files, `${symbol}.csv`), csv(madeUpBars(dayOf(2024, 1, 2), 300)));
          expect(
            await programs.run('import', ['bars', path.join(files, `${symbol}.csv`), '--kind', 'equity'], where),
          ).toMatchObject({ code: 0 });
        };
        const first = await programs.server(where);
        expect([await gauge(first.url, 'tickers'), await gauge(first.url, 'age_seconds')]).toEqual([0, Number.NaN]);
        await imported('ONE');
        await recorded(first.url, 1);
        await first.signal('SIGTERM');
        await imported('TWO');
        const again = await programs.server(where);
        await recorded(again.url, 2);
        await again.signal('SIGTERM');
      },
      180_000,
    );
  }
});
