import { describe, expect, it, jest } from '@jest/globals';
import { parseFeed } from '@rowanmanning/feed-parser';
import { readFeed } from './read-feed.js';

const NOW = new Date('2025-10-01T00:00:00Z');
const rss = (entries: number): string => {
  const items = Array.from(
    { length: entries },
    (_, index) =>
      `<item><title>Story ${index}</title><link>/${index}</link><pubDate>Mon, 01 Sep 2025 10:00:00 GMT</pubDate></item>`,
  );
  return `<rss version="2.0"><channel><title>o</title><link>https://o.example/</link>${items.join('')}</channel></rss>`;
};

describe('the links of a feed', () => {
  it('are resolved against its own address, for which the document is searched once, however many entries it has', () => {
    const looked = jest.spyOn(Object.getPrototypeOf(parseFeed(rss(1))) as { url: string | null }, 'url', 'get');
    const { articles } = readFeed({ text: rss(300), now: NOW });
    expect(articles.map(({ url }) => url)).toEqual(
      Array.from({ length: 300 }, (_, index) => `https://o.example/${index}`),
    );
    expect(looked).toHaveBeenCalledTimes(1);
    looked.mockRestore();
  });
});
