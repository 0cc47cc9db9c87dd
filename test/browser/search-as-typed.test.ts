import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { storeDemoLines } from '../../bin/demo/line.js';
import { serverForFile } from '../support/in-process.js';
import { violations } from './axe.js';
import { describeInBrowser, pagesForFile, type WatchedPage } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile();

interface SearchedList {
  readonly address: string;
  readonly label: string;
  readonly caption: string;
  readonly types: string;
  /** Rows that the text finds. */
  readonly finds: RegExp;
  /** Lists for operators are not in the address, because their texts are addresses of people. */
  readonly isInAddress?: false;
}

const LISTS: readonly SearchedList[] = [
  { address: '/console/security', label: 'Ticker or name', caption: 'Securities', types: 'micros', finds: /MSFT/ },
  {
    address: '/console/screener?kind=EQUITY',
    label: 'Ticker or name',
    caption: 'Securities of the screen',
    types: 'micros',
    finds: /MSFT/,
  },
  {
    address: '/console/private-markets/companies',
    label: 'Name or word',
    caption: 'Companies',
    types: 'foxgl',
    finds: /Foxglove Launch/,
  },
  {
    address: '/console/private-markets/investors',
    label: 'Name or word',
    caption: 'Investors',
    types: 'blacks',
    finds: /Blackstone/,
  },
  {
    address: '/console/operator',
    label: 'Ticker or name',
    caption: 'Securities',
    types: 'micros',
    finds: /MSFT/,
    isInAddress: false,
  },
  {
    address: '/console/operator',
    label: 'Address, name or start of the id',
    caption: 'Accounts',
    types: 'demo',
    finds: /demo/i,
    isInAddress: false,
  },
];

const MINUTE_MS = 60_000;
/** Shorter than the page waits for the next letter. */
const BETWEEN_LETTERS_MS = 100;
/** Longer than the page waits for the next letter. */
const SETTLED_WITHIN_MS = 400;

const field = (page: Page, label: string) => page.locator('main').getByRole('searchbox', { name: label });
const rows = (page: Page, caption: string) =>
  page.getByRole('group', { name: caption, exact: true }).locator('tbody tr');

/** Texts that were sent as a search. */
function searchesOf(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { variables } = JSON.parse(request.postData() ?? '{}') as {
      variables?: { search?: string | null; filter?: { search?: string; query?: string } };
    };
    const text = variables?.search ?? variables?.filter?.search ?? variables?.filter?.query;
    if (text !== undefined) sent.push(text);
  });
  return sent;
}

/** What the status beside the field says from now on. */
async function listen(page: Page, label: string): Promise<() => Promise<readonly string[]>> {
  await field(page, label).evaluate((input) => {
    const told: string[] = [];
    Object.assign(window, { told });
    const status = input.closest('form')?.querySelector('[role=status]');
    if (!(status instanceof Element)) throw new Error('The field has no status.');
    const note = (): void => {
      if (status.textContent !== '') told.push(status.textContent);
    };
    new MutationObserver(note).observe(status, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { told: readonly string[] }).told);
}

afterEach(() => server.nextMinute());

describeInBrowser('a search as one types', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });
  const opened = async (address: string): Promise<WatchedPage> => {
    const watched = await open();
    await visit(watched, server.url + address);
    await settle(watched.page, 'Search');
    return watched;
  };

  it.each(LISTS)(
    'of $caption at $address asks once, in place, and tells the number of results once',
    async ({ address, label, caption, types, finds, isInAddress = true }) => {
      const watched = await opened('/console/usage');
      const { page } = watched;
      await page.clock.install();
      await page.goto(server.url + address);
      await rows(page, caption).first().waitFor();
      // What is still asked for would be given up when the clock is set forward.
      await settle(page, caption);
      const before = await rows(page, caption).count();
      const searches = searchesOf(page);
      const told = await listen(page, label);
      const entries = await page.evaluate(() => history.length);
      const input = field(page, label);
      // The page's time: a busy machine may take longer to type.
      await page.clock.pauseAt(Date.now() + MINUTE_MS);
      for (const letter of types) {
        await input.pressSequentially(letter);
        await page.clock.runFor(BETWEEN_LETTERS_MS);
      }
      expect(searches).toEqual([]);
      await page.clock.runFor(SETTLED_WITHIN_MS);
      await page.clock.resume();
      await page.waitForFunction(
        (count) => (window as unknown as { told: readonly string[] }).told.length === count,
        1,
      );
      const shown = await rows(page, caption).allInnerTexts();
      expect([shown.length <= before, shown.filter((text) => !finds.test(text))]).toEqual([true, []]);
      expect(await told()).toEqual([`${shown.length === 1 ? '1 result' : `${shown.length} results`} for “${types}”`]);
      expect(searches).toEqual([types]);
      expect(await input.evaluate((element) => [element === document.activeElement, history.length])).toEqual([
        true,
        entries,
      ]);
      expect(new URL(page.url()).searchParams.get('search')).toBe(isInAddress ? types : null);
      expect(await violations(page)).toEqual([]);
      await page.goBack();
      await page.getByRole('heading', { name: 'Keys and usage' }).waitFor();
      expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
    },
  );

  it('asks nothing for a single letter unless Enter is pressed, and shows everything again without asking when it is cleared', async () => {
    const watched = await opened('/console/security');
    const { page } = watched;
    await rows(page, 'Securities').first().waitFor();
    const all = await rows(page, 'Securities').count();
    const searches = searchesOf(page);
    const input = field(page, 'Ticker or name');
    await input.pressSequentially('v');
    await input.pressSequentially('  ');
    // Longer than a reader pauses: a search would have been sent.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect([searches, await rows(page, 'Securities').count()]).toEqual([[], all]);
    await input.press('Enter');
    await page.waitForURL(/search=v$/);
    await page.waitForFunction((count) => document.querySelectorAll('tbody tr').length < count, all);
    await input.fill('');
    await page.waitForURL(/\/security$/);
    await page.waitForFunction((count) => document.querySelectorAll('tbody tr').length === count, all);
    expect([searches, watched.consoleErrors]).toEqual([['v'], []]);
  });

  it('cancels the request in flight, and never shows an earlier answer for a later text', async () => {
    const watched = await opened('/console/private-markets/companies');
    const { page } = watched;
    await rows(page, 'Companies').first().waitFor();
    // The server never gets the first search: it is in flight until the page cancels it, on a machine of any speed.
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('"search":"fo"') !== true) await route.continue();
    });
    const input = field(page, 'Name or word');
    const [first] = await Promise.all([
      page.waitForRequest((request) => request.postData()?.includes('"search":"fo"') === true),
      input.fill('fo'),
    ]);
    const [cancelled] = await Promise.all([page.waitForEvent('requestfailed'), input.fill('foxglove')]);
    expect([cancelled === first, cancelled.failure()?.errorText]).toEqual([true, 'net::ERR_ABORTED']);
    await page.getByText('1 result for “foxglove”').waitFor({ state: 'attached' });
    expect(await rows(page, 'Companies').allInnerTexts()).toEqual([expect.stringContaining('Foxglove Launch')]);
    expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
  });

  it('is in the address: a link has it, going back from a result finds it, and typing keeps the other conditions', async () => {
    const watched = await opened('/console/screener?kind=EQUITY&search=micros');
    const { page } = watched;
    await rows(page, 'Securities of the screen').first().waitFor();
    const input = field(page, 'Ticker or name');
    expect(await input.inputValue()).toBe('micros');
    await page.getByRole('spinbutton', { name: /^Volume ratio/ }).fill('0.01');
    await input.fill('apple');
    await page.waitForURL(/kind=EQUITY&search=apple$/);
    // What has been filled in, but not sent, is still there.
    expect(await page.getByRole('spinbutton', { name: /^Volume ratio/ }).inputValue()).toBe('0.01');
    await rows(page, 'Securities of the screen').filter({ hasText: 'AAPL' }).getByRole('link').click();
    await page.getByRole('heading', { name: /^AAPL/ }).waitFor();
    await page.goBack();
    await rows(page, 'Securities of the screen').filter({ hasText: 'AAPL' }).waitFor();
    expect([await input.inputValue(), new URL(page.url()).search]).toEqual(['apple', '?kind=EQUITY&search=apple']);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.waitForURL(/\/screener$/);
    expect([await input.inputValue(), watched.consoleErrors]).toEqual(['', []]);
  });

  it('keeps the field when the limit of the minute is reached', async () => {
    const watched = await open();
    const { page } = watched;
    const { key } = await server.newKey('pro', { perMinute: 2 });
    await page.addInitScript((secret) => sessionStorage.setItem('marketgraph:key', secret), key);
    await page.goto(`${server.url}/console/private-markets/companies`);
    await rows(page, 'Companies').first().waitFor();
    const input = field(page, 'Name or word');
    await input.pressSequentially('foxgl', { delay: 20 });
    await page.locator('[data-code=RATE_LIMITED]').waitFor();
    expect(
      await input.evaluate((element) => [element === document.activeElement, (element as HTMLInputElement).value]),
    ).toEqual([true, 'foxgl']);
  });

  it('of the messages of a line leaves its folder and its forms as they are', async () => {
    await storeDemoLines(server.runtime.store, server.clock.nowMs);
    const watched = await opened('/console/line?folder=INBOX');
    const { page } = watched;
    await page.getByText('Minutes of the harbour meeting').waitFor();
    await page.getByLabel('Subject').fill('A draft that is not lost');
    const searches = searchesOf(page);
    await field(page, 'Search').fill('minut');
    await page.getByText('1 result for “minut”').waitFor({ state: 'attached' });
    expect(await page.getByText('Delivery of order 4711').count()).toBe(0);
    expect([new URL(page.url()).search, searches]).toEqual(['?folder=INBOX&search=minut', ['minut']]);
    expect([await page.getByLabel('Subject').inputValue(), watched.consoleErrors]).toEqual([
      'A draft that is not lost',
      [],
    ]);
  });

  it.each([
    ['stripe', /^Stripe Private company/, '/console/private-markets/company/stripe'],
    ['openai', /^OpenAI Private company/, '/console/private-markets/company/openai'],
    ['sequoia', /^Sequoia Capital Investor/, '/console/private-markets/investor/sequoia-capital'],
    [
      'norges',
      /^Government Pension Fund Global \(Norges Bank Investment Management\) Investor/,
      '/console/private-markets/investor/norway-government-pension-fund-global',
    ],
  ])('of the whole console finds %s among companies and investors, which costs nothing', async (text, name, path) => {
    const watched = await opened('/console/usage');
    const { page } = watched;
    const units: unknown[] = [];
    page.on('response', (response) => {
      if (response.request().postData()?.includes('privateMarketNames') === true)
        units.push(
          response.json().then(({ extensions }) => (extensions as { limits: { units: number } }).limits.units),
        );
    });
    await page.keyboard.press('/');
    await page.keyboard.type(text);
    await page.getByRole('option', { name }).waitFor();
    expect(await Promise.all(units)).toEqual([0]);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith(path));
    expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
  });

  it.each([
    ['microsft', 'with few securities'],
    ['stripe', 'with few securities'],
    ['apple', 'with few securities'],
    ['comp', 'with few securities'],
    ['comp', 'with more securities than its first page has'],
  ])(
    'of the whole console only adds below what it shows of %s, however late the answers are, %s',
    async (text, listed) => {
      const watched = await open();
      const { page } = watched;
      let late = 0;
      await page.route('**/graphql', async (route) => {
        const asked = /query (Me|Directory|NearDirectory|PrivateMarketNames)\b/.exec(
          route.request().postData() ?? '',
        )?.[1];
        if (asked !== undefined) {
          late += 400;
          await new Promise((resolve) => setTimeout(resolve, late));
        }
        if (asked !== 'Directory' || listed === 'with few securities') return route.continue();
        const response = await route.fetch();
        const answer = (await response.json()) as { data: { securities: { totalCount: number } } };
        answer.data.securities.totalCount = 5000;
        return route.fulfill({ response, json: answer });
      });
      await visit(watched, `${server.url}/console/usage`);
      const box = page.getByRole('combobox', { name: /^Search tickers/ });
      await box.waitFor();
      await page.evaluate(() => {
        const shown: string[][] = [];
        Object.assign(window, { shown });
        const list = document.querySelector('[role=listbox]');
        if (list === null) throw new Error('The search has no list.');
        const note = (): void => void shown.push([...list.children].map(({ innerHTML }) => innerHTML));
        note();
        new MutationObserver(note).observe(list, { childList: true, characterData: true, subtree: true });
      });
      // At once: between letters the list changes.
      await box.fill(text);
      await page.getByRole('option', { name: 'Search private companies' }).waitFor();
      const lists = await page.evaluate(() => (window as unknown as { shown: string[][] }).shown);
      const moved = lists.filter((list, index) => {
        const before = lists[index - 1] ?? [];
        return before.some((entry, at) => list[at] !== entry);
      });
      expect([lists.length > 1, moved]).toEqual([true, []]);
      expect(watched.consoleErrors).toEqual([]);
    },
  );

  it('of the whole console opens its list again by an arrow', async () => {
    const watched = await opened('/console/usage');
    const { page } = watched;
    await page.keyboard.press('/');
    await page.keyboard.type('aap');
    const first = page.getByRole('option', { name: /^AAPL/ });
    const box = page.getByRole('combobox', { name: /^Search tickers/ });
    for (const arrow of ['ArrowDown', 'ArrowUp']) {
      await first.waitFor();
      await page.keyboard.press('Escape');
      expect([await first.isVisible(), await box.getAttribute('aria-expanded')]).toEqual([false, 'false']);
      await page.keyboard.press(arrow);
      await first.waitFor();
      expect([await first.getAttribute('aria-selected'), await box.getAttribute('aria-expanded')]).toEqual([
        'true',
        'true',
      ]);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/security\/AAPL$/);
    expect(watched.consoleErrors).toEqual([]);
  });

  it('of the whole console says which tier reads the names of companies and investors', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/usage`, 'FREE');
    await settle(page, 'Search');
    await page.keyboard.press('/');
    await page.keyboard.type('stripe');
    await page.getByRole('option', { name: 'Private companies and investors Names are part of Pro and above' }).click();
    await page.getByText('The directory of companies is part of Pro').waitFor();
    expect(watched.consoleErrors).toEqual([]);
  });
});
