import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { serverForFile } from '../support/in-process.js';
import { ROOT, scratchDir } from '../support/scratch.js';

const run = promisify(execFile);
const CLIENT = path.join(ROOT, 'client');
const COMPILER = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

const PROGRAM = `import { createClient, SignalDocument, type SignalLabel } from '@marketgraph/client';
const client = createClient({ url: process.argv[2] ?? '', key: process.argv[3] ?? '' });
const { signal } = await client.query(SignalDocument, { ticker: 'AAPL' });
const label: SignalLabel | null | undefined = signal?.signal;
// @ts-expect-error: a ticker is needed.
client.query(SignalDocument, {}).catch(() => undefined);
console.log(JSON.stringify({ label, score: signal?.compositeScore }));
`;

const server = await serverForFile();

/** What `npm pack` in client/ makes, unpacked where a program of its own finds it. */
async function installedIn(folder: string): Promise<void> {
  const source = path.join(folder, 'client');
  await mkdir(source);
  for (const name of ['package.json', 'README.md', 'LICENSE', 'operations']) await cp(path.join(CLIENT, name), path.join(source, name), { recursive: true });
  await run(process.execPath, [COMPILER, '-p', path.join(CLIENT, 'tsconfig.build.json'), '--outDir', path.join(source, 'dist')]);
  const { stdout } = await run('npm', ['pack', '--json', '--offline', '--pack-destination', folder], { cwd: source });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  const target = path.join(folder, 'node_modules', '@marketgraph', 'client');
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', path.join(folder, filename), '-C', target, '--strip-components=1']);
}

it('is published as a package that type-checks and runs by itself, without any other package', async () => {
  const folder = await scratchDir();
  await installedIn(folder);
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(path.join(folder, 'process.d.ts'), 'declare const process: { readonly argv: readonly string[] };');
  await writeFile(path.join(folder, 'program.ts'), PROGRAM);
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, target: 'ES2022', lib: ['ES2022', 'DOM'], module: 'NodeNext', types: [] }, files: ['program.ts', 'process.d.ts'] }));
  const { stdout: complaints } = await run(process.execPath, [COMPILER, '-p', folder]).catch((error: unknown) => error as { stdout: string });
  expect(complaints).toBe('');
  const { key } = await server.newKey('free');
  const { stdout } = await run(process.execPath, ['program.js', server.url, key], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({ label: 'STRONG_BUY', score: expect.any(Number) });
});
