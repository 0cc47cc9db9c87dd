/** A router that is not ours, with an auth hook that trades a client's key for a signed identity. Run by hive-router.ts. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';

const { SUPERGRAPH, IDENTITY_URL } = process.env;
const identities = new WeakMap();

const authHook = {
  async onRequest({ request, endResponse, fetchAPI }) {
    const answer = await fetchAPI.fetch(IDENTITY_URL, { method: 'POST', headers: { 'x-api-key': request.headers.get('x-api-key') ?? '' } });
    if (answer.ok) identities.set(request, answer.headers.get('x-svc-identity'));
    else endResponse(new fetchAPI.Response(await answer.text(), { status: answer.status, headers: { 'content-type': 'application/json' } }));
  },
};

const router = createGatewayRuntime({
  supergraph: readFileSync(SUPERGRAPH, 'utf8'),
  logging: false,
  maskedErrors: false,
  propagateHeaders: { fromClientToSubgraphs: ({ request }) => ({ 'x-svc-identity': identities.get(request) }) },
  plugins: () => [authHook],
});

const server = createServer(router).listen(0, '127.0.0.1', () => {
  console.log(`Router ready on http://127.0.0.1:${server.address().port}`);
});
