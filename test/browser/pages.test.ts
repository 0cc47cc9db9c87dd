import { expect, it } from '@jest/globals';
import { DEMO_KEYS } from '../../access/demo.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
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

describeInBrowser('GraphiQL in a browser', () => {
  const open = pagesForFile();

  it('runs its example with the demo key that is filled in, without a request to elsewhere or an error', async () => {
    const { page, strayRequests, consoleErrors } = await open();
    const answered = page.waitForResponse((response) => response.request().method() === 'POST' && (response.request().postData() ?? '').includes('query Example'));
    await page.goto(`${server.url}/graphql`);
    const run = page.locator('.graphiql-execute-button');
    await run.waitFor();
    await run.click();
    const answer = (await (await answered).json()) as object;
    expect(read(answer, 'errors')).toBeUndefined();
    expect(read(answer, 'data', 'security', 'name')).toBe('Apple Inc.');
    await page.locator('.result-window').getByText('Apple Inc.').waitFor();
    expect([strayRequests, consoleErrors]).toEqual([[], []]);
  });
});
