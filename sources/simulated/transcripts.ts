import { profileOf } from '../models/well-known.js';
import type { Transcript } from '../../store/transcripts.js';
import { inventedCalls, type ReportedFigures } from './calls.js';
import { simulatedEarnings } from './earnings.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

/** Calls kept per company: as many as a ledger reads at most. */
const CALLS = 8;

/** Invented calls on the reports of the demo market's companies that were filed before New York's day of `now`. */
function simulatedTranscripts(now: Date): readonly Transcript[] {
  const byTicker = new Map<string, ReportedFigures[]>();
  for (const { ticker, fiscalYear, fiscalQuarter, periodEnd, filingDay, revenue, epsDiluted } of simulatedEarnings(
    now,
  )) {
    if (filingDay === null || revenue === null || epsDiluted === null) continue;
    const figures = { fiscalYear, fiscalQuarter, periodEnd, callDay: filingDay, revenue, epsDiluted };
    byTicker.set(ticker, [...(byTicker.get(ticker) ?? []), figures]);
  }
  return [...byTicker].flatMap(([ticker, reported]) =>
    inventedCalls({ ticker, name: profileOf(ticker).name }, reported, CALLS).map((call) => ({
      ...call,
      source: SIMULATED,
    })),
  );
}

/** Leaves out tickers with imported transcripts. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now }) => {
  const imported = await store.transcripts.tickersOfOthers(tx, SIMULATED);
  await store.transcripts.save(
    tx,
    simulatedTranscripts(now).filter(({ ticker }) => !imported.has(ticker)),
  );
};
