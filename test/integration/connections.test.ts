import { expect, it } from '@jest/globals';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();

it('an idle connection is kept longer than load balancers keep theirs, so that they never send a request to a closed one', async () => {
  const { headers } = await server.call('/healthz');
  expect(headers['keep-alive']).toBe('timeout=65');
});
