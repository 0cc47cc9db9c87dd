import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from '@jest/globals';
import { DEMO_KEYS } from '../../access/demo.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { startReceiver } from '../support/receiver.js';
import { describeInBrowser, pagesForFile } from './chromium.js';
import { settle, signIn, visit } from './console-visit.js';

const server = await serverForFile({ SVC_ALLOW_PRIVATE_TARGETS: '1' });
const PASSWORD = 'four unrelated words here';

afterEach(() => server.nextMinute());

describeInBrowser('readers of the console', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });

  it('finds a ticker by its name with the keyboard alone, and goes back', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, server.url + '/console');
    await settle(page, 'Advancing / declining');
    await page.keyboard.press('/');
    await page.keyboard.type('micros');
    await page.getByRole('option', { name: /MSFT/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'MSFT Microsoft Corporation' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/security/MSFT');
    await page.goBack();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
  });

  it('looks after the server with the key of an operator: sets a tier, revokes a key, and sees both recorded', async () => {
    const watched = await open();
    const { page } = watched;
    const posted: string[] = [];
    page.on('request', (request) =>
      posted.push(`${new URL(request.url()).pathname} ${request.headers()['x-api-key'] ?? ''}`),
    );
    const { accountId, keyId, key } = await server.newKey('free');
    const { secret } = await server.runtime.access.operators.create({ name: 'Ada' });
    await visit(watched, server.url + '/console/operator');
    await settle(page, 'As demo.');
    await page.evaluate((own) => sessionStorage.setItem('marketgraph:operator-key', own), secret);
    await page.reload();
    await settle(page, 'As Ada.');
    const accounts = page.getByRole('region', { name: 'Accounts and tiers' });
    await accounts.getByRole('searchbox', { name: 'Address, name or start of the id' }).fill(accountId);
    await accounts.getByText('1 account', { exact: true }).waitFor();
    await accounts.getByRole('button', { name: accountId }).click();
    await accounts.getByRole('combobox', { name: 'Tier' }).selectOption('STARTER');
    await accounts.getByRole('button', { name: 'Set the tier' }).click();
    await page.getByText('Set account tier: free to starter').waitFor();
    await accounts.getByRole('button', { name: /^Revoke svc_/ }).click();
    await accounts.getByRole('button', { name: /^Revoke svc_/ }).click();
    await page.getByText(`Revoke api key: of ${accountId}`).waitFor();
    expect((await server.call('/api/v1/usage', { key })).status).toBe(401);
    expect((await server.runtime.access.keys.get(keyId))?.revokedAt).toEqual(new Date(server.clock.nowMs));
    await page.getByRole('button', { name: 'Accounts and tiers as code' }).click();
    await page.getByRole('button', { name: 'curl' }).click();
    const code = await page.locator('dialog[open] pre').innerText();
    expect([
      code.includes(`${server.url}/admin/graphql`),
      code.includes('$MARKETGRAPH_OPERATOR_KEY'),
      code.includes(secret),
    ]).toEqual([true, true, false]);
    await page.getByRole('button', { name: 'Close' }).click();
    // The two credentials never meet.
    expect(posted.filter((line) => line.startsWith('/graphql ') && line.includes('svco_'))).toEqual([]);
    expect(posted.filter((line) => line.startsWith('/admin/') && !line.includes(' svco_'))).toEqual([]);
    await page.getByRole('button', { name: 'Forget the key' }).click();
    await settle(page, 'As demo.');
    expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
  });

  it('shows what Free sees, and says which tier a panel needs before it asks', async () => {
    const watched = await open();
    const { page } = watched;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.postData() ?? ''));
    await visit(watched, server.url + '/console/security/AAPL/street', 'FREE');
    const gate = page.locator('.gate', { hasText: 'The earnings calendar is part of Pro and above.' });
    await gate.waitFor();
    const variables = asked
      .filter((body) => body.includes('query StreetPage'))
      .map((body) => (JSON.parse(body) as { variables: { withEarnings: boolean; withSetup: boolean } }).variables)
      .map(({ withEarnings, withSetup }) => [withEarnings, withSetup]);
    expect(variables).toEqual([[false, false]]);
    await gate.getByRole('button', { name: 'Look as Pro' }).click();
    await settle(page, 'Revenue growth');
    expect(watched.consoleErrors).toEqual([]);
  });

  it.each([
    ['agents', 'Agents are part of Pro and above.'],
    ['webhooks', 'Webhooks are part of Pro and above.'],
  ])('names the tier of %s', async (address, says) => {
    const watched = await open();
    await visit(watched, `${server.url}/console/${address}`, 'FREE');
    await watched.page.locator('.gate', { hasText: says }).waitFor();
    expect(watched.consoleErrors).toEqual([]);
  });

  it('sums an operation up as its fields are ticked, as the server counts it, and runs it', async () => {
    const watched = await open();
    const { page } = watched;
    const posted: string[] = [];
    page.on('request', (request) => posted.push(request.postData() ?? ''));
    await visit(watched, server.url + '/console/explorer', 'FREE');
    const sum = page.locator('.graph-sum');
    await sum.getByText('22 points of 6,000').waitFor();
    await page.getByLabel('GraphQL').fill('');
    await page.getByLabel('Find a field').fill('One security');
    await page.getByRole('button', { name: 'Fields of security', exact: true }).click();
    const below = page.locator('.graph-fields .graph-fields').first();
    await below.getByRole('checkbox', { name: /^earningsCalendar / }).check();
    await sum.getByText('Security.earningsCalendar needs Pro.').waitFor();
    await below.getByRole('checkbox', { name: /^earningsCalendar / }).uncheck();
    await below.getByRole('checkbox', { name: /^name / }).check();
    await below.getByRole('button', { name: 'Fields of signal', exact: true }).click();
    await below
      .getByRole('checkbox', { name: /^label / })
      .first()
      .check();
    const operation = await page.getByLabel('GraphQL').inputValue();
    expect(operation.replaceAll(/\s+/g, ' ')).toBe('{ security(ticker: "AAPL") { name signal { label } } }');
    const counted = await server.graphql(DEMO_KEYS.free, operation);
    const { requested, limit } = read(counted, 'extensions', 'cost') as { requested: number; limit: number };
    expect((await sum.innerText()).replaceAll(',', '')).toContain(`${requested} points of ${limit} `);
    expect(posted.some((text) => text.includes('signal { label'))).toBe(false);
    await page.getByRole('button', { name: 'Run the operation' }).click();
    await page.locator('.graph-answer', { hasText: 'Apple Inc.' }).waitFor();
    await page.getByLabel('GraphQL').fill('{ security(');
    await page.getByText(/^Line 1, column \d+: Syntax Error/).waitFor();
    expect(await page.getByRole('button', { name: 'Run the operation' }).isDisabled()).toBe(true);
    await page.getByLabel('GraphQL').fill('{ security(ticker: "AAPL") { signall { label } } }');
    await page.getByText('Cannot query field "signall" on type "Security"').waitFor();
    expect([await sum.count(), await page.getByRole('button', { name: 'Run the operation' }).isDisabled()]).toEqual([
      0,
      true,
    ]);
    expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
  });

  it('keeps a screen in the address, and saves it as CSV', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, server.url + '/console/screener');
    await settle(page, 'Save as CSV');
    await page.getByLabel('Sector').selectOption('Energy');
    await page.getByRole('button', { name: 'Screen' }).click();
    const found = page.getByText(/^\d securities$/);
    await found.waitFor();
    expect(new URL(page.url()).search).toContain('sector=Energy');
    const count = Number.parseInt(await found.innerText(), 10);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const rows = readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect([rows.length, rows[0]?.split(',').slice(0, 2)]).toEqual([count + 1, ['ticker', 'name']]);
    expect(watched.consoleErrors).toEqual([]);
  });

  it('says which lines of pasted holdings it cannot read, and that the simulator needs values', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, server.url + '/console/simulator');
    await page.getByRole('textbox', { name: /Holdings/ }).fill('10 AAPL\nMSFT 3');
    await page.getByText('Not read: 10 AAPL').waitFor();
    await page.getByRole('textbox', { name: /Holdings/ }).fill('MSFT 3');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText('needs the value of each holding in USD, such as AAPL $5,000: MSFT').waitFor();
    expect(watched.consoleErrors).toEqual([]);
  });

  it('keeps a simulation in the address after #, and a link to it draws the same paths without a press', async () => {
    const watched = await open();
    const { page } = watched;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await visit(watched, server.url + '/console/simulator');
    await page.getByLabel('Years of history').fill('3');
    await page.getByRole('textbox', { name: /Holdings/ }).fill('AAPL $6,000\nMSFT $4,000');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await settle(page, 'Expected shortfall');
    const link = page.url();
    const seed = new URLSearchParams(new URL(link).hash.slice(1)).get('seed') ?? '';
    expect(decodeURIComponent(new URL(link).hash)).toBe(
      `#holdings=AAPL:$6000,MSFT:$4000&horizon=126&years=3&seed=${seed}`,
    );
    const other = await open();
    await visit(other, link);
    await settle(other.page, 'Expected shortfall');
    await other.page.getByText(`Seed ${seed}`).waitFor();
    expect(await other.page.getByText('The data have changed').count()).toBe(0);
    const old = await open();
    await visit(old, link.replace(seed, '0'.repeat(32)));
    await old.page
      .getByText(`The data have changed since the link was made: its seed was ${'0'.repeat(32)}.`)
      .waitFor();
    expect(sent.filter((url) => url.includes('6000'))).toEqual([]);
    expect([...watched.consoleErrors, ...other.consoleErrors, ...old.consoleErrors]).toEqual([]);
  });

  it('keeps windows, amounts and pasted holdings in addresses that show them again', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, server.url + '/console/security/AAPL/patterns?monthly=250&years=2');
    await settle(page, 'Monthly purchases');
    expect(await page.getByLabel('USD a month').inputValue()).toBe('250');
    await page.getByLabel('USD a month').fill('300');
    await page.getByRole('button', { name: 'Compute' }).click();
    await page.waitForURL(/monthly=300&years=2$/);
    await page.goto(`${server.url}/console/model-card?window=DAYS_365`);
    await settle(page, 'Calibration');
    expect(await page.getByRole('button', { name: '1 year' }).getAttribute('aria-pressed')).toBe('true');
    await page.goto(`${server.url}/console/portfolio#holdings=AAPL:$6000,MSFT:$4000`);
    await settle(page, 'Against the signals');
    expect(await page.getByRole('textbox', { name: /Holdings/ }).inputValue()).toBe('AAPL $6000\nMSFT $4000');
    expect(watched.consoleErrors).toEqual([]);
  });

  it('says when to ask again at the limit of the minute, and then does', async () => {
    const watched = await open();
    const { page } = watched;
    const { key } = await server.newKey('pro', { perMinute: 2 });
    await page.addInitScript((secret) => sessionStorage.setItem('marketgraph:key', secret), key);
    await page.goto(`${server.url}/console`);
    await settle(page, 'Advancing / declining');
    await page.getByRole('link', { name: 'Security', exact: true }).click();
    const refusal = page.locator('[data-code=RATE_LIMITED]');
    await refusal.waitFor();
    expect(await refusal.getByRole('button').innerText()).toMatch(/^Try again in \d+ s$/);
    expect(await refusal.getByRole('button').isDisabled()).toBe(true);
  });

  it('signs in by the account’s address and password, and out again', async () => {
    const watched = await open();
    const { page } = watched;
    await server.runtime.access.signIn.signUp(
      { email: 'reader@example.com', password: PASSWORD },
      { address: null, userAgent: null },
    );
    await visit(watched, server.url + '/console');
    await settle(page, 'Advancing / declining');
    const account = page.locator('.account');
    await account.click();
    await page.getByLabel('E-mail address').fill('reader@example.com');
    await page.getByLabel('Password').fill('a wrong password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('.problem').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await account.getByText('reader@example.com').waitFor();
    await settle(page, 'Advancing / declining');
    expect(await page.locator('.nav-foot').innerText()).toContain('Free');
    await account.click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await account.getByText('Demo Pro').waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('svc_session');
  });

  it('creates and revokes a key of the owner’s, whose secret is shown once', async () => {
    const watched = await open();
    const { page } = watched;
    const email = 'owner@example.com';
    await server.runtime.access.signIn.signUp({ email, password: PASSWORD }, { address: null, userAgent: null });
    await visit(watched, server.url + '/console/usage', 'FREE');
    await page.getByText('belongs to the account’s owner').waitFor();
    await signIn(page, email, PASSWORD);
    await page.getByLabel('Name').fill('Charts');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const secret = await page.locator('.gate code').innerText();
    expect((await server.call('/api/v1/usage', { key: secret })).status).toBe(200);
    server.nextMinute();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('button', { name: 'Revoke Charts for good' }).click();
    await page.getByText(/^revoked /).waitFor();
    expect((await server.call('/api/v1/usage', { key: secret })).status).toBe(401);
    expect(watched.consoleErrors).toEqual([]);
  });

  it('shows each panel’s operation in four languages, and the operation runs', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, server.url + '/console/security/AAPL/patterns');
    await settle(page, 'p-values times twelve');
    await page.getByRole('button', { name: 'Seasonality as code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Seasonality as code' });
    const operation = await dialog.locator('code').innerText();
    const { key } = await server.newKey('free');
    const { text } = await server.graphql(key, operation, { ticker: 'AAPL' });
    expect(JSON.parse(text)).toMatchObject({ data: { security: { seasonality: { months: expect.any(Array) } } } });
    for (const [language, contains] of [
      ['curl', '/api/v1/seasonality?ticker=AAPL'],
      ['TypeScript', 'createClient'],
      ['Python', 'urllib.request'],
    ] as const) {
      await dialog.getByRole('button', { name: language }).click();
      expect(await dialog.locator('code').innerText()).toContain(contains);
    }
    expect(watched.consoleErrors).toEqual([]);
  });

  it('answers a question with numbered sources that open the data', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/ask`, 'PRO');
    await page.getByRole('textbox', { name: 'Question' }).fill('How often do gaps in Tesla fill?');
    await page.getByRole('button', { name: 'Ask 1 unit' }).click();
    await settle(page, 'How this was answered');
    expect(await page.locator('.answer').innerText()).toMatch(/TSLA|Tesla/);
    expect(new URL(page.url()).searchParams.get('q')).toBe('How often do gaps in Tesla fill?');
    await page.locator('.sources a').first().click();
    await page.getByRole('heading', { name: /^TSLA/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/security/TSLA/patterns');
    expect(watched.consoleErrors).toEqual([]);
  });

  it('creates an agent, runs it, pauses it and deletes it', async () => {
    const watched = await open();
    const { page } = watched;
    const { key } = await server.newKey('pro');
    await page.addInitScript((secret) => sessionStorage.setItem('marketgraph:key', secret), key);
    await page.goto(`${server.url}/console/agents`);
    await settle(page, 'No agents yet');
    await page.getByLabel('Name').fill('Gaps');
    await page.getByLabel('Task').fill('How often do gaps in Tesla fill?');
    await page.getByRole('button', { name: /Create the agent/ }).click();
    await page.getByRole('button', { name: 'Run Gaps' }).click();
    await page.getByRole('heading', { name: 'Result of Gaps' }).waitFor();
    expect(await page.locator('.answer').first().innerText()).toMatch(/TSLA|Tesla/);
    await page.locator('.run').first().waitFor();
    server.nextMinute();
    await page.getByRole('button', { name: 'Pause Gaps' }).click();
    await page.getByRole('button', { name: 'Resume Gaps' }).waitFor();
    await page.getByRole('button', { name: 'Delete Gaps' }).click();
    await page.getByRole('button', { name: 'Delete Gaps' }).click();
    await page.getByText('No agents yet').waitFor();
    expect(watched.consoleErrors).toEqual([]);
  });

  it('registers an endpoint, tests it, rotates its secret and deletes it', async () => {
    const watched = await open();
    const { page } = watched;
    const receiver = await startReceiver();
    const { key } = await server.newKey('pro');
    await page.addInitScript((secret) => sessionStorage.setItem('marketgraph:key', secret), key);
    await page.goto(`${server.url}/console/webhooks`);
    await settle(page, 'none chosen means all');
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill(`${receiver.url}/hooks`);
    await page.getByLabel('Signals that flip').check();
    await page.getByRole('button', { name: 'Register 1 unit' }).click();
    await page.getByText(/The signing secret, shown only now: whsec_/).waitFor();
    await page.getByRole('button', { name: /^Send a test/ }).click();
    await page.getByText(/The test was accepted: HTTP 200/).waitFor();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks']);
    await page.getByRole('cell', { name: /Succeeded, HTTP 200/ }).waitFor();
    server.nextMinute();
    await page.getByRole('button', { name: /^Rotate the secret/ }).click();
    await page.getByText(/The new secret, shown only now: whsec_/).waitFor();
    await page.reload();
    await page.getByText(/^A new secret waits: it signs from /).waitFor();
    await page.getByRole('button', { name: /^Sign with the new secret/ }).click();
    await page.getByText('The new secret signs from now on.').waitFor();
    await page.getByText(/^A new secret waits/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('region', { name: `${receiver.url}/hooks` }).waitFor({ state: 'detached' });
    await receiver.close();
    expect(watched.consoleErrors).toEqual([]);
  });

  it('lets an owner store a credential, set a line up, and write in the community', async () => {
    const watched = await open();
    const { page } = watched;
    await server.runtime.access.signIn.signUp(
      { email: 'writer@example.com', password: PASSWORD },
      { address: null, userAgent: null },
    );
    await visit(watched, `${server.url}/console/vault`, 'FREE');
    await page.getByText('Storing credentials belongs to the account’s owner').waitFor();
    await signIn(page, 'writer@example.com', PASSWORD);
    await page.getByLabel('Name').fill('Broker');
    await page.getByLabel('Secret').fill('a-token-of-the-broker');
    await page.getByLabel('Allowed hosts').fill('api.example.com');
    await page.getByRole('button', { name: 'Store the credential' }).click();
    await page.getByRole('button', { name: 'Approve Broker' }).waitFor();
    server.nextMinute();
    await page.getByRole('button', { name: 'Approve Broker' }).click();
    await page.getByText(/^until /).waitFor();
    expect(await page.content()).not.toContain('a-token-of-the-broker');
    server.nextMinute();

    await page.getByRole('link', { name: 'Line', exact: true }).click();
    await page.getByLabel('Name of the assistant').fill('Ada');
    await page.getByRole('button', { name: 'Set the line up' }).click();
    await settle(page, 'Payment is open');
    server.nextMinute();

    await page.getByRole('link', { name: 'Community', exact: true }).click();
    await page.getByLabel('Name shown to others').fill('Writer');
    await page.getByRole('button', { name: 'Accept the guidelines and join' }).click();
    await page.getByLabel('Title').fill('How do you read the gap statistics?');
    await page.getByLabel('Text').fill('I look at the fill rate by size first. What do you look at?');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByRole('heading', { name: 'How do you read the gap statistics?' }).waitFor();
    server.nextMinute();
    await page.getByRole('textbox', { name: 'Comment' }).fill('The follow-through, too.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('The follow-through, too.').waitFor();
    expect(watched.consoleErrors).toEqual([]);
  });
});
