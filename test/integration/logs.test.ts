import { expect, it } from '@jest/globals';
import { call, endConnections } from '../support/http.js';
import { connectSocket, openSocket } from '../support/live-socket.js';
import { programsForFile } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const programs = programsForFile();
removeScratchAtEnd();

it('no key reaches a log, wherever a caller puts it, even at the level trace', async () => {
  const environment = { SVC_DATA_DIR: await scratchDir() };
  const { url, signal } = await programs.server({ ...environment, LOG_LEVEL: 'trace' });
  const { key } = await programs.newKey(environment, '--tier', 'free', '--per-minute', '1000');
  const statuses: number[] = [];
  for (const name of ['apikey', 'api_key', 'key']) {
    for (const path of [
      `/api/v1/signal?ticker=A&${name}=${key}`,
      `/api/v1/nothing?${name}=${key}`,
      `/graphql?query=%7B__typename%7D&${name}=${key}`,
      `/?${name}=${key}`,
      `/api/v1/%ff?${name}=${key}`,
    ]) {
      statuses.push((await call(url, path)).status);
      statuses.push((await call(url, path, { key })).status);
    }
  }
  statuses.push((await call(url, '/api/v1/usage', { headers: { Authorization: `Bearer ${key}` } })).status);
  statuses.push((await call(url, '/api/v1/usage', { headers: { Cookie: `svc_session=${key}` } })).status);
  statuses.push(
    (await call(url, '/graphql', { method: 'POST', key, body: { query: '{ security(ticker: "ZZZZ") { ticker } }' } }))
      .status,
  );
  statuses.push((await call(url, '/graphql', { method: 'POST', key, body: `{"query": ${key}` })).status);
  expect(statuses).toEqual(expect.arrayContaining([200, 400, 401, 404]));
  const socket = await connectSocket(url, { apiKey: key });
  for (const [index, payload] of [
    { query: key },
    { query: 'subscription { nothing }', variables: { key } },
  ].entries()) {
    socket.send({ type: 'subscribe', id: `${key} ${index}`, payload });
    expect((await socket.message(index + 1)).type).toBe('error');
  }
  socket.send(`{"payload": "${key}"`);
  expect((await socket.closed).code).toBe(4400);
  for (const payload of [{ apiKey: `${key}x` }, { apiKey: key, 'X-API-Key': 'svc_other' }]) {
    const refused = await openSocket(url, { path: `/graphql?apikey=${key}` });
    refused.send({ type: 'connection_init', payload });
    expect((await refused.closed).code).toBe(4401);
  }
  endConnections();
  const { code, stdout, stderr } = await signal('SIGTERM');
  expect([code, (stdout + stderr).includes(key), (stdout + stderr).includes(key.slice(4))]).toEqual([0, false, false]);
});
