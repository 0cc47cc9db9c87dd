import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serverForFile } from '../support/in-process.js';
import { ROOT } from '../support/scratch.js';

const run = promisify(execFile);
const EXAMPLES = path.join(ROOT, 'docs', 'examples', 'rest-clients');
const PACKAGES = path.join(ROOT, 'node_modules');
const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);
if (!hasPython) console.log('skipped: the Python client of docs/examples/rest-clients, for want of python3');

const server = await serverForFile();
const { key } = await server.newKey('institutional');
/** Below the project, so that the programs find its packages. */
let folder = '';
beforeAll(async () => {
  await mkdir(path.join(ROOT, 'dist'), { recursive: true });
  folder = await mkdtemp(path.join(ROOT, 'dist', 'generated-clients-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program in the folder and returns its lines. */
async function linesOf(program: string, ...args: readonly string[]): Promise<readonly string[]> {
  try {
    const { stdout } = await run(program, args, { cwd: folder });
    return stdout.trim().split('\n');
  } catch (error) {
    // A compiler writes what is wrong to its standard output.
    const { message = '', stdout = '' } = error as { message?: string; stdout?: string };
    throw new Error(`${message}\n${stdout}`, { cause: error });
  }
}

const node = (...args: readonly string[]): Promise<readonly string[]> => linesOf(process.execPath, ...args);

describe('clients generated from the OpenAPI document', () => {
  it('by openapi-typescript compile strictly, and narrow answers by `ok`', async () => {
    await copyFile(path.join(EXAMPLES, 'client.ts'), path.join(folder, 'client.ts'));
    await node(
      path.join(PACKAGES, 'openapi-typescript', 'bin', 'cli.js'),
      `${server.url}/api/v1/openapi`,
      '--output',
      'api.ts',
      '--default-non-nullable=false',
    );
    const options = [
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--types',
      'node',
      '--skipLibCheck',
      '--ignoreConfig',
    ];
    await node(path.join(PACKAGES, 'typescript', 'bin', 'tsc'), ...options, 'client.ts');
    expect(await node('client.js', server.url, key)).toEqual([
      expect.stringMatching(/^AAPL is (?:Strong )?(?:Buy|Sell|Neutral), institutional$/),
      expect.stringMatching(/^trend: \d+ trades, \d+ points$/),
      expect.stringMatching(/^portfolio: (?:Bullish|Neutral|Bearish) at [\d.]+$/),
      'unknown: ticker_not_found',
      'test: not_found',
    ]);
  });

  (hasPython ? it : it.skip)('by quicktype for Python read every kind of answer', async () => {
    for (const file of ['client.py', 'generate-python.mjs'])
      await copyFile(path.join(EXAMPLES, file), path.join(folder, file));
    await node('generate-python.mjs', server.url, 'api.py');
    expect(await readFile(path.join(folder, 'api.py'), 'utf8')).toContain('class SignalFlipEvent');
    expect(await linesOf('python3', 'client.py', server.url, key)).toEqual([
      expect.stringMatching(/^AAPL is (?:Strong )?(?:Buy|Sell|Neutral)$/),
      'seasonality: 12 months',
      expect.stringMatching(/^trend: \d+ trades$/),
      expect.stringMatching(/^portfolio: (?:Bullish|Neutral|Bearish)$/),
      'unknown: ticker_not_found',
    ]);
  });
});
