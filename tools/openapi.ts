import { writeFileSync } from 'node:fs';
import { Failure } from '../bin/failure.js';
import { httpCall } from './http-call.js';
import { startScratchServer } from './scratch-server.js';

// Writes the response of GET /api/v1/openapi to the given file, for npm run openapi:lint.
const [file] = process.argv.slice(2);
if (file === undefined) throw new Failure('Give the file to write.');
const server = await startScratchServer(Date.now);
try {
  const { status, body } = await httpCall(`${server.url}/api/v1/openapi`, {});
  if (status !== 200) throw new Failure(`GET /api/v1/openapi answered ${status}: ${body}`);
  writeFileSync(file, body);
} finally {
  await server.close();
}
