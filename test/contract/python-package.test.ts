import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { serverForFile } from '../support/in-process.js';
import { removeScratchAtEnd, ROOT, scratchDir } from '../support/scratch.js';

const run = promisify(execFile);
const server = await serverForFile();
removeScratchAtEnd();

const SOURCE = path.join(ROOT, 'client', 'python');
const hasPip = await run('python3', ['-m', 'pip', '--version']).then(
  () => true,
  () => false,
);
if (!hasPip) console.log('skipped: the package of the Python client, for want of python3 with pip');
const describeWithPip = hasPip ? describe : describe.skip;

/** Every file of a wheel, with whether RECORD has its digest and its size. */
const CHECK_RECORD = `
import base64, csv, hashlib, io, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
record = next(name for name in archive.namelist() if name.endswith('.dist-info/RECORD'))
rows = {path: (digest, size) for path, digest, size in csv.reader(io.StringIO(archive.read(record).decode()))}
def expected(name):
    content = archive.read(name)
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()
    return ('', '') if name == record else (f'sha256={digest}', str(len(content)))
print(json.dumps({name: rows.get(name) == expected(name) for name in archive.namelist()}))
`;

const PROGRAM = `
import sys
from importlib.metadata import version
from pathlib import Path
import marketgraph
client = marketgraph.Marketgraph(sys.argv[1], key=sys.argv[2])
typed = Path(marketgraph.__file__).with_name('py.typed').exists()
print(version('marketgraph') == marketgraph.__version__, typed, client.get_signal('AAPL')['ticker'])
`;

describeWithPip('the package of the Python client', () => {
  let folder = '';
  let names: readonly string[] = [];
  beforeAll(async () => {
    folder = await scratchDir();
    const { stdout } = await run('python3', [path.join(SOURCE, 'build_backend.py'), folder]);
    names = stdout.trim().split('\n');
  });

  it('is a wheel whose RECORD has the digest of each file, and a source distribution', async () => {
    expect(names).toEqual(['marketgraph-0.1.0-py3-none-any.whl', 'marketgraph-0.1.0.tar.gz']);
    const { stdout } = await run('python3', ['-c', CHECK_RECORD, path.join(folder, names[0] ?? '')]);
    expect(JSON.parse(stdout)).toEqual({
      'marketgraph/__init__.py': true,
      'marketgraph/py.typed': true,
      'marketgraph-0.1.0.dist-info/METADATA': true,
      'marketgraph-0.1.0.dist-info/WHEEL': true,
      'marketgraph-0.1.0.dist-info/RECORD': true,
    });
  });

  it.each(['the wheel', 'the source distribution', 'the folder'])(
    'is installed by pip from %s without an index, and answers with types beside it',
    async (from) => {
      const sources: Readonly<Record<string, string>> = {
        'the wheel': path.join(folder, names[0] ?? ''),
        'the source distribution': path.join(folder, names[1] ?? ''),
        'the folder': SOURCE,
      };
      const target = await scratchDir();
      const options = ['--no-index', '--no-deps', '--no-cache-dir', '--disable-pip-version-check', '--target', target];
      // Nothing is left beside the sources.
      const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
      await run('python3', ['-m', 'pip', 'install', '--quiet', ...options, sources[from] ?? ''], { env });
      const { key } = await server.newKey('free');
      const { stdout } = await run('python3', ['-c', PROGRAM, server.url, key], {
        env: { ...process.env, PYTHONPATH: target },
      });
      expect(stdout.trim()).toBe('True True AAPL');
    },
  );
});

it('serves the Python client as one file, which is on the index, with an ETag', async () => {
  const links = (await (await fetch(server.url, { headers: { Accept: 'application/json' } })).json()) as object;
  expect(links).toMatchObject({ python: '/marketgraph.py' });
  const answer = await fetch(`${server.url}/marketgraph.py`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/x-python; charset=utf-8']);
  expect(await answer.text()).toBe(await readFile(path.join(SOURCE, 'marketgraph.py'), 'utf8'));
  const known = { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } };
  expect((await fetch(`${server.url}/marketgraph.py`, known)).status).toBe(304);
  const head = await fetch(`${server.url}/marketgraph.py`, { method: 'HEAD' });
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, answer.headers.get('etag'), '']);
});
