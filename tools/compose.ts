import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { composeSupergraph } from '../gateway/compose.js';
import { SUBGRAPH_NAMES, subgraphSdl } from '../subgraphs/sdl.js';

/** First port of the remote subgraphs; each uses the next one. */
const FIRST_PORT = 4101;

// Writes schema/supergraph.graphql in the source tree, from the build: npm run compose.
const file = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'schema', 'supergraph.graphql');
const subgraphs = SUBGRAPH_NAMES.map((name, index) => ({ name, sdl: subgraphSdl(name), url: `http://127.0.0.1:${FIRST_PORT + index}/graphql` }));
const header = '# Generated from the subgraphs by `npm run compose`; CI checks that it is fresh.\n\n';
writeFileSync(file, `${header}${composeSupergraph(subgraphs)}\n`);
