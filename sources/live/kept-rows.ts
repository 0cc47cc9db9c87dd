import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../store/tables.js';
import { SIMULATED } from '../simulated/simulated-rows.js';
import { ReadError } from './read-error.js';

/** Tables of rows with a ticker and the source that gave them. */
type SourcedTable = 'earnings_reports' | 'rating_actions' | 'option_quotes';

/**
 * Throws a ReadError if the ticker has rows of another source than `source`: an operator has chosen them. Invented rows
 * are replaced.
 */
export async function leaveOthers(
  db: Kysely<Tables>,
  table: SourcedTable,
  ticker: string,
  source: string,
): Promise<void> {
  const { rows } = await sql<{ source: string }>`
    select source from ${sql.table(table)} where ticker = ${ticker} and source not in (${source}, ${SIMULATED})
    limit 1`.execute(db);
  const [held] = rows;
  if (held !== undefined) throw keptError(ticker, held.source);
}

/** What is stored of the ticker is another source's. */
export function keptError(ticker: string, holder: string): ReadError {
  return new ReadError('kept', `What is stored of ${ticker} is of source "${holder}", which stays.`);
}
