import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { subgraphSdl } from '../../subgraphs/sdl.js';
import { readSupergraph } from '../../bin/graph.js';
import { printPublicSchema } from './public-schema.js';

// Writes schema/public.graphql in the build and in the source tree from the composed supergraph: npm run build.
const built = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const header = '# Printed from the composed supergraph by `npm run build`; CI checks that it is fresh.\n\n';
const text = `${header}${printPublicSchema(readSupergraph(), subgraphSdl('account'))}`;
for (const root of [built, path.join(built, '..')]) writeFileSync(path.join(root, 'schema', 'public.graphql'), text);
