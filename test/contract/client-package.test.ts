import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { leaveFiles } from '../support/file-limit.js';
import { serverForFile } from '../support/in-process.js';
import { ROOT, scratchDir } from '../support/scratch.js';

const run = promisify(execFile);
const COMPILER = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

const PROGRAM = `import { createClient, SignalDocument, type SignalLabel } from '@marketgraph/client';
const client = createClient({ url: process.argv[2] ?? '', key: process.argv[3] ?? '' });
const { security } = await client.query(SignalDocument, { ticker: 'AAPL' });
const label: SignalLabel | undefined = security?.signal?.label;
// @ts-expect-error: a ticker is needed.
client.query(SignalDocument, {}).catch(() => undefined);
console.log(JSON.stringify({ label, score: security?.signal?.compositeScore }));
`;

const server = await serverForFile();
beforeEach(() => server.nextMinute());

/** What the compiler complains about. */
async function complaintsOf(project: string): Promise<string> {
  const { stdout } = await run(process.execPath, [COMPILER, '-p', project]).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout;
}

/** An empty project in which npm reaches this server alone. */
async function emptyProject(): Promise<{
  readonly folder: string;
  readonly install: (url: string) => Promise<unknown>;
}> {
  const folder = await scratchDir();
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  const options = [
    '--registry',
    'http://127.0.0.1:1',
    '--cache',
    path.join(folder, 'cache'),
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
  ];
  return { folder, install: (url) => run('npm', ['install', url, ...options], { cwd: folder }) };
}

describe('the package of the typed client', () => {
  it('is installed by npm from a running server, without a registry, and type-checks and runs by itself', async () => {
    const { folder, install } = await emptyProject();
    await install(`${server.url}/client.tgz`);
    const lock = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8')) as {
      readonly packages: object;
    };
    expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/@marketgraph/client']);
    await writeFile(path.join(folder, 'process.d.ts'), 'declare const process: { readonly argv: readonly string[] };');
    await writeFile(path.join(folder, 'program.ts'), PROGRAM);
    const compilerOptions = { strict: true, target: 'ES2022', lib: ['ES2022', 'DOM'], module: 'NodeNext', types: [] };
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['program.ts', 'process.d.ts'] }),
    );
    expect(await complaintsOf(folder)).toBe('');
    const { key } = await server.newKey('free');
    const { stdout } = await run(process.execPath, ['program.js', server.url, key], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({ label: 'NEUTRAL', score: expect.any(Number) });
  });

  it('compiles for browsers', async () => {
    expect(await complaintsOf(path.join(ROOT, 'client'))).toBe('');
  });

  it('is on the index, has an ETag, is not compressed twice, and counts towards the limit of files', async () => {
    const links = (await (await fetch(server.url, { headers: { Accept: 'application/json' } })).json()) as object;
    expect(links).toMatchObject({ client: '/client.tgz' });
    const answer = await fetch(`${server.url}/client.tgz`, { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-encoding')]).toEqual([
      200,
      'application/gzip',
      null,
    ]);
    const known = { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } };
    expect((await fetch(`${server.url}/client.tgz`, known)).status).toBe(304);
    await leaveFiles(server, 8);
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await server.call('/client.tgz', known)).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});
