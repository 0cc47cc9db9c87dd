import { expect, it } from '@jest/globals';
import {
  AddToWatchlistDocument,
  createClient,
  CreateWatchlistDocument,
  DeleteWatchlistDocument,
  RemoveFromWatchlistDocument,
  UpdateWatchlistDocument,
  WatchlistsDocument,
  WatchlistSignalsDocument,
} from '../../client/index.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();

it('the typed client has an operation for each thing to do with a watchlist', async () => {
  const { key } = await server.newKey('free', { perMinute: 1_000 });
  const client = createClient({ url: server.url, key });
  const { createWatchlist } = await client.query(CreateWatchlistDocument, {
    input: { name: 'Mine', tickers: ['AAPL'] },
  });
  const id = createWatchlist?.watchlist.id ?? '';
  expect(
    (await client.query(AddToWatchlistDocument, { input: { id, tickers: ['MSFT'] } })).addToWatchlist?.addedTickers,
  ).toEqual(['MSFT']);
  const { viewer } = await client.query(WatchlistSignalsDocument, { id });
  expect(
    viewer?.watchlist?.entries?.nodes.map(({ ticker, security }) => [
      ticker,
      security?.name,
      typeof security?.signal?.compositeScore,
    ]),
  ).toEqual([
    ['AAPL', 'Apple Inc.', 'number'],
    ['MSFT', 'Microsoft Corporation', 'number'],
  ]);
  const { updateWatchlist } = await client.query(UpdateWatchlistDocument, {
    input: { id, name: 'Ours', tickers: ['MSFT'] },
  });
  expect([
    updateWatchlist?.watchlist.name,
    updateWatchlist?.watchlist.entries?.nodes.map(({ ticker }) => ticker),
  ]).toEqual(['Ours', ['MSFT', 'AAPL']]);
  const { removeFromWatchlist } = await client.query(RemoveFromWatchlistDocument, { input: { id, tickers: ['AAPL'] } });
  expect(removeFromWatchlist?.watchlist.entries?.nodes).toMatchObject([{ ticker: 'MSFT' }]);
  expect((await client.query(WatchlistsDocument)).viewer?.watchlists).toMatchObject({
    totalCount: 1,
    nodes: [{ id, name: 'Ours' }],
  });
  expect((await client.query(DeleteWatchlistDocument, { input: { id } })).deleteWatchlist).toMatchObject({
    deletedWatchlistId: id,
  });
});
