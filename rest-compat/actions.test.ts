import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServer } from './fixtures/server.js';

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function ask(
  method: string,
  body?: object,
  key = 'svc_pro',
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${server.url}/api/v1/webhooks`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('rows that share a method and path', () => {
  it('are selected by the body’s action, each with its own parameters', async () => {
    expect(await ask('POST', {})).toMatchObject({ status: 400, body: { error: 'missing_parameter', param: 'url' } });
    expect(await ask('POST', { action: 'test' })).toMatchObject({
      status: 400,
      body: { error: 'missing_parameter', param: 'id' },
    });
  });

  it.each(['register', 'TEST', '', null, 5, ['test'], { test: 1 }])(
    'reject the unknown action %j and list the valid ones',
    async (action) => {
      expect(await ask('POST', { action, id: 'we_1' })).toMatchObject({
        status: 400,
        body: {
          error: 'invalid_parameter',
          param: 'action',
          message: expect.stringContaining('action must be test or omitted'),
        },
      });
    },
  );

  it('check the tier before the body', async () => {
    expect(await ask('POST', { action: 'nothing' }, 'svc_free')).toMatchObject({
      status: 403,
      body: { error: 'tier_required' },
    });
  });
});

describe('an @optional field', () => {
  it('is omitted if it has no value, also when nested, while other fields are null', async () => {
    const { body } = await ask('GET');
    const [endpoint] = body['webhooks'] as Record<string, unknown>[];
    expect(Object.keys(endpoint ?? {})).not.toContain('disabled_reason');
    const [second, first] = endpoint?.['recent_deliveries'] as Record<string, unknown>[];
    expect([Object.keys(second ?? {}).includes('error'), second?.['http_status'], second?.['status']]).toEqual([
      false,
      204,
      'succeeded',
    ]);
    expect([Object.keys(first ?? {}).includes('http_status'), first?.['duration_ms'], first?.['error']]).toEqual([
      false,
      null,
      'The connection failed.',
    ]);
  });
});
