import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_KEYS } from '../access/demo.js';
import { Failure } from '../bin/failure.js';
import { BASE_PATH, type Route } from '../rest-compat/route.js';
import { ROUTES } from '../rest-compat/routes/index.js';
import { httpCall } from './http-call.js';
import { startScratchServer } from './scratch-server.js';

/** The fixed time of the examples, so that they are reproducible. */
const AS_OF = Date.UTC(2026, 0, 2, 22, 30);

/** Maximum list length in an example; the real response is longer. */
const MOST_ENTRIES = 3;

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'rest-compat', 'examples');

/** Writes the server's response to the row's sample. Throws if it is an error. */
async function record(
  origin: string,
  { method, path: template, operation, sample: { parameters } }: Route,
): Promise<void> {
  const values = new Map(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  const filled = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = values.get(name) ?? '';
    values.delete(name);
    return encodeURIComponent(value);
  });
  const request = method === 'GET' ? `${filled}?${new URLSearchParams([...values])}` : filled;
  const headers = { 'X-API-Key': DEMO_KEYS.institutional };
  const { status, body } = await httpCall(
    origin + BASE_PATH + request,
    headers,
    method === 'GET' ? undefined : parameters,
  );
  if (status !== 200) throw new Failure(`${request} answered ${status}: ${body}`);
  writeFileSync(path.join(folder, `${operation}.json`), `${JSON.stringify(shortened(JSON.parse(body)), null, 2)}\n`);
}

// Writes rest-compat/examples/ in the source tree from a real server's responses: npm run generate.
const recordable = ROUTES.filter(({ sample }) => sample.isExampleWritten !== true);
const firstOfEach = recordable.filter(
  ({ operation }, index) => recordable.findIndex((other) => other.operation === operation) === index,
);
// Those that use nothing of the month first, so that the usage shown does not depend on the others.
firstOfEach.sort((one, other) => one.sample.units - other.sample.units);
const server = await startScratchServer(() => AS_OF, { isRecorded: true });
try {
  for (const route of firstOfEach) await record(server.url, route);
} finally {
  await server.close();
}
