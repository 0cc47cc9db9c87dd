import type { TestServer } from './in-process.js';

const FIFTY = 50;

/** The first fifty stored tickers. */
export async function fiftyTickers({ runtime }: TestServer): Promise<readonly string[]> {
  const rows = await runtime.store.db
    .selectFrom('securities')
    .select('symbol')
    .orderBy('symbol')
    .limit(FIFTY)
    .execute();
  if (rows.length < FIFTY) throw new Error(`the market has ${rows.length} securities`);
  return rows.map(({ symbol }) => symbol);
}
