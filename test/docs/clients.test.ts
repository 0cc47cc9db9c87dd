import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { buildSchema, isScalarType, isSpecifiedScalarType } from 'graphql';
import { readPages } from '../../tools/docs/pages.js';
import { serverForFile } from '../support/in-process.js';
import { compileRelay, documentedRelayConfig, relayArtifacts, type CompiledProject } from '../support/relay.js';
import { ROOT, scratchDir } from '../support/scratch.js';

const run = promisify(execFile);
const PRINTED_URL = 'http://127.0.0.1:4000';
/** A program followed by its output. Relay's has a file name, because its documents are named after it. */
const PROGRAM = /^```([jt]s)(?: (\S+)\.ts)?\n((?:(?!```)[\s\S])*)```\n\n```text\n((?:(?!```)[\s\S])*)```$/gm;

const socketUrl = (url: string): string => url.replace('http', 'ws');

interface Program {
  readonly name: string;
  readonly language: string;
  readonly module: string | undefined;
  readonly source: string;
  readonly printed: string;
}

const server = await serverForFile();
const PAGES = readPages(ROOT);
const PROGRAMS: readonly Program[] = PAGES.flatMap(({ file, text }) =>
  [...text.matchAll(PROGRAM)].map(([, language = '', module, source = '', printed = ''], index) => ({
    name: `${file} ${index + 1}`,
    language,
    module,
    source,
    printed,
  })),
);

/** A folder with the program, which sends its requests to the server at `url`. */
async function projectOf({ module, source }: Program, url: string): Promise<CompiledProject> {
  const withUrl = source.replaceAll(PRINTED_URL, url).replaceAll(socketUrl(PRINTED_URL), socketUrl(url));
  if (module !== undefined) {
    return compileRelay({ config: JSON.stringify(await documentedRelayConfig()), module, source: withUrl });
  }
  const folder = await scratchDir();
  const entry = path.join(folder, 'program.ts');
  await writeFile(entry, withUrl);
  return { folder, entry };
}

beforeEach(() => server.nextMinute());

describe('the programs of the documentation', () => {
  it('are on the pages for front ends', () => {
    expect(PROGRAMS.map(({ name }) => name)).toEqual([
      'docs/clients.md 1',
      'docs/clients.md 2',
      'docs/clients.md 3',
      'docs/clients.md 4',
      'docs/clients.md 5',
      'docs/live.md 1',
      'docs/live.md 2',
      'docs/live.md 3',
      'docs/live.md 4',
    ]);
  });

  const named = PROGRAMS.map((program) => [program.name, program] as const);
  it.each(named)('print the output shown on the page: %s', async (_name, program) => {
    const { folder, entry } = await projectOf(program, server.url);
    const outfile = path.join(folder, 'program.mjs');
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      alias: { '@marketgraph/client': path.join(ROOT, 'client', 'index.ts') },
      nodePaths: [path.join(ROOT, 'node_modules')],
      // ws is CommonJS, and requires modules of Node.js.
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      plugins: [relayArtifacts],
      logLevel: 'silent',
    });
    const { stdout } = await run(process.execPath, [outfile]);
    expect(stdout).toBe(program.printed);
  });

  it('type-check in strict mode, the Relay program with the types that its compiler generates', async () => {
    const relay = PROGRAMS.find(({ module }) => module !== undefined);
    const others = PROGRAMS.filter(({ language, module }) => language === 'ts' && module === undefined);
    if (relay === undefined) throw new Error('no program has a name');
    const { folder } = await projectOf(relay, PRINTED_URL);
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    await Promise.all(
      others.map(({ source }, index) => writeFile(path.join(folder, 'src', `program-${index}.ts`), source)),
    );
    const paths = { '@marketgraph/client': [path.join(ROOT, 'client', 'index.ts')] };
    const compilerOptions = {
      strict: true,
      target: 'ES2022',
      lib: ['ES2022', 'DOM'],
      module: 'ESNext',
      moduleResolution: 'Bundler',
      types: [],
      noEmit: true,
      skipLibCheck: true,
      paths,
    };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    const { stdout } = await run(process.execPath, [
      path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'),
      '-p',
      folder,
    ]).catch((error: unknown) => error as { stdout: string });
    expect(stdout).toBe('');
  }, 180_000);
});

it('the documented configurations of Relay and the code generators list every scalar of the schema', async () => {
  const schema = buildSchema(await readFile(path.join(ROOT, 'schema', 'public.graphql'), 'utf8'));
  const scalars = Object.values(schema.getTypeMap())
    .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
    .map(({ name }) => name)
    .sort();
  const { customScalarTypes } = await documentedRelayConfig();
  const [, listed = ''] =
    /^ +scalars: \{(.*)\}$/m.exec(PAGES.find(({ file }) => file === 'docs/clients.md')?.text ?? '') ?? [];
  expect(Object.keys(customScalarTypes as object).sort()).toEqual(scalars);
  expect([...listed.matchAll(/(\w+):/g)].map(([, name]) => name).sort()).toEqual(scalars);
});

it('the code generator works with the settings of docs/clients.md and the schema of the server', async () => {
  const [, settings = ''] =
    /^```yaml\n([\s\S]*?)^```$/m.exec(PAGES.find(({ file }) => file === 'docs/clients.md')?.text ?? '') ?? [];
  const folder = await scratchDir();
  await mkdir(path.join(folder, 'src'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'codegen.yml'), settings.replaceAll(PRINTED_URL, server.url));
  await writeFile(
    path.join(folder, 'src', 'watch.graphql'),
    'query Watch($ticker: Ticker!) { security(ticker: $ticker) { name signal { compositeScore } } }',
  );
  await run(
    process.execPath,
    [path.join(ROOT, 'node_modules', '@graphql-codegen', 'cli', 'cjs', 'bin.js'), '--config', 'codegen.yml'],
    { cwd: folder },
  );
  const generated = await readFile(path.join(folder, 'src', 'graphql.ts'), 'utf8');
  expect(generated).toContain(
    'export type WatchQuery = { security: { name: string, signal: { compositeScore: number } | null } | null };',
  );
  expect(generated).toContain('export const WatchDocument =');
});
