import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSupergraph } from '../bin/graph.js';
import { describeCapability } from '../rest-compat/capability.js';
import { ROUTES } from '../rest-compat/routes/index.js';
import { readSdl } from '../rest-compat/sdl.js';
import { clientModel } from './rest-clients/endpoint-model.js';
import { pythonClient } from './rest-clients/python-client.js';
import { typescriptClient } from './rest-clients/typescript-client.js';

// Writes the types of the TypeScript client, and the Python client, which is in git so that it can be taken as one
// file.
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const sdl = readSdl(readSupergraph());
const model = clientModel(
  ROUTES.map((route) => describeCapability(route, sdl)),
  sdl,
);
const template = readFileSync(path.join(root, 'tools', 'rest-clients', 'client.template.py'), 'utf8');
writeFileSync(path.join(root, 'client', 'python', 'marketgraph.py'), pythonClient(template, model));
const generated = path.join(root, 'client', 'generated');
mkdirSync(generated, { recursive: true });
writeFileSync(path.join(generated, 'rest.ts'), typescriptClient(model));
