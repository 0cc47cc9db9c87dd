import { expect, it } from '@jest/globals';
import {
  AddToWatchlistDocument, createClient, CreateWatchlistDocument, DeleteWatchlistDocument, RemoveFromWatchlistDocument, RenameWatchlistDocument, WatchlistsDocument, WatchlistSignalsDocument,
} from '../../client/index.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();

it('the typed client has an operation for each thing to do with a watchlist', async () => {
  const { key } = await server.newKey('free', { perMinute: 1_000 });
  const client = createClient({ url: server.url, key });
  const made = await client.query(CreateWatchlistDocument, { name: 'Mine', tickers: ['AAPL'] });
  const id = made.createWatchlist?.watchlist.id ?? '';
  expect((await client.query(AddToWatchlistDocument, { id, tickers: ['MSFT'] })).addToWatchlist?.changed).toEqual(['MSFT']);
  const { viewer } = await client.query(WatchlistSignalsDocument, { id });
  expect(viewer.watchlist?.entries.map(({ symbol, security }) => [symbol, security?.name, typeof security?.signal?.compositeScore])).toEqual([['AAPL', 'Apple Inc.', 'number'], ['MSFT', 'Microsoft Corporation', 'number']]);
  expect((await client.query(RemoveFromWatchlistDocument, { id, tickers: ['AAPL'] })).removeFromWatchlist?.watchlist.entries).toMatchObject([{ symbol: 'MSFT' }]);
  await client.query(RenameWatchlistDocument, { id, name: 'Ours' });
  expect((await client.query(WatchlistsDocument)).viewer.watchlists).toMatchObject([{ id, name: 'Ours' }]);
  expect((await client.query(DeleteWatchlistDocument, { id })).deleteWatchlist).toEqual({ id });
});
