import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent as PlainAgent, request as plainRequest, type IncomingMessage } from 'node:http';
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
 * A request through the vault over REST, against the same request to the site alone: from the same client, over one
 * kept connection each, in turns; and the site is an HTTPS server of this process.
 */

// The authority of the site is read when Node starts.
if (process.env['NODE_EXTRA_CA_CERTS'] !== TEST_AUTHORITY) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_EXTRA_CA_CERTS: TEST_AUTHORITY },
  });
  process.exit(status ?? 1);
}

/** Together fewer than the uses of the vault in an hour. */
const ROUNDS = 500;
const WARM = 90;

const site = await startSite();
const agent = new Agent({ keepAlive: true });
const plainAgent = new PlainAgent({ keepAlive: true });

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The body of an answer 200. */
function answerOf(url: string, { method, headers, body = '' }: Sent): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const options = { method, headers: { ...headers, ...length } };
    const take = (response: IncomingMessage): void => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${url} answered ${String(response.statusCode)}: ${text}`));
        });
    };
    const sent = url.startsWith('https:')
      ? request(url, { agent, ...options }, take)
      : plainRequest(url, { agent: plainAgent, ...options }, take);
    sent.once('error', reject).end(body);
  });
}

const direct = async (): Promise<void> => {
  await answerOf(`https://${site.host}/echo`, {
    method: 'GET',
    headers: { Authorization: 'Bearer a-token-of-some-length' },
  });
};

/** The times of both, one after the other in each round. */
async function measure(
  both: readonly [() => Promise<void>, () => Promise<void>],
): Promise<ReturnType<typeof timesOf>[]> {
  const times = both.map((): number[] => []);
  for (let round = 0; round < ROUNDS + WARM; round++) {
    for (const [index, send] of both.entries()) {
      const start = performance.now();
      await send();
      if (round >= WARM) times[index]?.push(performance.now() - start);
      site.requests.length = 0;
    }
  }
  return times.map((each) => timesOf(each));
}

/** Requests alone and through the vault, in turns with a server on this database. */
async function compare(name: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
  const settings = {
    SVC_DATA_DIR: scratch,
    PORT: '0',
    LOG_LEVEL: 'error',
    SVC_SOURCE: 'none',
    SVC_ALLOW_PRIVATE_TARGETS: '1',
  };
  const runtime = await openRuntime(readConfig({ ...settings, ...environment }));
  const server = await startServer(runtime);
  server.readiness.isMarketLoaded = true;
  try {
    const { id: accountId } = await runtime.access.accounts.create({
      tier: 'institutional',
      perMinute: 100_000,
      perMonth: 1_000_000,
    });
    const { secret: key } = await runtime.access.keys.create(accountId);
    const { secret: session } = await runtime.access.sessions.create(accountId);
    const query = 'mutation ($input: CreateVaultItemInput!) { createVaultItem(input: $input) { vaultItem { id } } }';
    const input = {
      name: 'Site',
      credential: { bearer: { token: 'a-token-of-some-length' } },
      allowedHosts: [site.host],
      isApprovalRequired: false,
    };
    const made = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${session}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables: { input } }),
    });
    const { data } = (await made.json()) as { data: { createVaultItem: { vaultItem: { id: string } } } };
    const body = JSON.stringify({
      action: 'request',
      item_id: data.createVaultItem.vaultItem.id,
      url: `https://${site.host}/echo`,
    });
    const proxied = async (): Promise<void> => {
      const text = await answerOf(`${server.url}/api/v1/vault`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body,
      });
      const { status } = JSON.parse(text) as { status?: number };
      if (status !== 200) throw new Error(`the site answered ${String(status)} through the vault`);
    };
    const [alone, through] = await measure([direct, proxied]);
    if (alone === undefined || through === undefined) return;
    const over = through.p50 - alone.p50;
    process.stdout.write(
      `${name}: direct p50 ${alone.p50.toFixed(2)}, p99 ${alone.p99.toFixed(2)}; through the vault p50 ${through.p50.toFixed(2)}, p99 ${through.p99.toFixed(2)}; ${over.toFixed(2)} over direct, ratio ${(through.p50 / alone.p50).toFixed(1)}\n`,
    );
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
  plainAgent.destroy();
  await site.close();
}
