import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { readPages } from '../../bin/docs/pages.js';
import { serverForFile } from '../support/in-process.js';
import { ROOT, scratchDir } from '../support/scratch.js';

const run = promisify(execFile);
const PRINTED_URL = 'http://127.0.0.1:4000';
/** A program that stands over what it prints. */
const PROGRAM = /^```[jt]s\n((?:(?!```)[\s\S])*)```\n\n```text\n((?:(?!```)[\s\S])*)```$/gm;

const server = await serverForFile();
const PAGES = readPages(ROOT);
const PROGRAMS = PAGES.flatMap(({ file, text }) => [...text.matchAll(PROGRAM)].map(([, source = '', printed = ''], index) => ({ name: `${file} ${index + 1}`, source, printed })));

beforeEach(() => server.nextMinute());

describe('the programs of the documentation', () => {
  it('are on the pages for front ends', () => {
    expect(PROGRAMS.map(({ name }) => name)).toEqual(['docs/clients.md 1', 'docs/clients.md 2', 'docs/clients.md 3', 'docs/live.md 1', 'docs/live.md 2']);
  });

  it.each(PROGRAMS.map((program) => [program.name, program] as const))('print what stands under them: %s', async (_name, { source, printed }) => {
    const program = path.join(await scratchDir(), 'program.mjs');
    await build({
      stdin: { contents: source.replaceAll(PRINTED_URL, server.url), loader: 'ts', resolveDir: ROOT },
      outfile: program,
      bundle: true,
      format: 'esm',
      platform: 'node',
      alias: { '@marketgraph/client': path.join(ROOT, 'client', 'index.ts') },
      logLevel: 'silent',
    });
    const { stdout } = await run(process.execPath, [program]);
    expect(stdout).toBe(printed);
  });
});

it('the code generator takes its settings from docs/clients.md and the schema from the server', async () => {
  const [, settings = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(PAGES.find(({ file }) => file === 'docs/clients.md')?.text ?? '') ?? [];
  const folder = await scratchDir();
  await mkdir(path.join(folder, 'src'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'codegen.yml'), settings.replaceAll(PRINTED_URL, server.url));
  await writeFile(path.join(folder, 'src', 'watch.graphql'), 'query Watch($symbol: Ticker!) { security(symbol: $symbol) { name signal { compositeScore } } }');
  await run(process.execPath, [path.join(ROOT, 'node_modules', '@graphql-codegen', 'cli', 'cjs', 'bin.js'), '--config', 'codegen.yml'], { cwd: folder });
  const generated = await readFile(path.join(folder, 'src', 'graphql.ts'), 'utf8');
  expect(generated).toContain('export type WatchQuery = { security: { name: string, signal: { compositeScore: number } | null } | null };');
  expect(generated).toContain('export const WatchDocument =');
});
