import { loadSimulatedMarket, parseSources, type LoadSummary } from '../sources/index.js';
import type { Runtime } from './runtime.js';

/** How often a running server looks whether a session has ended since. */
const REFRESH_MS = 600_000;

function said({ status, symbols, bars, skipped }: LoadSummary): string {
  const kept = skipped.length === 0 ? '' : `; ${skipped.length} tickers with real data left alone`;
  return status === 'current' ? `The simulated market is up to date${kept}.` : `Simulated market ${status}: ${symbols.length} tickers, ${bars} daily bars${kept}.`;
}

/** Loads what `SVC_SOURCE` names, once, and keeps it up to date until the returned function is called. */
export async function loadMarket({ config, store, clock, log }: Runtime, say: (line: string) => void): Promise<() => void> {
  if (!parseSources(config.source).includes('simulated')) return () => undefined;
  const load = async (): Promise<LoadSummary> => {
    const summary = await loadSimulatedMarket(store, { now: new Date(clock()) });
    // A market that was generated anew is another one: what is on record is not its history.
    if (summary.status === 'loaded') await store.composites.remove(summary.symbols);
    return summary;
  };
  say(said(await load()));
  const timer = setInterval(() => {
    load().then(
      (summary) => summary.status === 'current' || log.info(said(summary)),
      (err: unknown) => log.error({ err }, 'the simulated market could not be extended'),
    );
  }, REFRESH_MS);
  timer.unref();
  return () => clearInterval(timer);
}
