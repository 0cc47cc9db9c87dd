import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../bin/config.js';
import { openRuntime } from '../bin/runtime.js';
import { startServer } from '../bin/server.js';
import { startSite, TEST_AUTHORITY } from '../test/support/echo-site.js';
import { timesOf } from './probe.js';
import { hasPostgres, startPostgres } from './servers.js';

/*
 * A request through the vault over REST, against the same request to the site alone: over one kept connection each, and
 * the site is an HTTPS server of this process.
 */

// The authority of the site is read when Node starts.
if (process.env['NODE_EXTRA_CA_CERTS'] !== TEST_AUTHORITY) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'inherit', env: { ...process.env, NODE_EXTRA_CA_CERTS: TEST_AUTHORITY } });
  process.exit(status ?? 1);
}

/** Together fewer than the uses of the vault in an hour. */
const ROUNDS = 500;
const WARM = 90;

const site = await startSite();
const agent = new Agent({ keepAlive: true });

const direct = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(`https://${site.host}/echo`, { agent, headers: { Authorization: 'Bearer a-token-of-some-length' } }, (response) => {
      response.resume().once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`the site answered ${String(response.statusCode)}`))));
    });
    sent.once('error', reject).end();
  });

async function measure(send: () => Promise<void>): Promise<ReturnType<typeof timesOf>> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS + WARM; round++) {
    const start = performance.now();
    await send();
    times.push(performance.now() - start);
    site.requests.length = 0;
  }
  return timesOf(times.slice(WARM));
}

/** Requests alone and through the vault, in turns with a server on this database. */
async function compare(name: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
  const settings = { SVC_DATA_DIR: scratch, PORT: '0', LOG_LEVEL: 'error', SVC_SOURCE: 'none', SVC_ALLOW_PRIVATE_TARGETS: '1' };
  const runtime = await openRuntime(readConfig({ ...settings, ...environment }));
  const server = await startServer(runtime);
  server.readiness.isMarketLoaded = true;
  try {
    const { id: accountId } = await runtime.access.accounts.create({ tier: 'institutional', perMinute: 100_000, perMonth: 1_000_000 });
    const { secret: key } = await runtime.access.keys.create(accountId);
    const { secret: session } = await runtime.access.sessions.create(accountId);
    const query = 'mutation ($input: CreateVaultItemInput!) { createVaultItem(input: $input) { vaultItem { id } } }';
    const input = { name: 'Site', credential: { bearer: { token: 'a-token-of-some-length' } }, allowedHosts: [site.host], isApprovalRequired: false };
    const made = await fetch(`${server.url}/graphql`, { method: 'POST', headers: { Authorization: `Bearer ${session}`, 'Content-Type': 'application/json' }, body: JSON.stringify({ query, variables: { input } }) });
    const { data } = (await made.json()) as { data: { createVaultItem: { vaultItem: { id: string } } } };
    const body = JSON.stringify({ action: 'request', item_id: data.createVaultItem.vaultItem.id, url: `https://${site.host}/echo` });
    const proxied = async (): Promise<void> => {
      const response = await fetch(`${server.url}/api/v1/vault`, { method: 'POST', headers: { 'X-API-Key': key, 'Content-Type': 'application/json' }, body });
      const { status } = (await response.json()) as { status?: number };
      if (response.status !== 200 || status !== 200) throw new Error(`the vault answered ${response.status}, the site ${String(status)}`);
    };
    const alone = await measure(direct);
    const through = await measure(proxied);
    const over = through.p50 - alone.p50;
    process.stdout.write(`${name}: direct p50 ${alone.p50.toFixed(2)}, p99 ${alone.p99.toFixed(2)}; through the vault p50 ${through.p50.toFixed(2)}, p99 ${through.p99.toFixed(2)}; ${over.toFixed(2)} over direct, ratio ${(through.p50 / alone.p50).toFixed(1)}\n`);
  } finally {
    await server.close();
    await runtime.close();
    await rm(scratch, { recursive: true });
  }
}

process.stdout.write(`${ROUNDS} requests each, one after the other, ms\n`);
try {
  await compare('embedded database', {});
  if (hasPostgres) {
    const postgres = await startPostgres();
    try {
      await compare('PostgreSQL', { DATABASE_URL: postgres.url });
    } finally {
      await postgres.stop();
    }
  }
} finally {
  agent.destroy();
  await site.close();
}
