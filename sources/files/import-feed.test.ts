import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { readFeedDocument, type FeedDocument } from '../news/feed-document.js';
import { importFiles } from './import-files.js';
import type { FileReport } from './import-report.js';
import { IMPORT } from './import-news.js';

const ENTRIES = 600;
const item = (index: number): string =>
  `<item><title>Caf\xe9 ${index} of the alder</title><link>https://alder.example/${index}</link><pubDate>Mon, 01 Sep 2025 10:00:00 GMT</pubDate></item>`;
const FEED = `<?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0"><channel><title>Alder Wire</title>${Array.from({ length: ENTRIES }, (_, index) => item(index)).join('')}</channel></rss>`;

describe('the import of a feed', () => {
  let store: Store;
  let folder: string;
  const openStore = embeddedDatabase();
  beforeAll(async () => {
    store = await openStore();
    folder = await mkdtemp(path.join(os.tmpdir(), 'feed-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const read: FeedDocument[] = [];
  const reported = async (file: string): Promise<FileReport | undefined> => {
    const options = {
      strict: false,
      now: () => new Date('2025-10-01T00:00:00Z'),
      readFeed: (document: FeedDocument) => {
        read.push(document);
        return readFeedDocument(document);
      },
    };
    return (await importFiles(store, IMPORT, [file], options)).files[0];
  };

  it('reads it by what is given for that, in its own encoding, and stores it in slices', async () => {
    const file = path.join(folder, 'alder.xml');
    await writeFile(file, FEED, 'latin1');
    const saved = jest.spyOn(store.news, 'save');
    const report = await reported(file);
    expect([report?.rows, report?.refused, report?.error]).toEqual([ENTRIES, [], undefined]);
    expect(read.map(({ body, contentType, url }) => [body.byteLength, contentType, url])).toEqual([
      [FEED.length, '', undefined],
    ]);
    expect(saved.mock.calls.length).toBeGreaterThan(2);
    const titles = await store.db
      .selectFrom('news_articles')
      .select('title')
      .where('key', '=', 'alder.example/7')
      .execute();
    expect(titles).toEqual([{ title: 'Café 7 of the alder' }]);
    const { count } = await store.db
      .selectFrom('news_articles')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(ENTRIES);
  });

  it('refuses one that would not fit into memory before it is read', async () => {
    const file = path.join(folder, 'large.xml');
    await writeFile(file, '<rss>');
    await truncate(file, 33 * 1_048_576);
    read.splice(0);
    expect((await reported(file))?.error).toBe(
      'The feed has 33.0 MiB, of at most 32; split it, or import its articles as CSV or JSON.',
    );
    expect(read).toEqual([]);
  });

  it('tells why a document is no feed', async () => {
    const file = path.join(folder, 'page.xml');
    await writeFile(file, '<html><body>Not found</body></html>');
    expect((await reported(file))?.error).toBe('The document is neither RSS nor Atom.');
  });
});
