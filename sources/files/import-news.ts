import { readFile, stat } from 'node:fs/promises';
import { newsArticle } from '../../store/news-model.js';
import type { Store } from '../../store/open-store.js';
import { articleFault, articleKey } from '../news/article-keys.js';
import { plainText } from '../news/plain-text.js';
import type { FeedArticles } from '../news/read-feed.js';
import { storeManyArticles, type StoredNews } from '../news/store-articles.js';
import { CellError } from './cells.js';
import type { FileImport, ImportContext } from './import-files.js';
import { ImportError } from './import-report.js';
import { mailInstantMs } from './instants.js';
import { instantMs, text, ticker, type Cell } from './read-cells.js';
import { readHead } from './read-rows.js';
import { rowImport, type RowImport } from './row-import.js';

const FEED_START = /^\uFEFF?\s*</;

/** An epoch in seconds, or a date and time with its zone, as ISO 8601 or feeds write it. */
function instant(cell: Cell, label: string): Date {
  const given = text(cell);
  const ms = [instantMs(cell), mailInstantMs(given)].find((each) => !Number.isNaN(each));
  if (ms === undefined)
    throw new CellError(`${label} ${JSON.stringify(given)} is not epoch seconds or a time with its zone`);
  return new Date(ms);
}

function givenTickers(cell: Cell): readonly string[] {
  const given = text(cell)
    .split(/[\s,;]+/)
    .filter((each) => each !== '');
  return [...new Set(given.flatMap((each) => ticker(each) ?? []))];
}

function notesOf({ stored, repeated, unlinked }: StoredNews, given: number): readonly string[] {
  return [
    ...(stored === given ? [] : [`Articles that were stored already: ${given - stored}.`]),
    ...(repeated === 0 ? [] : [`Articles that repeat the story of another one: ${repeated}.`]),
    ...(unlinked === 0 ? [] : [`Articles about no stored security: ${unlinked}; import securities or bars for more.`]),
  ];
}

/** Finnhub's articles, and rows of other vendors. */
export const NEWS: RowImport<typeof newsArticle> = {
  kind: 'news',
  summary: "News articles from Finnhub's JSON files, RSS and Atom files, or CSV rows.",
  noun: 'list of articles',
  list: 'articles',
  columns: {
    url: [text, 'link'],
    title: [(cell) => plainText(text(cell)), 'headline'],
    outlet: [(cell) => plainText(text(cell)), 'source', 'publisher'],
    publishedAt: [instant, 'datetime', 'published_at', 'date', 'pubDate'],
    summary: [(cell) => plainText(text(cell)) || null, 'description'],
    givenTickers: [givenTickers, 'related', 'tickers', 'symbols'],
  },
  model: newsArticle,
  keyOf: articleKey,
  faultOf: articleFault,
  nameOf: ({ url }) => url,
  save: async (store, tx, rows, { source }) => notesOf(await storeManyArticles(store, tx, rows, source), rows.length),
  sample: {
    file: [
      'Date,Source,Title,Url,Summary,Tickers',
      '2025-07-28T09:00:00Z,Alder Wire,Pebble Optics raises outlook,https://alder.example/a?utm_source=x,<p>More &amp; more.</p>,PBLO',
      '1753693200,Basalt News,Cinder opens plant in Ohio,https://basalt.example/b,,"CNDR, PBLO"',
      '2025-07-28T09:05:00Z,Alder Wire,The same page,https://www.alder.example/a#top,,',
      '2025-07-28 09:00,Alder Wire,No zone,https://alder.example/c,,',
      '2025-07-28T09:00:00Z,Alder Wire,No page,https://alder.example/,,',
      '2025-07-28T09:00:00Z,Alder Wire,,https://alder.example/d,,',
      '2035-07-28T09:00:00Z,Alder Wire,Too early,https://alder.example/e,,',
      '0,Alder Wire,Too late,https://alder.example/f,,',
      '2025-07-28T09:00:00Z,Alder Wire,A password,https://jane:secret@alder.example/g,,',
      '2025-07-28T09:00:00Z,Alder Wire,A host before the host,https://alder.example@basalt.example/g,,',
      '2025-02-30T09:00:00Z,Alder Wire,No day,https://alder.example/i,,',
      'Issue 7 GMT,Alder Wire,No date,https://alder.example/j,,',
      '2025-07-28T09:00:00Z,Alder Wire,A script,javascript:alert(1)//alder.example/h,,',
      '2025-07-28T09:00:00Z,Alder Wire,A private network,http://10.0.0.1/k,,',
    ].join('\n'),
    stored: 2,
    refused: [
      'line 4: https://www.alder.example/a#top is already on line 2; the first one counts',
      'line 5: date "2025-07-28 09:00" is not epoch seconds or a time with its zone',
      'line 6: url "https://alder.example/" is not the address of an article',
      'line 7: title is missing',
      'line 8: date 2035-07-28 is in the future',
      'line 9: date "0" is not epoch seconds or a time with its zone',
      'line 10: url contains a user or password',
      'line 11: url contains a user or password',
      'line 12: date "2025-02-30T09:00:00Z" is not epoch seconds or a time with its zone',
      'line 13: date "Issue 7 GMT" is not epoch seconds or a time with its zone',
      'line 14: url is not an http or https URL',
      'line 15: url "http://10.0.0.1/k" leads to a private network',
    ],
  },
};

const ROWS = rowImport(NEWS);

const MIB = 1_048_576;
/** Of a feed, which is read into memory as a whole, some twenty times its size. */
const MOST_FEED_BYTES = 32 * MIB;

/** Articles of an RSS or Atom file. */
async function readFeedFile(
  file: string,
  { now, readFeed }: Pick<ImportContext, 'now' | 'readFeed'>,
): Promise<FeedArticles> {
  const { size } = await stat(file);
  if (size > MOST_FEED_BYTES)
    throw new ImportError(
      `The feed has ${(size / MIB).toFixed(1)} MiB, of at most ${MOST_FEED_BYTES / MIB}; split it, or import its articles as CSV or JSON.`,
    );
  const reading = await readFeed({ body: await readFile(file), contentType: '', nowMs: now.valueOf() });
  if ('fault' in reading) throw new ImportError(reading.fault);
  return reading;
}

const isFeed = async (file: string): Promise<boolean> => FEED_START.test((await readHead(file)).toString('utf8'));

export const IMPORT: FileImport = {
  ...ROWS,
  extensions: ['csv', 'json', 'xml', 'rss', 'atom'],
  async read(store: Store, file: string, context: ImportContext) {
    if (!(await isFeed(file))) return ROWS.read(store, file, context);
    const { articles, refused } = await readFeedFile(file, context);
    if (articles.length === 0 && refused.length === 0) throw new ImportError('The feed has no entries.');
    return {
      rows: articles.length,
      refused,
      notes: [],
      save: async (tx) => notesOf(await storeManyArticles(store, tx, articles, context.source), articles.length),
    };
  },
};
