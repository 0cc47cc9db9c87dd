import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { subgraphSdl } from '../../subgraphs/sdl.js';
import { readSupergraph } from '../../bin/graph.js';
import { printPublicSchema } from './public-schema.js';

// Writes schema/public.graphql in the source tree from the composed supergraph: npm run build.
const file = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'schema', 'public.graphql');
const header = '# Printed from the composed supergraph by `npm run build`; CI checks that it is fresh.\n\n';
writeFileSync(file, `${header}${printPublicSchema(readSupergraph(), subgraphSdl('account'))}`);
