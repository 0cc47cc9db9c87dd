import type { Store } from '../../store/open-store.js';
import { recordOther } from '../live/close-disagreements.js';
import { lastSettledSession } from '../live/due.js';
import type { Endpoint } from '../live/endpoint.js';
import type { KindSource } from '../live/kind-source.js';
import { ReadError } from '../live/read-error.js';
import { readHistory, YAHOO } from './yahoo.js';

/** Days before the newest settled session whose closes are compared. */
const COMPARED_DAYS = 30;

/** Yahoo's closes of the last weeks, compared with those of an import. Nothing is stored of them but disagreements. */
export function createYahooCloses(
  chart: Endpoint,
  store: Pick<Store, 'bars' | 'securities' | 'closeDisagreements'>,
): KindSource {
  return {
    name: YAHOO,
    kinds: {
      async closes(ticker, now) {
        const security = (await store.securities.bySymbols([ticker])).get(ticker);
        if (security?.source === YAHOO) throw new ReadError('served', `The daily bars of ${ticker} are Yahoo's own.`);
        const firstDay = lastSettledSession(now.getTime()) - COMPARED_DAYS;
        const { bars, splits } = await readHistory(chart, ticker, firstDay, now.getTime());
        const other = { source: YAHOO, days: bars.days, close: bars.close, splits };
        return {
          rows: bars.days.length,
          refused: [],
          notes: [],
          save: (tx) => recordOther(store, tx, ticker, other, now),
        };
      },
    },
    // The daily bars ask the same endpoint.
    probe: () => Promise.resolve(),
  };
}
