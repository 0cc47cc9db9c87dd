import { randomInt } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { OPERATION_LIMITS, TIERS, type Tier } from '../../access/tiers.js';
import { seededDice } from '../../gateway/fixtures/dice.js';
import { serverForFile, type TestKey } from '../support/in-process.js';
import { ROOT } from '../support/scratch.js';
import { asCommand, fuzzRequest, type FuzzRequest } from './requests.js';
import { endFuzzConnections, send, type FuzzAnswer } from './send.js';

/** Requests of each seed. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 5_000);
/** One seed is the same in every run; the other is new, and printed with each failure. */
const FIXED_SEED = 20_26;
const OWN_SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(1, 2 ** 31));
const MOST_LOOP_MS = 1_000;
const MOST_GROWTH_BYTES = 300 * 1024 * 1024;
const MOST_MESSAGE = 1_500;
const PER_MINUTE = 100_000;

const server = await serverForFile();
afterAll(endFuzzConnections);
const keys = new Map<Tier, TestKey>();
for (const tier of TIERS) keys.set(tier, await server.newKey(tier, { perMinute: PER_MINUTE, perMonth: 1_000_000 }));
const bystander = await server.newKey('pro', { perMinute: PER_MINUTE, perMonth: 1_000_000 });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function textOf({ headers, body }: FuzzAnswer): string {
  const encoding = headers['content-encoding'];
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return encoding === 'br' ? brotliDecompressSync(body).toString() : body.toString();
}

interface Body {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly message?: string;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
  readonly extensions?: { readonly cost?: { readonly requested: number } };
}

/** Objects in lists at any depth: each was resolved, and costs a point at least. */
function listedObjects(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (!Array.isArray(value)) return Object.values(value).reduce((sum: number, field) => sum + listedObjects(field), 0);
  return value.reduce((sum: number, entry: unknown) => sum + listedObjects(entry) + (isObject(entry) ? 1 : 0), 0);
}
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is wrong with a body; empty if nothing is. */
function faultsOfBody(body: Body, { tier, path }: FuzzRequest): string[] {
  const faults: string[] = [];
  const codes = [body.error, ...(body.errors ?? []).map(({ extensions }) => extensions?.code)];
  if (codes.some((code) => /^internal_/i.test(String(code)))) faults.push('an internal error');
  const messages = [body.message ?? '', ...(body.errors ?? []).map(({ message }) => message)];
  const longest = Math.max(...messages.map(({ length }) => length));
  if (longest > MOST_MESSAGE) faults.push(`a message of ${longest} characters`);
  if (!path.startsWith('/graphql') || body.data === undefined || body.data === null) return faults;
  const requested = body.extensions?.cost?.requested;
  if (requested === undefined) return [...faults, 'data without a measured cost'];
  if (requested > OPERATION_LIMITS[tier].cost) faults.push(`a cost of ${requested} points, above the limit`);
  // Introspection is priced by the field.
  const executed = JSON.stringify(body.data).includes('__') ? 0 : listedObjects(body.data);
  if (executed > requested) faults.push(`${executed} objects for ${requested} points`);
  return faults;
}

function faultsOf(answer: FuzzAnswer, request: FuzzRequest): string[] {
  const faults: string[] = [];
  if (answer.status >= 500) faults.push(`status ${answer.status}`);
  // Node's parser answers before there is a request.
  if (answer.headers['x-request-id'] === undefined && ![400, 431].includes(answer.status))
    faults.push(`status ${answer.status} without X-Request-Id`);
  const type = answer.headers['content-type'] ?? '';
  if (answer.body.length === 0 || !/json/.test(type)) return faults;
  const text = textOf(answer);
  if (text.includes(ROOT) || /\n\s+at \S+ \(/.test(text)) faults.push('a path or a stack in the answer');
  try {
    return [...faults, ...faultsOfBody(JSON.parse(text) as Body, request)];
  } catch (error) {
    return [...faults, `a body that is not JSON (${String(error)})`];
  }
}

/** Requests of another account, whose answers must never change. */
const BYSTANDING: readonly FuzzRequest[] = [
  { tier: 'pro', method: 'GET', path: '/api/v1/signal?ticker=MSFT', headers: {} },
  {
    tier: 'pro',
    method: 'POST',
    path: '/graphql',
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from('{"query":"{\\n  security(ticker: \\"MSFT\\") { name sector }\\n}"}'),
  },
  {
    tier: 'pro',
    method: 'POST',
    path: '/graphql',
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from('{"query":"{ viewer { watchlists { nodes { id } } } }"}'),
  },
];

/** The body without what is left of the limits, which each request changes. */
function withoutLimits(text: string): string {
  const { extensions, ...body } = JSON.parse(text) as { readonly extensions?: { readonly limits?: unknown } };
  return JSON.stringify({ ...body, extensions: { ...extensions, limits: undefined } });
}

async function bystanding(index: number): Promise<string> {
  const request = BYSTANDING[index % BYSTANDING.length];
  if (request === undefined) throw new RangeError('No such request.');
  const answer = await send(server.url, bystander.key, request);
  return answer === null ? 'none' : `${answer.status} ${withoutLimits(textOf(answer))}`;
}

const INHERITED = JSON.stringify(Reflect.ownKeys(Object.prototype).map(String));

interface Tally {
  sent: number;
  unsendable: number;
  readonly statuses: Map<number, number>;
}

/** Sends one request and checks everything that must hold then. */
async function tryOne(
  request: FuzzRequest,
  index: number,
  expected: readonly string[],
  tally: Tally,
): Promise<string[]> {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  const before = process.cpuUsage();
  delay.enable();
  let answer: FuzzAnswer | null;
  try {
    answer = await send(server.url, keys.get(request.tier)?.key ?? '', request);
  } catch (error) {
    // Node closes connections whose request is not HTTP; the next request shows that the server continues.
    answer = null;
    if (!(
      error instanceof Error &&
      /ECONNRESET|EPIPE|socket hang up|Parse Error/.test(`${error.message} ${String(Reflect.get(error, 'code'))}`)
    ))
      return [String(error)];
  } finally {
    delay.disable();
  }
  const { user } = process.cpuUsage(before);
  const faults = answer === null ? [] : faultsOf(answer, request);
  tally.sent += 1;
  if (answer === null) tally.unsendable += 1;
  else tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
  // A machine that stands still for other reasons uses no processor time here.
  if (delay.max / 1e6 > MOST_LOOP_MS && user / 1e3 > MOST_LOOP_MS)
    faults.push(`the event loop stood for ${Math.round(delay.max / 1e6)} ms`);
  if (JSON.stringify(Reflect.ownKeys(Object.prototype).map(String)) !== INHERITED)
    faults.push('a changed Object.prototype');
  if ((await bystanding(index)) !== expected[index % expected.length]) faults.push('another account’s answer changed');
  return faults;
}

describe('random requests', () => {
  it.each([
    { kind: 'fixed', seed: FIXED_SEED },
    { kind: 'new', seed: OWN_SEED },
  ])(
    `never break anything: ${REQUESTS} of a $kind seed, $seed`,
    async ({ seed }) => {
      const expected = await Promise.all(BYSTANDING.map((_, index) => bystanding(index)));
      expect(expected.map((text) => text.slice(0, 3))).toEqual(expected.map(() => '200'));
      const tally: Tally = { sent: 0, unsendable: 0, statuses: new Map() };
      const failures: string[] = [];
      let heapAfterWarmUp = 0;
      for (let index = 0; index < REQUESTS && failures.length < 5; index += 1) {
        const request = fuzzRequest(seededDice(seed + index));
        const faults = await tryOne(request, index, expected, tally);
        if (faults.length > 0)
          failures.push(`seed ${seed}, request ${index}: ${faults.join('; ')}\n${asCommand(request)}`);
        if (index === Math.floor(REQUESTS / 4)) heapAfterWarmUp = heapBytes();
      }
      const growth = heapBytes() - heapAfterWarmUp;
      const statuses = [...tally.statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ');
      console.log(
        `seed ${seed}: ${tally.sent} requests (${tally.unsendable} without an answer): ${statuses}; heap ${Math.round(growth / 2 ** 20)} MB more at the end`,
      );
      expect(failures).toEqual([]);
      expect(growth).toBeLessThan(MOST_GROWTH_BYTES);
      // The requests are near enough to good ones that many are answered, and far enough that many are refused.
      const share = (status: number): number => (tally.statuses.get(status) ?? 0) / tally.sent;
      expect([share(200) > 0.1, share(400) > 0.1, tally.unsendable < 0.05 * tally.sent]).toEqual([true, true, true]);
    },
    120_000 + 60 * REQUESTS,
  );
});
