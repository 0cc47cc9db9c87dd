import type { Transaction } from 'kysely';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';
import type { KindName } from './kind-table.js';

export type CompanyStore = Pick<
  Store,
  | 'bars'
  | 'closeDisagreements'
  | 'composites'
  | 'earnings'
  | 'financialStatements'
  | 'insiderTransactions'
  | 'marketValues'
  | 'optionQuotes'
  | 'optionReadings'
  | 'ratingActions'
  | 'sourceReads'
  | 'streetOutlooks'
>;

/** Kinds whose rows say nothing of whose they are: those of the company before are removed. */
const OF_THE_TICKER: readonly KindName[] = ['closes', 'minutes', 'options', 'outlook', 'profile', 'ratings'];
/** Kinds whose source tells whose they are, and replaces those of another filer as it is read. */
const OF_THE_FILER: readonly KindName[] = ['filings', 'fundamentals', 'insiders', 'news'];
const DAY_MS = 86_400_000;

/**
 * Ends in `tx` what a live source gave of the company that had a ticker before: rating actions, option chains,
 * outlooks, market values, quarters and transactions of insiders without filings, minute bars, compared closes and
 * recorded composites. They are read anew, as are filings; composites of the new company's history count as known since
 * now, when it was first stored. What an operator imported stays.
 */
export async function endCompany(
  store: CompanyStore,
  tx: Transaction<Tables>,
  ticker: string,
  source: string,
  nowMs: number,
): Promise<void> {
  const { bars, closeDisagreements, composites, sourceReads } = store;
  const sourced = [
    store.ratingActions,
    store.optionQuotes,
    store.optionReadings,
    store.streetOutlooks,
    store.marketValues,
    store.insiderTransactions,
    store.earnings,
    store.financialStatements,
  ];
  for (const rows of sourced) await rows.removeOf(tx, ticker, source);
  await bars.removeMinutesBefore(tx, ticker, Math.floor(nowMs / DAY_MS) + 2);
  await closeDisagreements.replace(tx, ticker, []);
  await composites.restart(tx, ticker, nowMs);
  await sourceReads.forget(tx, ticker, OF_THE_TICKER);
  for (const kind of OF_THE_FILER) await sourceReads.makeDue(tx, [ticker], kind, new Date(nowMs));
}
