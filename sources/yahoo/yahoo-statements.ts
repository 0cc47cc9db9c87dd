import type { Store } from '../../store/open-store.js';
import { leaveOthers } from '../live/kept-rows.js';
import type { KindSource } from '../live/kind-source.js';
import { SIMULATED } from '../simulated/simulated-rows.js';
import { readStatements, STATEMENT_MODULES } from './statements.js';
import { firstResult } from './summary-answer.js';
import { summaryOf } from './summary-query.js';
import type { YahooEndpoints } from './yahoo-kinds.js';
import type { YahooSession } from './yahoo-session.js';
import { YAHOO } from './yahoo.js';

/**
 * Fiscal quarters as Yahoo tells them, without the filings that report them. It is asked after all sources that have
 * the filings, and of tickers of which no report of a filing is stored.
 */
export function createYahooStatements({
  session,
  endpoints,
  store,
}: {
  readonly session: YahooSession;
  readonly endpoints: Pick<YahooEndpoints, 'summary'>;
  readonly store: Pick<Store, 'db' | 'earnings'>;
}): KindSource {
  return {
    name: YAHOO,
    kinds: {
      async fundamentals(ticker, now) {
        await leaveOthers(store.db, 'earnings_reports', ticker, YAHOO);
        const { path, query } = summaryOf(ticker, STATEMENT_MODULES);
        const read = (json: unknown) => readStatements(firstResult(json, 'quoteSummary'), ticker, now);
        const { reports, notes } = await session.getJson(endpoints.summary, path, query, read);
        return {
          rows: reports.length,
          refused: [],
          notes,
          async save(tx) {
            await leaveOthers(tx, 'earnings_reports', ticker, YAHOO);
            // Invented quarters end on other days.
            await store.earnings.removeOf(tx, ticker, SIMULATED);
            await store.earnings.saveTold(
              tx,
              ticker,
              reports.map((report) => ({ ...report, source: YAHOO })),
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
