import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DEMO_KEYS } from '../../access/demo.js';
import { until } from '../../access/fixtures/access.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { changeLastClose } from '../support/live-market.js';
import { describeInBrowser, pagesForFile } from './chromium.js';

const server = await serverForFile();

describeInBrowser('the API reference in a browser', () => {
  const open = pagesForFile();

  it('lists every operation and executes one with the demo key, without a request to elsewhere or an error', async () => {
    const { page, strayRequests, consoleErrors } = await open();
    await page.goto(`${server.url}/docs`);
    await page.locator('.opblock').first().waitFor();
    const { text } = await server.call('/api/v1/openapi');
    const operations = Object.values((JSON.parse(text) as { paths: Record<string, object> }).paths).flatMap((path) => Object.keys(path).filter((name) => ['get', 'post', 'patch', 'delete'].includes(name)));
    expect(await page.locator('.opblock').count()).toBe(operations.length);

    const signal = page.locator('.opblock').filter({ has: page.locator('[data-path="/api/v1/signal"], [data-path="/signal"]') }).first();
    await signal.locator('.opblock-summary-control').first().click();
    await signal.locator('tr[data-param-name="ticker"] input').fill('AAPL');
    await signal.getByRole('button', { name: 'Execute' }).click();
    await signal.locator('.live-responses-table .response-col_status').first().waitFor();
    expect((await signal.locator('.live-responses-table .response-col_status').last().innerText()).trim()).toMatch(/^200/);
    const shown = await signal.locator('.live-responses-table .highlight-code').first().innerText();
    const asked = await server.call('/api/v1/signal?ticker=AAPL', { key: DEMO_KEYS.pro });
    expect(shown).toContain(`"composite_score": ${String(read(asked, 'composite_score'))}`);
    expect([strayRequests, consoleErrors]).toEqual([[], []]);
  });
});

/** Presses the play button and chooses one of the examples. */
async function run(page: Page, example: string): Promise<void> {
  await page.locator('.graphiql-execute-button').click();
  await page.getByRole('menuitem', { name: example }).click();
}

describeInBrowser('GraphiQL in a browser', () => {
  const open = pagesForFile();

  it('runs its example with the demo key that is filled in, without a request to elsewhere or an error', async () => {
    const { page, strayRequests, consoleErrors } = await open();
    const answered = page.waitForResponse((response) => response.request().method() === 'POST' && (response.request().postData() ?? '').includes('query Example'));
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
    const score = async (): Promise<string> => String(read(await server.graphql(DEMO_KEYS.pro, '{ signal(ticker: "AAPL") { compositeScore } }'), 'data', 'signal', 'compositeScore'));
    const shown = (value: string): Promise<void> => page.locator('.result-window').getByText(value, { exact: true }).first().waitFor();
    const before = await score();
    await shown(before);
    await changeLastClose(server.runtime.store, 'AAPL', 0.6);
    const after = await score();
    expect(after).not.toBe(before);
    await shown(after);
    expect(server.streams()).toBe(1);
    await page.getByRole('button', { name: /^Stop query/ }).click();
    await until(() => server.streams() === 0, 3_000);
    expect([strayRequests, consoleErrors]).toEqual([[], []]);
  });

  it('shows a subscription that is refused with its code', async () => {
    const { page } = await open();
    await page.goto(`${server.url}/graphql?query=${encodeURIComponent('subscription { signalChanged(tickers: []) { signal } }')}`);
    await page.getByRole('button', { name: /^Execute query/ }).click();
    await page.locator('.result-window').getByText('"INVALID_PARAMETER"').waitFor();
  });

  it('opens again with the query of its address, as a reload or a link asks for it', async () => {
    const { page, consoleErrors } = await open();
    await page.goto(`${server.url}/graphql?query=${encodeURIComponent('query Shared { security(symbol: "MSFT") { name } }')}`);
    await page.reload();
    await page.getByRole('button', { name: /^Execute query/ }).click();
    await page.locator('.result-window').getByText('Microsoft Corporation').waitFor();
    expect(consoleErrors).toEqual([]);
  });
});
