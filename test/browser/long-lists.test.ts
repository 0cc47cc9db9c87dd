import { afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DEMO_OPERATOR_KEY } from '../../access/demo.js';
import { serverForFile } from '../support/in-process.js';
import { describeInBrowser, pagesForFile } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile();
const COUNT = 230;
const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);
const padded = (number: number): string => String(number).padStart(3, '0');

interface LongList {
  readonly address: string;
  readonly caption: string;
  readonly what: string;
  readonly one: string;
  /** Names that it has at least, the last of which is searched. */
  readonly names: readonly string[];
  /** A kind of import and a file that has them; none where they are there already. */
  readonly file?: {
    readonly kind: string;
    readonly head: string;
    readonly line: (name: string, number: number) => string;
  };
}

/** Lists of more than two pages. */
const LISTS: readonly LongList[] = [
  {
    address: '/console/private-markets/companies',
    caption: 'Companies',
    what: 'companies',
    one: 'company',
    names: numbers.map((number) => `Quarry Works ${padded(number)}`),
    file: {
      kind: 'private',
      head: 'Company,Valuation,As Of,Date Joined,City,Country,Industry,Year Founded,Select Investors',
      line: (name) => `${name},$1.5B,2025-06-30,4/7/2021,Austin,United States,Space,2016,`,
    },
  },
  {
    address: '/console/security',
    caption: 'Securities',
    what: 'securities',
    one: 'security',
    names: numbers.map((number) => `ZQ${String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26))}`),
    file: {
      kind: 'securities',
      head: 'ticker,name,kind',
      line: (name, number) => `${name},${number === COUNT ? 'Quillworthy Mills' : `Listed ${padded(number)}`},equity`,
    },
  },
  // The corpus has them.
  {
    address: '/console/private-markets/investors',
    caption: 'Investors',
    what: 'firms',
    one: 'firm',
    names: ['Blackstone', 'Yamaha Motor Ventures'],
  },
];

const namesOf = async (page: Page, caption: string): Promise<readonly string[]> => {
  const rows = await page.getByRole('group', { name: caption, exact: true }).locator('tbody th').allInnerTexts();
  return rows.map((text) => text.trim());
};

afterEach(() => server.nextMinute());

describeInBrowser.each(LISTS)('the list at $address', ({ address, caption, what, one, names: expected, file }) => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });

  beforeAll(async () => {
    if (file === undefined) return;
    const body = [file.head, ...expected.map((name, index) => file.line(name, index + 1))].join('\n');
    const headers = { 'X-API-Key': DEMO_OPERATOR_KEY, 'Content-Type': 'application/octet-stream' };
    const { status, text } = await server.call(`/admin/imports?kind=${file.kind}&name=list.csv`, {
      method: 'POST',
      headers,
      body,
    });
    expect([status, (JSON.parse(text) as { rows: number }).rows]).toEqual([200, expected.length]);
  });

  it('reaches every entry page by page, and by a search', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, server.url + address);
    const next = page.getByRole('button', { name: `Next ${what}` });
    await next.waitFor();
    const found = new Set<string>();
    for (;;) {
      await settle(page, caption);
      const names = await namesOf(page, caption);
      for (const name of names) found.add(name);
      if (await next.isDisabled()) break;
      await next.click();
      await page.waitForFunction(
        ([first, label]) => {
          const shown = document.querySelector(`[aria-label="${label}"] tbody th`);
          return shown !== null && shown.textContent.trim() !== first;
        },
        [names[0] ?? '', caption] as const,
      );
    }
    expect(expected.filter((name) => !found.has(name))).toEqual([]);
    const total = await page.getByText(new RegExp(`^\\d+ ${what}$`)).innerText();
    expect([found.size > 200, `${found.size} ${what}`]).toEqual([true, total]);
    const last = expected.at(-1) ?? '';
    await page.locator('main').getByRole('searchbox').first().fill(last);
    await page.getByText(`1 ${one}`, { exact: true }).waitFor();
    expect(await namesOf(page, caption)).toEqual([last]);
    expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
  });
});

describeInBrowser('the search field over more securities than its first page has', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });

  it('finds any of them by a name that is nearly right', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/usage`);
    await settle(page, 'Requests a minute');
    await page.keyboard.press('/');
    await page.keyboard.type('quilworthy');
    await page.getByRole('option', { name: /^ZQI\w Quillworthy Mills/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/security\/ZQI/);
    expect(watched.strayRequests).toEqual([]);
  });
});
