import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DEMO_KEYS } from '../../access/demo.js';
import { until } from '../../access/fixtures/access.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { changeLastClose } from '../support/live-market.js';
import { describeInBrowser, pagesForFile } from './chromium.js';

const server = await serverForFile({ SVC_CONSOLE: 'false' });

describeInBrowser('the API reference in a browser', () => {
  const open = pagesForFile();

  it('lists every operation and executes one with the demo key, without a request to elsewhere or an error', async () => {
    const { page, strayRequests, consoleErrors } = await open();
    await page.goto(`${server.url}/docs`);
    const { text } = await server.call('/api/v1/openapi');
    const { paths, webhooks } = JSON.parse(text) as Record<'paths' | 'webhooks', Record<string, object>>;
    const operations = Object.values({ ...paths, ...webhooks }).flatMap((path) =>
      Object.keys(path).filter((name) => ['get', 'post', 'patch', 'delete'].includes(name)),
    );
    await page
      .locator('.opblock')
      .nth(operations.length - 1)
      .waitFor();
    expect(await page.locator('.opblock').count()).toBe(operations.length);

    const signal = page
      .locator('.opblock')
      .filter({ has: page.locator('[data-path="/api/v1/signal"], [data-path="/signal"]') })
      .first();
    await signal.locator('.opblock-summary-control').first().click();
    await signal.locator('tr[data-param-name="ticker"] input').fill('AAPL');
    await signal.getByRole('button', { name: 'Execute' }).click();
    await signal.locator('.live-responses-table .response-col_status').first().waitFor();
    expect((await signal.locator('.live-responses-table .response-col_status').last().innerText()).trim()).toMatch(
      /^200/,
    );
    const shown = await signal.locator('.live-responses-table .highlight-code').first().innerText();
    const asked = await server.call('/api/v1/signal?ticker=AAPL', { key: DEMO_KEYS.pro });
    expect(shown).toContain(`"composite_score": ${String(read(asked, 'composite_score'))}`);
    expect([strayRequests, consoleErrors]).toEqual([[], []]);
  });
});

/** Perceived lightness of a colour that getComputedStyle tells, 0 to 255; transparent counts as the canvas. */
const lightnessOf = (page: Page, selector: string, property: 'color' | 'background-color'): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => {
      const [red = 0, green = 0, blue = 0] = (
        getComputedStyle(element)
          .getPropertyValue(name)
          .match(/[\d.]+/g) ?? []
      ).map(Number);
      return 0.3 * red + 0.6 * green + 0.1 * blue;
    }, property);

describeInBrowser('the pages in the dark, on a phone', () => {
  const open = pagesForFile({ colorScheme: 'dark', viewport: { width: 390, height: 800 } });

  it.each(['/', '/guide', '/guide/live', '/guide/errors', '/guide/clients'])(
    '%s is dark, legible and as wide as the phone',
    async (address) => {
      const { page, strayRequests, consoleErrors } = await open();
      await page.goto(server.url + address);
      expect(await lightnessOf(page, 'body', 'background-color')).toBeLessThan(60);
      expect(await lightnessOf(page, 'main p', 'color')).toBeGreaterThan(180);
      expect(await lightnessOf(page, 'main a', 'color')).toBeGreaterThan(120);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      expect([strayRequests, consoleErrors]).toEqual([[], []]);
    },
  );

  it('/docs is dark, with bounds and samples in three languages', async () => {
    const { page, strayRequests, consoleErrors } = await open();
    await page.goto(`${server.url}/docs`);
    await page.locator('.opblock').first().waitFor();
    expect(await lightnessOf(page, 'body', 'background-color')).toBeLessThan(60);
    expect(await lightnessOf(page, '.swagger-ui .info .title', 'color')).toBeGreaterThan(150);
    const dca = page
      .locator('.opblock')
      .filter({ has: page.locator('[data-path="/api/v1/dca"], [data-path="/dca"]') })
      .first();
    await dca.locator('.opblock-summary-control').first().click();
    expect(await dca.locator('tr[data-param-name="years"]').innerText()).toMatch(
      /maximum\W+15[\s\S]*minimum\W+1|minimum\W+1[\s\S]*maximum\W+15/,
    );
    expect(await dca.locator('.sample summary').allInnerTexts()).toEqual(['curl', 'JavaScript', 'Python']);
    await dca.locator('.sample summary').first().click();
    expect(await dca.locator('.sample pre').first().innerText()).toContain(`${server.url}/api/v1/dca?ticker=`);
    expect([strayRequests, consoleErrors]).toEqual([[], []]);
  });

  it('GraphiQL fits the phone, shows our icon, and remembers the key that is typed', async () => {
    const { page, consoleErrors } = await open();
    await page.goto(`${server.url}/graphql`);
    await page.locator('.graphiql-execute-button').waitFor();
    expect(await page.evaluate(() => window.innerWidth)).toBe(390);
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^\/graphql\/icon\.[\w-]{12}\.svg$/);
    await page.getByRole('button', { name: 'Headers' }).click();
    await page.locator('.graphiql-editor-tool .monaco-editor').nth(1).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('{ "X-API-Key": "svc_demo_free"');
    await page.waitForFunction(() => JSON.stringify(localStorage).includes('svc_demo_free'));
    await page.reload();
    await page.locator('.graphiql-execute-button').waitFor();
    await page.locator('.graphiql-editor-tool').getByText('svc_demo_free').first().waitFor({ state: 'attached' });
    expect(consoleErrors).toEqual([]);
  });
});

/** Presses the play button and chooses one of the examples. */
async function run(page: Page, example: string): Promise<void> {
  await page.locator('.graphiql-execute-button').click();
  await page.getByRole('menuitem', { name: example }).click();
}

describeInBrowser('the form of GraphiQL', () => {
  const open = pagesForFile();
  beforeAll(async () => {
    await server.runtime.access.signIn.signUp(
      { email: 'owner@example.com', password: 'four unrelated words here' },
      { address: null, userAgent: null },
    );
  });
  const signIn = async (page: Page, password: string): Promise<void> => {
    await page.locator('#sign-in > summary').click();
    await page.getByLabel('E-mail address').fill('owner@example.com');
    await page.getByLabel('Password').fill(password);
    await page.locator('#sign-in button').click();
  };
  const viewer = `${server.url}/graphql?query=${encodeURIComponent('{ viewer { tier email } }')}`;
  const runs = (page: Page): Promise<void> => page.locator('.graphiql-execute-button').click();
  const shows = (page: Page, text: string): Promise<void> =>
    page.locator('.result-window').getByText(text).first().waitFor();

  it('signs in, sends requests by the session instead of the key, and signs out', async () => {
    const { page, strayRequests, consoleErrors } = await open();
    await page.goto(viewer);
    await signIn(page, 'four unrelated words here');
    await page.locator('#sign-in > summary').getByText('owner@example.com').waitFor();
    await runs(page);
    await shows(page, 'owner@example.com');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    await page.reload();
    await page.locator('#sign-in > summary').getByText('owner@example.com').click();
    await page.locator('#sign-in button').getByText('Sign out').click();
    await page.locator('#sign-in > summary').getByText('Sign in').waitFor();
    await runs(page);
    await shows(page, 'pro');
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('svc_session');
    expect([strayRequests, consoleErrors]).toEqual([[], []]);
  });

  it('shows why a sign-in is refused, and when a session has ended', async () => {
    const { page } = await open();
    await page.goto(viewer);
    await signIn(page, 'a wrong password');
    await page.locator('#sign-in output').getByText('password').waitFor();
    await page.getByLabel('Password').fill('four unrelated words here');
    await page.locator('#sign-in button').click();
    await page.locator('#sign-in > summary').getByText('owner@example.com').waitFor();
    await page.context().clearCookies();
    await runs(page);
    await page.locator('#sign-in > summary').getByText('Sign in').waitFor();
    expect(await page.locator('#sign-in output').textContent()).toBe('The session has ended. Sign in again.');
  });
});

describeInBrowser('GraphiQL in a browser', () => {
  const open = pagesForFile();

  it('runs its example with the demo key that is filled in, without a request to elsewhere or an error', async () => {
    const { page, strayRequests, consoleErrors } = await open();
    const answered = page.waitForResponse(
      (response) =>
        response.request().method() === 'POST' && (response.request().postData() ?? '').includes('query Example'),
    );
    await page.goto(`${server.url}/graphql`);
    await run(page, 'Example');
    const answer = (await (await answered).json()) as object;
    expect(read(answer, 'errors')).toBeUndefined();
    expect(read(answer, 'data', 'security', 'name')).toBe('Apple Inc.');
    await page.locator('.result-window').getByText('Apple Inc.').waitFor();
    expect([strayRequests, consoleErrors]).toEqual([[], []]);
  });

  it('streams its subscription: the current signal, then each change, until it is stopped', async () => {
    const { page, strayRequests, consoleErrors } = await open();
    await page.goto(`${server.url}/graphql`);
    await run(page, 'Live');
    const score = async (): Promise<string> =>
      String(
        read(
          await server.graphql(DEMO_KEYS.pro, '{ security(ticker: "AAPL") { signal { compositeScore } } }'),
          'data',
          'security',
          'signal',
          'compositeScore',
        ),
      );
    const shown = (value: string): Promise<void> =>
      page.locator('.result-window').getByText(value, { exact: true }).first().waitFor();
    const before = await score();
    await shown(before);
    await changeLastClose(server.runtime.store, 'AAPL', 0.6);
    const after = await score();
    expect(after).not.toBe(before);
    await shown(after);
    expect(server.streams()).toBe(1);
    await page.getByRole('button', { name: /^Stop query/ }).click();
    await until(() => server.streams() === 0);
    expect([strayRequests, consoleErrors]).toEqual([[], []]);
  });

  it('shows a subscription that is refused with its code', async () => {
    const { page } = await open();
    await page.goto(
      `${server.url}/graphql?query=${encodeURIComponent('subscription { signalChanged(tickers: []) { ticker } }')}`,
    );
    await page.getByRole('button', { name: /^Execute query/ }).click();
    await page.locator('.result-window').getByText('"INVALID_PARAMETER"').waitFor();
  });

  it('opens again with the query of its address, as a reload or a link asks for it', async () => {
    const { page, consoleErrors } = await open();
    await page.goto(
      `${server.url}/graphql?query=${encodeURIComponent('query Shared { security(ticker: "MSFT") { name } }')}`,
    );
    await page.reload();
    await page.getByRole('button', { name: /^Execute query/ }).click();
    await page.locator('.result-window').getByText('Microsoft Corporation').waitFor();
    expect(consoleErrors).toEqual([]);
  });
});
