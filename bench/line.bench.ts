import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '../bin/config.js';
import { openRuntime } from '../bin/runtime.js';
import { startServer } from '../bin/server.js';
import type { Store } from '../store/open-store.js';
import { timesOf } from './probe.js';

/*
 * A page of 50 of an inbox with 100,000 messages, and a search in it, over REST; against one SQL statement whose rows
 * are turned into JSON.
 */

const MESSAGES = Number(process.env['LINE_MESSAGES'] ?? 100_000);
const PAGE = 50;
const ROUNDS = 200;
const ADDRESS = 'ada-bench@line.example.com';

/** Every 1,000th message has the word `rare`. */
async function fill(store: Store, accountId: string): Promise<void> {
  await store.lines.insert({
    accountId,
    address: ADDRESS,
    assistantName: 'Ada',
    status: 'active',
    createdAt: new Date(),
  });
  await sql`
    insert into line_messages (id, account_id, folder, sender, recipients, subject, preview, body, is_read, message_id, reply_address, thread_id, at, search)
    select 'msg_bench' || i, ${accountId}, 'inbox', 'sender' || (i % 500) || '@supplier.example', array[${ADDRESS}]::text[], 'Order ' || i,
      'The goods of order ' || i || ' leave on Tuesday.', repeat('The goods of this order leave on Tuesday. ', 20), i % 3 = 0,
      '<bench' || i || '@supplier.example>', 'sender@supplier.example', 'msg_bench' || i, now() - (i || ' minutes')::interval,
      to_tsvector('simple', 'order ' || i || case when i % 1000 = 0 then ' rare' else '' end || ' the goods leave on tuesday')
    from generate_series(1, ${MESSAGES}::int) as i`.execute(store.db);
  await sql`update lines set inbox_count = ${MESSAGES},
    unread_count = (select count(*) from line_messages where account_id = ${accountId} and folder = 'inbox' and not is_read) where account_id = ${accountId}`.execute(
    store.db,
  );
  await sql`analyze line_messages`.execute(store.db);
}

async function statement(store: Store, accountId: string): Promise<number> {
  const start = performance.now();
  const { rows } = await sql`
    select id, sender, recipients, subject, preview, is_read, attachments, agent_status, channel, at from line_messages
    where account_id = ${accountId} and folder = 'inbox' order by at desc, seq desc limit ${PAGE}`.execute(store.db);
  const bytes = JSON.stringify({ count: rows.length, messages: rows });
  if (rows.length !== PAGE || bytes.length < 1_000) throw new Error(`The statement found ${rows.length} rows.`);
  return performance.now() - start;
}

const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
const runtime = await openRuntime(
  readConfig({ SVC_DATA_DIR: scratch, PORT: '0', LOG_LEVEL: 'error', SVC_SOURCE: 'none' }),
);
const server = await startServer(runtime);
server.readiness.isMarketLoaded = true;
try {
  const { id } = await runtime.access.accounts.create({
    tier: 'institutional',
    perMinute: 100_000,
    perMonth: 1_000_000,
  });
  const { secret } = await runtime.access.keys.create(id);
  await fill(runtime.store, id);
  const ask = async (query: string): Promise<number> => {
    const start = performance.now();
    const response = await fetch(`${server.url}/api/v1/line?${query}`, { headers: { 'X-API-Key': secret } });
    const { count } = (await response.json()) as { count?: number };
    if (count !== PAGE) throw new Error(`${query}: ${response.status}, ${String(count)} messages`);
    return performance.now() - start;
  };
  const measure = async (take: () => Promise<number>): Promise<ReturnType<typeof timesOf>> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS + 20; round++) times.push(await take());
    return timesOf(times.slice(20));
  };
  const plain = await measure(() => statement(runtime.store, id));
  const views = {
    inbox: `view=inbox&limit=${PAGE}`,
    unread: `view=inbox&unread_only=1&limit=${PAGE}`,
    search: `view=search&q=rare&limit=${PAGE}`,
  };
  process.stdout.write(
    `${MESSAGES} messages, pages of ${PAGE}, ms\nstatement and JSON alone: p50 ${plain.p50.toFixed(1)}, p99 ${plain.p99.toFixed(1)}\n`,
  );
  for (const [name, query] of Object.entries(views)) {
    const { p50, p99 } = await measure(() => ask(query));
    process.stdout.write(
      `${name}: p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, ratio ${(p50 / plain.p50).toFixed(1)}\n`,
    );
  }
} finally {
  await server.close();
  await runtime.close();
  await rm(scratch, { recursive: true });
}
