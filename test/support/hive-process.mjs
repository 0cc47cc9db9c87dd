/**
 * A router that is not ours, with an auth hook that trades a client's key for a signed identity. Run by hive-router.ts.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';

const { SUPERGRAPH, IDENTITY_URL, IDENTITY_FRESH_MS } = process.env;
const identities = new WeakMap();

async function trade(request) {
  const answer = await globalThis.fetch(IDENTITY_URL, {
    method: 'POST',
    headers: { 'x-api-key': request.headers.get('x-api-key') ?? '' },
  });
  if (answer.ok)
    identities.set(request, {
      token: answer.headers.get('x-svc-identity'),
      freshUntilMs: Date.now() + Number(IDENTITY_FRESH_MS),
    });
  return answer;
}

const authHook = {
  async onRequest({ request, endResponse, fetchAPI }) {
    const answer = await trade(request);
    if (!answer.ok)
      endResponse(
        new fetchAPI.Response(await answer.text(), {
          status: answer.status,
          headers: { 'content-type': 'application/json' },
        }),
      );
  },
};

/** An identity holds for a minute; a stream, whose events may need other subgraphs, lasts longer. */
async function identityHeader({ request }) {
  if (Date.now() >= identities.get(request).freshUntilMs) await trade(request);
  return { 'x-svc-identity': identities.get(request).token };
}

const router = createGatewayRuntime({
  supergraph: readFileSync(SUPERGRAPH, 'utf8'),
  logging: false,
  maskedErrors: false,
  propagateHeaders: { fromClientToSubgraphs: identityHeader },
  plugins: () => [authHook],
});

const server = createServer(router).listen(0, '127.0.0.1', () => {
  console.log(`Router ready on http://127.0.0.1:${server.address().port}`);
});
