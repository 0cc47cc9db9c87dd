import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSupergraph } from '../../bin/graph.js';
import { ROOT, scratchDir } from './scratch.js';

const PACKAGES = ['@graphql-hive/gateway-runtime', '@graphql-mesh/transport-http'];

/** Which packages of the router are not installed: it is a peer for tests, not a part of the program. */
export const missingForHive = PACKAGES.filter((name) => !existsSync(path.join(ROOT, 'node_modules', name)));

/** The project's supergraph with the addresses of these subgraphs. */
function supergraphAt(urls: Readonly<Record<string, string>>): string {
  return readSupergraph().replace(
    /@join__graph\(name: "([^"]+)", url: "[^"]*"\)/g,
    (_whole, name: string) => `@join__graph(name: "${name}", url: "${urls[name] ?? ''}/graphql")`,
  );
}

export interface HiveRouter {
  readonly url: string;
  stop(): void;
}

/**
 * Starts the router in front of the subgraphs; it trades a client's key again once its identity is `identityFreshMs`
 * old.
 */
export async function startHiveRouter(
  urls: Readonly<Record<string, string>>,
  identityUrl: string,
  identityFreshMs = 30_000,
): Promise<HiveRouter> {
  const supergraph = path.join(await scratchDir(), 'supergraph.graphql');
  await writeFile(supergraph, supergraphAt(urls));
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'hive-process.mjs')], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      SUPERGRAPH: supergraph,
      IDENTITY_URL: identityUrl,
      IDENTITY_FRESH_MS: String(identityFreshMs),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The router ended with ${String(code)}: ${written}`)));
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      written += part;
      const url = /Router ready on (\S+)/.exec(written)?.[1];
      if (url !== undefined) resolve({ url, stop: () => void child.kill('SIGKILL') });
    });
  });
}
