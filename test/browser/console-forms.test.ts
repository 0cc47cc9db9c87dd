import { afterEach, expect, it } from '@jest/globals';
import { serverForFile } from '../support/in-process.js';
import { describeInBrowser, pagesForFile } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile();

afterEach(() => server.nextMinute());

describeInBrowser('what is typed into the forms of the console', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });

  it('is compared as a whole or not at all, also in percent, and marks an older result', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/portfolio`);
    const holdings = page.getByRole('textbox', { name: /Holdings/ });
    const compare = page.getByRole('button', { name: /^Compare/ });
    await holdings.fill('AAPL 1,000\nMSFT 1.000,50');
    await page.getByText('Not read: MSFT 1.000,50').waitFor();
    expect(await compare.isDisabled()).toBe(true);
    await holdings.fill('aapl 40%\nmsft, 30 %\nCASH 10%\nzzzq 5%\nbrk-b 15%');
    await compare.click();
    await settle(page, 'Against the signals');
    await page.getByText('Without stored data, left out: CASH, ZZZQ').waitFor();
    await page.getByText('of 3 with a signal').waitFor();
    const sum = page.getByText('The percents add up to');
    expect(await sum.count()).toBe(0);
    const changed = page.getByText('The holdings have changed: what is below is of those before.');
    expect(await changed.count()).toBe(0);
    await holdings.fill('AAPL 40%');
    await changed.waitFor();
    await page.getByText('1 holding; at most 25').waitFor();
    server.nextMinute();
    await holdings.fill('AAPL 40%\nMSFT 70%');
    await compare.click();
    await page.getByText('The percents add up to 110.00%; the weights are in proportion to them.').waitFor();
    await holdings.fill('ZZZQ 5%');
    await compare.click();
    await page.getByText('Unknown tickers, without stored data: ZZZQ').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(watched.consoleErrors).toEqual([]);
  });

  it('asks nothing of more holdings than the tier takes', async () => {
    const watched = await open();
    const { page } = watched;
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.postData() ?? ''));
    const nine = ['AAPL', 'MSFT', 'KO', 'JPM', 'XOM', 'NVDA', 'AMD', 'NFLX', 'SPY'].map((ticker) => `${ticker}:10`);
    await visit(watched, `${server.url}/console/portfolio#holdings=${nine.join(',')}`, 'FREE');
    await page.getByText('At most 8 holdings; there are 9.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((body) => body.includes('portfolioOverlay'))).toEqual([]);
    expect(await page.getByRole('alert').count()).toBe(1);
  });

  it('says how an alert is written, and names the field that is not right', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/agents`, 'PRO');
    const condition = page.getByRole('textbox', { name: 'Task' });
    await condition.waitFor();
    await page.getByRole('combobox', { name: 'Answer' }).selectOption('ALERT');
    expect(await condition.getAttribute('placeholder')).toBe('rsi < 30 and composite_score >= 56');
    await page.getByText('price crosses above sma_200').waitFor();
    await page.getByLabel('Name').fill('Odd');
    await condition.fill('when it looks cheap');
    await page.getByRole('button', { name: /Create the agent/ }).click();
    await page.getByText('Task: this value is not accepted').waitFor();
    server.nextMinute();
    await page.getByRole('textbox', { name: 'Tickers', exact: true }).fill('AAPL');
    await condition.fill('gap > 2% or signal changes to Sell');
    await page.getByRole('button', { name: /Create the agent/ }).click();
    await page.getByRole('button', { name: 'Run Odd' }).waitFor();
  });

  it('can be any years of history while it is typed, and only whole ones from 1 to 10 are sent', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/simulator`);
    const years = page.getByLabel('Years of history');
    await page.getByRole('textbox', { name: /Holdings/ }).fill('AAPL $6,000\nMSFT $4,000');
    await years.fill('');
    expect(await years.inputValue()).toBe('');
    for (const typed of ['abc', '-7.5e9', '2.5']) {
      await years.press('Control+A');
      await years.press('Delete');
      await years.pressSequentially(typed);
      await page.getByRole('button', { name: 'Simulate' }).click();
      await page.getByText('Years of history: write a whole number from 1 to 10.').waitFor();
    }
    await years.press('Control+A');
    await years.pressSequentially('7');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await settle(page, 'Expected shortfall');
    expect(page.url()).toContain('years=7');
    expect(watched.consoleErrors).toEqual([]);
  });
});
