import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { forwardCommand } from '../../bin/commands/admin-socket.js';
import { startSite, TEST_AUTHORITY } from '../support/echo-site.js';
import { call, endConnections, read, type Answer } from '../support/http.js';
import { programsForFile, type ServerProgram } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

/* The key of the vault is replaced while the server is killed: every credential can be used as before. */

const OWNERS = 4;
const ITEMS_EACH = 50;
const ROUNDS = 8;
const TIMEOUT_MS = 420_000;

const programs = programsForFile();
removeScratchAtEnd();
const site = await startSite();
afterAll(async () => {
  endConnections();
  await site.close();
});

interface Item {
  readonly id: string;
  readonly key: string;
  readonly token: string;
}

async function newItems(
  server: ServerProgram,
  environment: Readonly<Record<string, string>>,
): Promise<readonly Item[]> {
  const { key, account_id: account } = await programs.newKey(
    environment,
    '--tier',
    'institutional',
    '--per-minute',
    '100000',
  );
  const lines: string[] = [];
  await forwardCommand(
    environment['SVC_DATA_DIR'] ?? '',
    'admin',
    ['sessions', 'create', '--account', account, '--json'],
    { print: (line) => lines.push(line), error: (line) => lines.push(line), progress: () => undefined },
  );
  const { session } = JSON.parse(lines[0] ?? '{}') as { session: string };
  const query = 'mutation ($input: CreateVaultItemInput!) { createVaultItem(input: $input) { vaultItem { id } } }';
  return Promise.all(
    Array.from({ length: ITEMS_EACH }, async (_, index) => {
      const token = `token-of-${account}-${index}`;
      const input = {
        name: `Item ${index}`,
        credential: { bearer: { token } },
        allowedHosts: [site.host],
        isApprovalRequired: false,
      };
      const made = await call(server.url, '/graphql', {
        method: 'POST',
        headers: { Authorization: `Bearer ${session}` },
        body: { query, variables: { input } },
      });
      return { id: String(read(made, 'data', 'createVaultItem', 'vaultItem', 'id')), key, token };
    }),
  );
}

const use = ({ url }: ServerProgram, { id, key }: Item): Promise<Answer> =>
  call(url, '/api/v1/vault', {
    method: 'POST',
    key,
    body: { action: 'request', item_id: id, url: `https://${site.host}/echo` },
  });

it(
  'every credential can be used, though the server is killed at any moment of a rotation',
  async () => {
    const dataDir = await scratchDir();
    const environment = { SVC_DATA_DIR: dataDir, SVC_ALLOW_PRIVATE_TARGETS: '1', NODE_EXTRA_CA_CERTS: TEST_AUTHORITY };
    const keysInFile = (): readonly string[] =>
      readFileSync(path.join(dataDir, 'vault.key'), 'utf8').trim().split('\n');
    const rotate = async (): Promise<boolean> => {
      const ended = await forwardCommand(dataDir, 'admin', ['vault', 'rotate-key'], {
        print: () => undefined,
        error: () => undefined,
        progress: () => undefined,
      }).catch(() => undefined);
      return ended === 0;
    };
    let server = await programs.server(environment);
    const items = (await Promise.all(Array.from({ length: OWNERS }, () => newItems(server, environment)))).flat();
    expect(items.every(({ id }) => id.startsWith('vi_'))).toBe(true);
    const start = performance.now();
    expect(await rotate()).toBe(true);
    /** The least that a whole rotation has taken: the machine may have been busy during the first. */
    let wholeMs = performance.now() - start;

    const rotations: boolean[] = [];
    const keys: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const startedAtMs = performance.now();
      const rotating = rotate().then((isDone) => {
        if (isDone) wholeMs = Math.min(wholeMs, performance.now() - startedAtMs);
        return isDone;
      });
      await sleep((wholeMs * round) / ROUNDS);
      await server.signal('SIGKILL');
      rotations.push(await rotating);
      keys.push(keysInFile().length);
      server = await programs.server(environment);
      site.requests.length = 0;
      const sample = items.filter((_, index) => index % ROUNDS === round);
      const answers = await Promise.all(sample.map((item) => use(server, item)));
      expect(answers.map(({ status }) => status)).toEqual(sample.map(() => 200));
      expect(site.requests.map(({ headers }) => headers.authorization).sort()).toEqual(
        sample.map(({ token }) => `Bearer ${token}`).sort(),
      );
    }
    // Some rotations were cut: otherwise nothing was tried.
    expect(rotations.filter((isDone) => !isDone).length).toBeGreaterThan(2);

    expect(await rotate()).toBe(true);
    expect(keysInFile()).toHaveLength(1);
    site.requests.length = 0;
    for (const item of items) expect((await use(server, item)).status).toBe(200);
    expect(new Set(site.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set(items.map(({ token }) => `Bearer ${token}`)),
    );
    console.log(
      `rotation of ${items.length} credentials: ${wholeMs.toFixed(0)} ms; cut ${rotations.filter((isDone) => !isDone).length} of ${ROUNDS} times, with ${keys.join(', ')} keys in the file`,
    );
  },
  TIMEOUT_MS,
);
