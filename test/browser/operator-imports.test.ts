import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../access/fixtures/access.js';
import { serverForFile } from '../support/in-process.js';
import { violations } from './axe.js';
import { describeInBrowser, pagesForFile, type WatchedPage } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile();
const { runtime } = server;
const folder = mkdtempSync(path.join(tmpdir(), 'imports-'));
const UPLOADS = path.join(runtime.config.dataDir, 'uploads');
const uploads = (): readonly string[] => (existsSync(UPLOADS) ? readdirSync(UPLOADS) : []);

afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => server.nextMinute());

const bars = (days: number): string[] => [
  'Date,Open,High,Low,Close,Volume',
  ...Array.from(
    { length: days },
    (_, i) => `${new Date(Date.UTC(2020, 0, 6 + 7 * i)).toISOString().slice(0, 10)},10,11,9,10.5,100`,
  ),
];

function written(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Bytes that are no bars: more than a connection keeps, so that an upload of them can be held up. */
const LONG = 'not,bars\n'.repeat(1_000_000);

/** Stored days of a ticker's bars. */
const daysOf = async (ticker: string): Promise<number | undefined> =>
  (await runtime.store.bars.readDaily([ticker])).get(ticker)?.bars.days.length;

/**
 * What passes between the browser and the server: everything, no more of a long upload, no answer to one, or nothing.
 */
type Line = 'open' | 'held' | 'unanswered' | 'down';

/** A connection to the server that the test can hold up and cut. */
async function wire(): Promise<{ readonly url: string; line: Line; cut(): void; close(): void }> {
  const sockets = new Set<Socket>();
  const state = { line: 'open' as Line };
  const proxy = createServer((browser) => {
    if (state.line === 'down') return void browser.on('error', () => undefined).destroy();
    const upstream = connect(Number(new URL(server.url).port), '127.0.0.1');
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          browser.destroy();
          upstream.destroy();
        });
    }
    let isUpload = false;
    browser.on('data', (part) => {
      isUpload ||= part.includes('POST /admin/imports');
      upstream.write(part);
      if (isUpload && state.line === 'held') browser.pause();
    });
    upstream.on('data', (part) => {
      if (isUpload && state.line === 'unanswered') browser.destroy();
      else browser.write(part);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return Object.assign(state, {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut: () => sockets.forEach((socket) => socket.destroy()),
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      proxy.close();
    },
  });
}

interface Opened {
  readonly watched: WatchedPage;
  readonly page: Page;
  readonly panel: Locator;
  /** What sends the file. */
  readonly button: Locator;
  /** Files that were sent so far. */
  readonly posts: () => number;
  choose(kind: string, file: string): Promise<void>;
  press(): Promise<void>;
  shows(text: string): Promise<void>;
}

async function opened(watched: WatchedPage, url = server.url): Promise<Opened> {
  const { page } = watched;
  let posts = 0;
  page.on('request', (request) => {
    posts += Number(request.url().includes('/admin/imports'));
  });
  await visit(watched, `${url}/console/operator`);
  await settle(page, 'What the file has');
  const panel = page.getByRole('region', { name: 'Import a file' });
  const button = panel.locator('button[type=submit]');
  return {
    watched,
    page,
    panel,
    button,
    posts: () => posts,
    async choose(kind, file) {
      await panel.getByLabel('What the file has').selectOption(kind);
      await panel.locator('input[type=file]').setInputFiles(file);
    },
    press: () => button.click(),
    shows: (text) => panel.getByText(text).first().waitFor(),
  };
}

const LOOKS = [
  ['light', 1440, 'QQAA'],
  ['dark', 390, 'QQAB'],
] as const;

describeInBrowser.each(LOOKS)('an import by an operator in %s, %s pixels wide', (colorScheme, width, ticker) => {
  const open = pagesForFile({ colorScheme, viewport: { width, height: 900 } });

  it('stores the rows of a file, lists the refused ones by line and reason, now and later, and sends it once', async () => {
    const { watched, page, panel, button, posts, choose, shows } = await opened(await open());
    const lines = bars(24);
    lines[3] = '2020-01-20,10,8,9,10.5,100';
    lines[5] = 'no day,10,11,9,10.5,100';
    await choose('bars', written(`${ticker}.csv`, lines.join('\n')));
    await panel.getByText('Columns', { exact: true }).click();
    expect(await violations(page)).toEqual([]);
    await button.dblclick();
    await shows(`${ticker}.csv is imported`);
    await shows('Correct these lines and send the file again');
    const reasons = panel.getByRole('group', { name: `Refused rows of ${ticker}.csv` });
    const shown = await reasons.locator('tbody tr').allInnerTexts();
    expect(shown.map((row) => row.split('\t')[0])).toEqual(['4', '6']);
    expect([await daysOf(ticker), posts()]).toEqual([22, 1]);
    await page.getByText('Import file: bars: 22 rows, 2 refused').first().waitFor();
    const past = page.getByRole('region', { name: 'Imports', exact: true });
    await past.getByRole('button', { name: `${ticker}.csv` }).click();
    await past.getByText('Sent by demo.').waitFor();
    expect(
      await past
        .getByRole('group', { name: `Refused rows of ${ticker}.csv` })
        .locator('tbody tr')
        .allInnerTexts(),
    ).toEqual(shown);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
  });
});

describeInBrowser('operators who import files', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });

  it('drop them, or choose them with the keyboard alone', async () => {
    const { watched, page, panel, button, press, shows } = await opened(await open());
    await panel.getByLabel('What the file has').selectOption('bars');
    const files = (names: readonly string[]) =>
      page.evaluateHandle(
        ({ names: all, text }) => {
          const transfer = new DataTransfer();
          for (const name of all) transfer.items.add(new File([text], name));
          return transfer;
        },
        { names, text: bars(20).join('\n') },
      );
    const drop = async (names: readonly string[]): Promise<void> =>
      panel.locator('.drop').dispatchEvent('drop', { dataTransfer: await files(names) });
    await drop(['A.csv', 'B.csv']);
    await shows('These were 2 files. Send one at a time');
    await drop(['QQAC.csv']);
    await press();
    await shows('QQAC.csv is imported');
    expect(await daysOf('QQAC')).toBe(20);
    await panel.getByLabel('What the file has').focus();
    await page.keyboard.press('Tab');
    while (await page.evaluate(() => document.activeElement?.getAttribute('type') !== 'file'))
      await page.keyboard.press('Tab');
    const chooser = page.waitForEvent('filechooser');
    // The key reaches the page on another way than the wish to be told of dialogs; this answer follows on the latter.
    await page.evaluate(() => true);
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(written('QQAD.csv', bars(21).join('\n')));
    await button.focus();
    await page.keyboard.press('Enter');
    await shows('QQAD.csv is imported');
    expect(await daysOf('QQAD')).toBe(21);
    expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
  });

  it('are told what a file of the wrong kind lacks, before it is sent if its name tells', async () => {
    const { button, posts, choose, press, shows } = await opened(await open());
    await choose('bars', written('letter.pdf', '%PDF-1.7'));
    await shows('Files of bars end in .csv or .txt, and letter.pdf does not.');
    expect([await button.isDisabled(), posts()]).toEqual([true, 0]);
    await choose('bars', written('ratings.csv', 'Ticker,Firm,Grade\nAAPL,Morgan,Buy\n'));
    await press();
    await shows('Nothing of ratings.csv was stored');
    await shows('Is it a file of bars? See the columns of the kind above, or choose another kind.');
    expect([posts(), uploads()]).toEqual([1, []]);
  });

  it('are told the size that a file may have before they send a larger one', async () => {
    const { button, posts, choose, shows } = await opened(await open());
    const file = written('QQAE.csv', '');
    await choose('bars', file);
    await shows('QQAE.csv is empty.');
    truncateSync(file, 257 * 1_048_576);
    await choose('bars', file);
    await shows('QQAE.csv has 257.0 MiB; a file sent here may have 256.0 MiB.');
    expect([await button.isDisabled(), posts()]).toEqual([true, 0]);
  });

  describe('over a connection that fails', () => {
    it('send nothing twice while a file is under way, and send it again when the connection was cut', async () => {
      const line = await wire();
      const { page, panel, button, posts, choose, press, shows } = await opened(await open(), line.url);
      line.line = 'held';
      await choose('bars', written('QQAF.csv', bars(30).join('\n') + '\n'.repeat(12_000_000)));
      await press();
      await until(() => uploads().length > 0);
      await shows('Sending QQAF.csv');
      expect([await button.isDisabled(), await panel.locator('input[type=file]').isDisabled()]).toEqual([true, true]);
      // Another page and back: the file is still under way.
      await page.getByRole('link', { name: 'Calendar' }).first().click();
      await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
      await page.goBack();
      await shows('Sending QQAF.csv');
      line.line = 'down';
      line.cut();
      await shows('QQAF.csv was not imported');
      await shows('so nothing was imported');
      await until(() => uploads().length === 0);
      expect([posts(), await daysOf('QQAF')]).toEqual([1, undefined]);
      line.line = 'open';
      await panel.getByRole('button', { name: 'Try again' }).click();
      await shows('QQAF.csv is imported');
      expect([posts(), await daysOf('QQAF')]).toEqual([2, 30]);
      line.close();
    });

    it('stop a file, of which nothing is imported', async () => {
      const line = await wire();
      const { panel, choose, press, shows } = await opened(await open(), line.url);
      line.line = 'held';
      await choose('bars', written('QQAG.csv', LONG));
      await press();
      await until(() => uploads().length > 0);
      await panel.getByRole('button', { name: 'Stop' }).click();
      await shows('You stopped it before the whole file had arrived, so nothing was imported.');
      line.close();
      await until(() => uploads().length === 0);
      expect(await daysOf('QQAG')).toBeUndefined();
    });

    it('try again when the answer to a file that has arrived is lost, and import it once, although the browser sends it again by itself', async () => {
      const line = await wire();
      const { panel, choose, press, shows } = await opened(await open(), line.url);
      line.line = 'unanswered';
      await choose('bars', written('QQAH.csv', bars(25).join('\n')));
      await press();
      await shows('What became of QQAH.csv is not known');
      await shows('the server goes on importing it');
      await until(async () => (await daysOf('QQAH')) === 25);
      line.line = 'open';
      await until(() => uploads().length === 0);
      await panel.getByRole('button', { name: 'Try again' }).click();
      await shows('QQAH.csv is imported');
      const records = (await runtime.store.imports.recent(20)).filter(({ subject }) => subject === 'QQAH.csv');
      const { rows: actions } = await runtime.access.operators.actions({ first: 20, after: undefined });
      expect([records.length, actions.filter(({ subject }) => subject === 'QQAH.csv').length]).toEqual([1, 1]);
      line.close();
    });

    it('are told to wait while another file is imported', async () => {
      const line = await wire();
      const [busy, other] = [await opened(await open(), line.url), await opened(await open())];
      line.line = 'held';
      await busy.choose('bars', written('QQAI.csv', LONG));
      await busy.press();
      await until(() => uploads().length > 0);
      await other.choose('bars', written('QQAJ.csv', bars(22).join('\n')));
      await other.press();
      await other.shows('Another file is being imported; try again when it is done.');
      line.close();
      await until(() => uploads().length === 0);
      await other.panel.getByRole('button', { name: 'Try again', exact: true }).click();
      await other.shows('QQAJ.csv is imported');
    });
  });
});
