import { afterEach, expect, it } from '@jest/globals';
import { serverForFile } from '../support/in-process.js';
import { describeInBrowser, pagesForFile } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile();

afterEach(() => server.nextMinute());

describeInBrowser('private markets', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });

  it('lead from the list of firms to the page of one, with its facts and their sources', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/private-markets/investors?search=sequoia`, 'PRO');
    await page.getByRole('link', { name: 'Sequoia Capital', exact: true }).click();
    await page.getByRole('heading', { name: 'Sequoia Capital' }).waitFor();
    await settle(page, 'Sold or taken public');
    const facts = await page.getByRole('group', { name: 'Facts and their sources' }).innerText();
    expect(facts).toMatch(/AUM\s+\$[\d.]+B/);
    expect(
      await page.getByRole('group', { name: 'Facts and their sources' }).getByRole('link').count(),
    ).toBeGreaterThan(3);
    expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
  });

  it('say that a firm or a company is not at an address, without the names of endpoints', async () => {
    const watched = await open();
    const { page } = watched;
    for (const [part, says] of [
      ['investor', 'There is no investor at this address.'],
      ['company', 'There is no company at this address.'],
    ]) {
      await visit(watched, `${server.url}/console/private-markets/${part}/nobody-at-all`);
      await page.getByText(says ?? '').waitFor();
      expect(await page.locator('main').innerText()).not.toMatch(/GET \/|privateCompanies/);
    }
  });

  it('rank investors for a company by the link on its page, with six axes and the reasons', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/private-markets/company/stripe`, 'PRO');
    await page.getByRole('link', { name: 'Investors that fit a round of Stripe' }).click();
    const ranked = page.getByRole('group', { name: 'Investor fit' });
    await ranked.waitFor();
    expect(await page.getByLabel('Sector').inputValue()).toBe('Fintech');
    expect(await ranked.locator('thead th').allInnerTexts()).toEqual(
      expect.arrayContaining(['Fit', 'Pace', 'Dry powder', 'Check', 'Sector', 'Stage', 'Place']),
    );
    expect(await ranked.locator('tbody tr').first().innerText()).toMatch(/Sector: [\s\S]* \d+\.\d/);
    await page.getByLabel('Sector').fill('basket weaving');
    await page.getByRole('button', { name: /^Rank/ }).click();
    await page.getByText(/The sector .basket weaving. is not known/).waitFor();
    expect(await page.getByText('Sector: this value is not accepted').count()).toBe(1);
  });

  it('draw the axes of readiness from 0, with their values beside them', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/private-markets/company/foxglove-launch`);
    await settle(page, 'Listed holders');
    const rows = page.locator('.factors tbody tr', { has: page.locator('.fill') });
    expect(await rows.count()).toBeGreaterThan(2);
    for (const row of await rows.all()) {
      const bar = row.locator('.fill');
      const value = Number(await row.locator('td.number').innerText());
      expect([await bar.getAttribute('x'), Number(await bar.getAttribute('width'))]).toEqual([
        null,
        expect.closeTo(Math.max(0.8, value), 0),
      ]);
    }
    expect(await page.locator('svg.radar circle').count()).toBe(await rows.count());
    expect(await page.locator('svg.radar').getAttribute('aria-hidden')).toBe('true');
  });

  it('say of a stake that is promised that it is committed', async () => {
    const watched = await open();
    await visit(watched, `${server.url}/console/private-markets/company/openai`);
    await settle(watched.page, 'Listed holders');
    const holders = watched.page.getByRole('group', { name: 'Listed holders' });
    expect(await holders.getByRole('row', { name: /^NVDA/ }).innerText()).toMatch(/\$30B\s*committed/);
    expect(await holders.getByRole('row', { name: /^MSFT/ }).innerText()).not.toContain('committed');
  });

  it('list stories about companies by topic and round, which the address keeps', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/private-markets/news?funding=true`, 'FREE');
    const stories = page.getByRole('group', { name: 'News', exact: true });
    await stories.waitFor();
    const rounds = await stories.locator('tbody tr').count();
    expect(rounds).toBeGreaterThan(0);
    await page.getByLabel('Topic').selectOption('HEALTH');
    await page.waitForURL(/funding=true&topic=HEALTH/);
    await page.waitForFunction((all) => document.querySelectorAll('tbody tr').length < all, rounds);
    expect(watched.consoleErrors).toEqual([]);
  });
});
