import { expect, it } from '@jest/globals';
import { readConfig } from './config.js';

const feeds = (text: string) => readConfig({ SVC_NEWS_FEEDS: text }).newsFeeds;

it('a feed is an address, with a key and the mark of startup feeds if given', () => {
  expect(feeds('https://a.example/x.xml, elm=https://b.example/?a=b&c=%2C,startup:ash-daily=https://c.example/f,startup:http://d.example/')).toEqual([
    { url: 'https://a.example/x.xml', key: undefined, isStartup: false },
    { url: 'https://b.example/?a=b&c=%2C', key: 'elm', isStartup: false },
    { url: 'https://c.example/f', key: 'ash-daily', isStartup: true },
    { url: 'http://d.example/', key: undefined, isStartup: true },
  ]);
  expect(feeds('')).toEqual([]);
});

it('an entry of another form is refused by its position', () => {
  for (const wrong of ['nothing', 'Elm=https://b.example/', 'ftp://b.example/', 'startups:https://b.example/', 'elm='])
    expect(() => feeds(`https://a.example/x.xml,${wrong}`)).toThrow(/SVC_NEWS_FEEDS: entry 2 is not a URL/);
});

it('default stands for 14 feeds of different outlets, which others may follow', () => {
  const list = feeds('default, startup:elm=https://elm.example/f');
  expect([list.length, new Set(list.map(({ key }) => key)).size, list.at(-1)]).toEqual([15, 15, { url: 'https://elm.example/f', key: 'elm', isStartup: true }]);
  expect(list.every(({ url, key }) => url.startsWith('https://') && /^[a-z0-9-]+$/.test(key ?? ''))).toBe(true);
});

it('a news search is a URL with {q} after its host', () => {
  const search = (text: string) => readConfig({ SVC_NEWS_SEARCH: text }).newsSearch;
  expect([search(''), search('https://a.example/rss?q={q}'), search('http://127.0.0.1:8080/{q}')]).toEqual([
    undefined, 'https://a.example/rss?q={q}', 'http://127.0.0.1:8080/{q}',
  ]);
  for (const wrong of ['https://a.example/rss', 'https://{q}.example/rss', 'ftp://a.example/{q}', '{q}', 'a.example/{q}', 'https://a.example/{Q}'])
    expect(() => search(wrong)).toThrow(/SVC_NEWS_SEARCH must be a URL with \{q\} after the host/);
});
