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
