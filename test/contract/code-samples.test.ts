import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { call } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const run = promisify(execFile);
const server = await serverForFile();
const { key, accountId } = await server.newKey('institutional', { perMinute: 1_000 });
await server.services.lines.setUp(accountId, 'Ada');
await server.runtime.store.lines.activate(accountId, new Date());

interface Operation {
  readonly operationId: string;
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[];
}

const { text } = await call(server.url, '/api/v1/openapi');
const paths = (JSON.parse(text) as { paths: Record<string, Record<string, Operation>> }).paths;
const OPERATIONS = Object.values(paths)
  .flatMap((path) => Object.values(path))
  .filter((operation) => 'x-codeSamples' in operation);

const sampleOf = (operation: Operation, wanted: string): string =>
  operation['x-codeSamples']
    ?.find(({ label }) => label === wanted)
    ?.source.replaceAll('http://127.0.0.1:4000', server.url) ?? '';

it('every endpoint with a key has samples in curl, JavaScript and Python', () => {
  expect(OPERATIONS.length).toBeGreaterThan(10);
  for (const operation of OPERATIONS)
    expect(operation['x-codeSamples']?.map(({ label }) => label)).toEqual(['curl', 'JavaScript', 'Python']);
});

// Samples of what belongs to an account need its id, and those of webhooks a public receiver, which no printed sample
// knows.
const RUNNABLE = OPERATIONS.filter(
  ({ operationId }) =>
    !/^(delete|post)Webhook|^(update|delete)Agent$|^getRun$|^sendVaultRequest$|^getCommunityPost$|^getArenaMember$|^getOwnArena$|^createCommunityPost$|^getLineMessage$|^replyToLineMessage$/.test(
      operationId,
    ),
);

it.each(RUNNABLE.map((operation) => [operation.operationId, operation] as const))(
  'the samples of %s are answered alike: curl and JavaScript',
  async (_id, operation) => {
    const env = { ...process.env, MARKETGRAPH_KEY: key };
    const curl = JSON.parse(
      (await run('sh', ['-c', sampleOf(operation, 'curl').replace('curl ', 'curl -s ')], { env })).stdout,
    ) as object;
    const javascript = run(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        sampleOf(operation, 'JavaScript').replace(/console\.log\((.*)\);$/, 'console.log(JSON.stringify($1));'),
      ],
      { env },
    );
    expect(Object.keys(curl)).toEqual(Object.keys(JSON.parse((await javascript).stdout) as object));
  },
);

it('Python samples compile', async () => {
  const sources = OPERATIONS.map((operation) => sampleOf(operation, 'Python'));
  await run('python3', [
    '-c',
    'import sys, json\nfor source in json.loads(sys.argv[1]): compile(source, "sample", "exec")',
    JSON.stringify(sources),
  ]);
});
