import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { composeSupergraph } from '../gateway/compose.js';
import { adminSdl, SUBGRAPH_NAMES, subgraphSdl } from '../subgraphs/sdl.js';

/** First port of the remote subgraphs; each uses the next one. */
const FIRST_PORT = 4101;

/** The admin graph never runs remotely. */
const IN_PROCESS = 'http://127.0.0.1/admin/graphql';

// Writes schema/supergraph.graphql and schema/admin-supergraph.graphql in the build and in the source tree: npm run
// build.
const built = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const subgraphs = SUBGRAPH_NAMES.map((name, index) => ({
  name,
  sdl: subgraphSdl(name),
  url: `http://127.0.0.1:${FIRST_PORT + index}/graphql`,
}));
const supergraphs = {
  'supergraph.graphql': composeSupergraph(subgraphs),
  'admin-supergraph.graphql': composeSupergraph([{ name: 'admin', sdl: adminSdl(), url: IN_PROCESS }]),
};
for (const [name, sdl] of Object.entries(supergraphs)) {
  const text = `# Composed from the subgraphs by \`npm run build\`.\n\n${sdl}\n`;
  for (const root of [built, path.join(built, '..')]) writeFileSync(path.join(root, 'schema', name), text);
}
