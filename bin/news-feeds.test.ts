import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { saySilentSources } from './live-sources.js';
import { createFeedsProbe } from './news-feeds.js';

const server = createServer((_request, response) => response.end('<rss/>'));
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`;
});
afterAll(() => void server.close());

/** Nothing listens on this port of the loopback interface. */
const CLOSED = 'http://127.0.0.1:1/feed';

const linesWith = async (addresses: readonly string[]): Promise<readonly string[]> => {
  const newsFeeds = addresses.map((address) => ({ url: address, isStartup: false }));
  const probe = createFeedsProbe({ newsFeeds, source: 'rss', allowsPrivateTargets: true });
  const lines: string[] = [];
  const live = { silent: () => Promise.resolve(new Map([['yahoo', 'no connection.']])) };
  await saySilentSources([live, probe], (line) => void lines.push(line));
  probe.close();
  return lines;
};

it('feeds are among the sources that do not answer if no outlet does, all in one line', async () => {
  expect(await linesWith([CLOSED, CLOSED])).toEqual([
    expect.stringMatching(
      /^Sources that do not answer: yahoo \(no connection\), rss \(none of 2 outlets, 127\.0\.0\.1:1: .+\)\. What is stored is served\.$/,
    ),
  ]);
  const yahooAlone = 'Sources that do not answer: yahoo (no connection). What is stored is served.';
  expect(await linesWith([CLOSED, url])).toEqual([yahooAlone]);
});
