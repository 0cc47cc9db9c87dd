import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';
import type { RefusedRow } from '../files/import-report.js';
import type { KindSource } from '../live/kind-source.js';
import { keptError } from '../live/kept-rows.js';
import { SIMULATED } from '../simulated/simulated-rows.js';
import { insiderList, INSIDERS_MODULE, readInsiders } from './insiders.js';
import { summaryOf } from './summary-query.js';
import type { YahooEndpoints } from './yahoo-kinds.js';
import type { YahooSession } from './yahoo-session.js';
import { YAHOO } from './yahoo.js';

/** Throws a ReadError if forms of the ticker's company are stored, which say more. */
async function leaveForms(db: Kysely<Tables>, ticker: string): Promise<void> {
  const { rows } = await sql<{ source: string }>`
    select i.source from filers f join insider_filings i on i.filer = f.filer
    where f.ticker = ${ticker} and i.source <> ${SIMULATED} limit 1`.execute(db);
  const [held] = rows;
  if (held !== undefined) throw keptError(ticker, held.source);
}

/** Many transactions are refused for one reason: each is noted once. */
function byReason(refused: readonly RefusedRow[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { reason } of refused) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${count} of the transactions were left out: ${reason}.`);
}

/**
 * Insiders' transactions as Yahoo tells them, without the forms that report them. It is asked after all sources that
 * have the forms, and of companies of which none is stored.
 */
export function createYahooInsiders({
  session,
  endpoints,
  store,
}: {
  readonly session: YahooSession;
  readonly endpoints: Pick<YahooEndpoints, 'summary'>;
  readonly store: Pick<Store, 'db' | 'insiderTransactions'>;
}): KindSource {
  return {
    name: YAHOO,
    kinds: {
      async insiders(ticker, now) {
        await leaveForms(store.db, ticker);
        const { path, query } = summaryOf(ticker, [INSIDERS_MODULE]);
        const list = await session.getJson(endpoints.summary, path, query, insiderList);
        const { rows, refused } = readInsiders(list, ticker, now);
        return {
          rows: rows.length,
          refused: [],
          notes: byReason(refused),
          async save(tx) {
            await leaveForms(tx, ticker);
            await store.insiderTransactions.saveTold(
              tx,
              ticker,
              YAHOO,
              rows.map((row) => ({ ...row, source: YAHOO, knownAt: now })),
            );
            return [];
          },
        };
      },
    },
    // The other kinds ask the same endpoint.
    probe: () => Promise.resolve(),
  };
}
