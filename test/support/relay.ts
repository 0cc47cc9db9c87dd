import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { ROOT, scratchDir } from './scratch.js';

const run = promisify(execFile);

/** A document in a module, by the name of what it declares. */
const TAG = /graphql`\s*(?:query|mutation|subscription|fragment)\s+(\w+)[^`]*`/g;

/** What Relay's plugins for bundlers do: each document is replaced by the artifact that the compiler has made of it. */
export const relayArtifacts: Plugin = {
  name: 'relay-artifacts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/][\w-]+\.ts$/ }, async ({ path: file }) => ({
      loader: 'ts',
      contents: (await readFile(file, 'utf8')).replaceAll(TAG, "require('./__generated__/$1.graphql').default"),
    }));
  },
};

export interface RelayProject {
  /** Text of its `relay.config.json`. */
  readonly config: string;
  /** Name of its only module, without an ending; Relay wants the names of documents to begin with it. */
  readonly module: string;
  readonly source: string;
}

export interface CompiledProject {
  readonly folder: string;
  /** The module, to bundle with `relayArtifacts`. */
  readonly entry: string;
}

/**
 * A project in a folder of its own, compiled by relay-compiler against the public schema. Rejects with what the
 * compiler says.
 */
export async function compileRelay({ config, module, source }: RelayProject): Promise<CompiledProject> {
  const folder = await scratchDir();
  const entry = path.join(folder, 'src', `${module}.ts`);
  await Promise.all(['src', 'schema'].map((name) => mkdir(path.join(folder, name))));
  await copyFile(path.join(ROOT, 'schema', 'public.graphql'), path.join(folder, 'schema', 'public.graphql'));
  await writeFile(path.join(folder, 'relay.config.json'), config);
  // A configuration that persists documents must find the file it names.
  await writeFile(path.join(folder, 'persisted.json'), '{}');
  await writeFile(entry, source);
  await run(process.execPath, [path.join(ROOT, 'node_modules', 'relay-compiler', 'cli.js')], { cwd: folder });
  return { folder, entry };
}

/** What the compiler has made of a module's documents, by the names that the module exports. */
export async function importDocuments<Documents>({ folder, entry }: CompiledProject): Promise<Documents> {
  const outfile = path.join(folder, 'documents.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [relayArtifacts],
  });
  return (await import(outfile)) as Documents;
}

/** The configuration that docs/clients.md shows. */
export async function documentedRelayConfig(): Promise<Readonly<Record<string, unknown>>> {
  const page = await readFile(path.join(ROOT, 'docs', 'clients.md'), 'utf8');
  const [, config = ''] = /^```json relay\.config\.json\n([\s\S]*?)^```$/m.exec(page) ?? [];
  return JSON.parse(config) as Record<string, unknown>;
}
