import { describe, expect, it } from '@jest/globals';
import type { Capability } from './capability.js';
import { endpointRequest, missingInUrl } from './endpoint-request.js';
import { CAPABILITIES } from './fixtures/capabilities.js';
import { operationIdOf } from './openapi/names.js';

function named(name: string): Capability {
  const found = CAPABILITIES.find((capability) => operationIdOf(capability) === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

describe('the request of a capability', () => {
  it.each([
    ['getSignal', { ticker: 'BRK.B' }, { method: 'GET', url: '/api/v1/signal?ticker=BRK.B', headers: {} }],
    [
      'getPrivateCompany',
      { slug: '../usage?x' },
      { method: 'GET', url: '/api/v1/private-companies/..%2Fusage%3Fx', headers: {} },
    ],
    [
      'getCatalysts',
      { days: 7, types: ['fomc', 'cpi'] },
      { method: 'GET', url: '/api/v1/catalysts?days=7&types=fomc%2Ccpi', headers: {} },
    ],
    [
      'getStakeMapHolders',
      { limit: 2 },
      { method: 'GET', url: '/api/v1/private-companies/stake-map?limit=2&view=holders', headers: {} },
    ],
    ['listLineInbox', { view: 'sent' }, { method: 'GET', url: '/api/v1/line?view=inbox', headers: {} }],
    [
      'getPortfolio',
      { holdings: 'AAPL:60,MSFT:40' },
      { method: 'GET', url: '/api/v1/portfolio?holdings=AAPL%3A60%2CMSFT%3A40', headers: {} },
    ],
    [
      'testWebhook',
      { id: 'we_1', action: 'register' },
      { method: 'POST', url: '/api/v1/webhooks', headers: {}, body: '{"id":"we_1","action":"test"}' },
    ],
    [
      'startAgentRun',
      { id: 'agt_1' },
      { method: 'POST', url: '/api/v1/agents/run', headers: {}, body: '{"id":"agt_1","async":true}' },
    ],
    [
      'registerWebhook',
      { url: 'https://a.example', idempotency_key: 'k1' },
      {
        method: 'POST',
        url: '/api/v1/webhooks',
        headers: { 'idempotency-key': 'k1' },
        body: '{"url":"https://a.example"}',
      },
    ],
    ['deleteAgent', { id: 'agt_1', name: null }, { method: 'DELETE', url: '/api/v1/agents?id=agt_1', headers: {} }],
  ])('%s has each parameter in its place', (name, parameters, request) => {
    expect(endpointRequest(named(name), parameters)).toEqual(request);
  });

  it('needs the parameters of the path, without which it would be another path', () => {
    expect(missingInUrl(named('getInvestor'), { slug: '' })).toBe('slug');
    expect(missingInUrl(named('getInvestor'), { slug: 'ardian' })).toBeUndefined();
  });

  it('needs the parameter by whose presence it is selected, without which another endpoint of the path would answer', () => {
    const selected = CAPABILITIES.filter(
      ({ route: { selector } }) => selector !== undefined && selector.value === undefined,
    );
    expect(selected.length).toBeGreaterThan(3);
    for (const capability of selected) {
      const name = capability.route.selector?.parameter ?? '';
      expect([capability.route.operation, missingInUrl(capability, { [name]: '' })]).toEqual([
        capability.route.operation,
        name,
      ]);
      expect(missingInUrl(capability, { [name]: 'stripe' })).toBeUndefined();
    }
  });

  it('needs no parameter whose value the endpoint itself sets', () => {
    expect(missingInUrl(named('listLineInbox'), {})).toBeUndefined();
  });
});
