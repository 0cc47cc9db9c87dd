import { describe, expect, it } from '@jest/globals';
import { paidBatch } from './batch-outcomes.js';
import { enterRecord, readRecord, recordOf, RECORD_EXTENSION } from './charge-record.js';
import type { Identity } from './identity.js';
import { monthState, type MonthState } from './meter.js';
import { RequestContext } from './request-context.js';
import { monthAt } from '../calendar/utc-periods.js';
import { NOON } from './fixtures/access.js';

const identity: Identity = {
  accountId: 'acc_1',
  tier: 'free',
  keyId: 'key_1',
  sessionId: null,
  perMinute: 5,
  perMonth: 100,
  dailyTokenCap: 0,
};
const NO_TRANSCRIPTS = { transcriptsCharged: 0, transcriptMonth: null, fields: {}, batches: {} };
const stateOf = (used: number): MonthState => monthState(monthAt(NOON), used, 100);

function context(startUsed = 0): RequestContext {
  let used = startUsed;
  const meter = { charge: (_identity: Identity, units: number) => stateOf((used += units)), refund: () => undefined };
  return new RequestContext({ identity, requestId: 'r', nowMs: NOON, meter });
}

const sent = (from: RequestContext): ReturnType<typeof readRecord> =>
  readRecord(JSON.parse(JSON.stringify({ [RECORD_EXTENSION]: recordOf(from) })) as Record<string, unknown>);

describe('the charge record of a remote subgraph', () => {
  it('updates the request as if its resolvers had run locally', () => {
    const there = context();
    there.dataSources.add('simulated');
    there.versions.set('bars:AAPL', 3);
    void there.charge(2);
    const here = context();
    const record = sent(there);
    if (record !== undefined) enterRecord(here, record);
    expect({
      sources: [...here.dataSources],
      versions: [...here.versions],
      units: here.unitsCharged,
      month: here.month,
    }).toEqual({ sources: ['simulated'], versions: [['bars:AAPL', 3]], units: 2, month: stateOf(2) });
  });

  it('carries transcripts, and gives them back with all the rest', async () => {
    const there = context();
    await there.pay({ requests: 1, transcripts: 2 });
    const here = context();
    const record = sent(there);
    if (record !== undefined) enterRecord(here, record);
    expect([here.cost, here.transcriptMonth]).toEqual([
      { requests: 1, transcripts: 2, fields: new Map() },
      stateOf(0).month,
    ]);
    await here.refundAll();
    expect(here.cost).toEqual({ requests: 0, transcripts: 0, fields: new Map() });
  });

  it('carries what happened to batches, so that their units are given back here', async () => {
    const there = context();
    const batch = paidBatch(['securitiesByTicker']);
    void there.charge(1, 'requests', 'Query.securitiesByTicker');
    there.batchOutcomes.charged(batch, 'Query.securitiesByTicker');
    there.batchOutcomes.entry(batch, 'served');
    await there.settleBatches(false);
    const here = context();
    const record = sent(there);
    if (record !== undefined) enterRecord(here, record);
    here.batchOutcomes.field(batch, 'failed');
    expect(here.unitsCharged).toBe(1);
    await here.settleBatches();
    expect(here.cost).toEqual({ requests: 0, transcripts: 0, fields: new Map([['Query.securitiesByTicker', 0]]) });
  });

  it('adds up in any order, and the month with the higher usage wins', () => {
    const records = [2, 1].map((used) => ({
      dataSources: [`s${used}`],
      versions: {},
      unitsCharged: 1,
      month: stateOf(used),
      ...NO_TRANSCRIPTS,
    }));
    const here = context();
    for (const record of [
      ...records,
      { dataSources: [], versions: {}, unitsCharged: 0, month: null, ...NO_TRANSCRIPTS },
    ])
      enterRecord(here, record);
    expect({ sources: [...here.dataSources], units: here.unitsCharged, used: here.month?.used }).toEqual({
      sources: ['s2', 's1'],
      units: 2,
      used: 2,
    });
  });

  it('is undefined if a response has none, and an error if it is malformed', () => {
    expect(readRecord({})).toBeUndefined();
    expect(() => readRecord({ [RECORD_EXTENSION]: { dataSources: 'x' } })).toThrow();
  });
});
