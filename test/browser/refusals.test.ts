import { afterEach, expect, it } from '@jest/globals';
import { serverForFile } from '../support/in-process.js';
import { violations } from './axe.js';
import { describeInBrowser, pagesForFile } from './chromium.js';
import { visit } from './console-visit.js';

const server = await serverForFile();

afterEach(() => server.nextMinute());

describeInBrowser('a page of the console that cannot show anything', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });

  it.each([
    ['/security/NOPE', 'No such ticker'],
    ['/security/NOPE/patterns', 'No such ticker'],
    ['/security/NOPE/street', 'No such ticker'],
    ['/security/NOPE/company', 'No such ticker'],
    ['/security/AAPL/nothing', 'There is no such part'],
    ['/private-markets/company/nope', 'There is no company at this address'],
    ['/private-markets/investor/nope', 'There is no investor at this address'],
    ['/nothing', 'There is no such page'],
  ])('is accessible at %s', async (address, says) => {
    const watched = await open();
    await visit(watched, `${server.url}/console${address}`);
    await watched.page.getByText(says).first().waitFor();
    expect(await violations(watched.page)).toEqual([]);
  });

  it.each(['/security/AAPL', '/private-markets/company/openai', '/private-markets/investor/northzone'])(
    'is accessible at %s after the limit of the minute',
    async (address) => {
      const { page } = await open();
      await page.route('**/graphql', async (route) => {
        if (route.request().postData()?.includes('query Me') === true) return route.continue();
        const errors = [
          { message: 'Too many requests.', extensions: { code: 'RATE_LIMITED', retry_after_s: 30, requestId: 'r1' } },
        ];
        return route.fulfill({ status: 429, json: { errors } });
      });
      await visit({ page, strayRequests: [], consoleErrors: [] }, `${server.url}/console${address}`);
      await page.locator('[data-code=RATE_LIMITED]').first().waitFor();
      expect(await violations(page)).toEqual([]);
    },
  );

  it('is accessible with a key that is not valid', async () => {
    const { page } = await open();
    await page.addInitScript(() => sessionStorage.setItem('marketgraph:key', 'svc_unknown0000000000000000'));
    await page.goto(`${server.url}/console`);
    await page.locator('[data-code=INVALID_KEY]').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('asks again by itself for what the server is still computing', async () => {
    const watched = await open();
    let asked = 0;
    await watched.page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query Today') !== true || (asked += 1) > 2) return route.continue();
      const extensions = { code: 'UNAVAILABLE', retry_after_s: 1 };
      return route.fulfill({ status: 503, json: { errors: [{ message: 'The screener is computing.', extensions }] } });
    });
    await visit(watched, `${server.url}/console`);
    await watched.page.locator('[data-code=UNAVAILABLE]').first().waitFor();
    await watched.page.getByText('70 or more').first().waitFor();
    // More often where the server itself was still computing.
    expect(asked).toBeGreaterThanOrEqual(3);
  });
});
