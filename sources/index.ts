import { LIVE_SOURCE_NAMES } from './live/source-table.js';
import { SIMULATED } from './simulated/simulated-rows.js';

export { loadCorpus, type CorpusSummary } from './curated/load-corpus.js';
export { loadSimulatedMarket, type LoadSummary } from './simulated/load-market.js';

/** All data sources; the name is stored with the data and sent as `X-Data-Source`. */
const SOURCE_NAMES = [SIMULATED, 'files', ...LIVE_SOURCE_NAMES] as const;

export type SourceName = (typeof SOURCE_NAMES)[number];

const NO_SOURCE = 'none';

/** An invalid source setting; the message lists the valid ones. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/**
 * Parses a setting such as `SVC_SOURCE`: `simulated` if unset or blank, `none`, or a comma-separated list. Throws
 * SourceError for an unknown source, or for `none` combined with others.
 */
export function parseSources(setting: string | undefined): readonly SourceName[] {
  const names = (setting ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (names.length === 0) return [SIMULATED];
  if (names.length === 1 && names[0] === NO_SOURCE) return [];
  return [...new Set(names.map(sourceNamed))];
}

function sourceNamed(name: string): SourceName {
  const known = SOURCE_NAMES.find((each) => each === name);
  if (known !== undefined) return known;
  const problem =
    name === NO_SOURCE ? `"${NO_SOURCE}" cannot be combined with other sources` : `"${name}" is not a data source`;
  throw new SourceError(
    `SVC_SOURCE: ${problem}; use ${NO_SOURCE}, or one or more of ${SOURCE_NAMES.join(', ')}, separated by commas.`,
  );
}
