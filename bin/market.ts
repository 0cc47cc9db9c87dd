import {
  loadCorpus,
  loadSimulatedMarket,
  parseSources,
  type CorpusSummary,
  type LoadSummary,
} from '../sources/index.js';
import type { Runtime } from './runtime.js';

/** How often a running server checks for newly ended sessions. */
const REFRESH_MS = 600_000;

function describeLoad({ status, symbols, bars, skipped }: LoadSummary): string {
  const skippedNote = skipped.length === 0 ? '' : `; ${skipped.length} tickers with real data left unchanged`;
  if (status === 'current') return `The simulated market is up to date${skippedNote}.`;
  return `Simulated market ${status}: ${symbols.length} tickers, ${bars} daily bars${skippedNote}.`;
}

function describeCorpus({ status, companies, investors }: CorpusSummary): string {
  const verb = status === 'loaded' ? 'loaded' : 'up to date';
  return `Private companies and investors ${verb}: ${companies} and ${investors} with their sources.`;
}

/**
 * Loads the curated companies and investors unless `SVC_SOURCE` is `none`, the simulated market if `SVC_SOURCE` asks
 * for it, and extends it until the returned function is called.
 */
export async function loadMarket(
  { config, store, clock, log }: Runtime,
  say: (line: string) => void,
): Promise<() => void> {
  const sources = parseSources(config.source);
  if (sources.length > 0) say(describeCorpus(await loadCorpus(store)));
  if (!sources.includes('simulated')) return () => undefined;
  const load = async (): Promise<LoadSummary> => {
    const summary = await loadSimulatedMarket(store, { now: new Date(clock()) });
    // A regenerated market has a different history, so its recorded composites are invalid.
    if (summary.status === 'loaded') await store.composites.remove(summary.symbols);
    return summary;
  };
  say(describeLoad(await load()));
  const timer = setInterval(() => {
    load().then(
      (summary) => summary.status === 'current' || log.info(describeLoad(summary)),
      (err: unknown) => log.error({ err }, 'could not extend the simulated market'),
    );
  }, REFRESH_MS);
  timer.unref();
  return () => clearInterval(timer);
}
