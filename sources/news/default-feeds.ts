/** A feed by default: its key, its address, and whether all of it is about startups. */
interface DefaultFeed {
  readonly key: string;
  readonly url: string;
  readonly isStartup: boolean;
}

const feed = (key: string, url: string, isStartup = false): DefaultFeed => ({ key, url, isStartup });

/**
 * Feeds of outlets on startups, venture capital and technology, for `SVC_NEWS_FEEDS=default`. Nothing checks that the
 * addresses still answer but the status that responses tell.
 */
export const DEFAULT_FEEDS: readonly DefaultFeed[] = [
  feed('techcrunch', 'https://techcrunch.com/category/startups/feed/', true),
  feed('crunchbase-news', 'https://news.crunchbase.com/feed/', true),
  feed('venturebeat', 'https://venturebeat.com/feed/'),
  feed('sifted', 'https://sifted.eu/feed', true),
  feed('eu-startups', 'https://www.eu-startups.com/feed/', true),
  feed('tech-eu', 'https://tech.eu/feed/', true),
  feed('geekwire', 'https://www.geekwire.com/startups/feed/', true),
  feed('alleywatch', 'https://www.alleywatch.com/feed/', true),
  feed('finsmes', 'https://www.finsmes.com/feed', true),
  feed('siliconangle', 'https://siliconangle.com/feed/'),
  feed('spacenews', 'https://spacenews.com/feed/'),
  feed('cnbc', 'https://www.cnbc.com/id/19854910/device/rss/rss.html'),
  feed('the-verge', 'https://www.theverge.com/rss/index.xml'),
  feed('ars-technica', 'https://feeds.arstechnica.com/arstechnica/index'),
];
