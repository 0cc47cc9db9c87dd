import { SIMULATED } from './simulated/load-market.js';

export { importFiles, type FileImport } from './files/import-files.js';
export { ImportError, type FileReport, type ImportOptions, type ImportProgress, type ImportReport, type RefusedRow } from './files/import-report.js';
export { IMPORTS } from './files/imports.js';
export { loadSimulatedMarket, type LoadOptions, type LoadProgress, type LoadSummary } from './simulated/load-market.js';

/** Every source of data; the name is stored with what came from it and shown as `X-Data-Source`. */
export const SOURCE_NAMES = [SIMULATED, 'files'] as const;

export type SourceName = (typeof SOURCE_NAMES)[number];

const NO_SOURCE = 'none';

/** A setting that names no source; the message says what it may be. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/**
 * The sources a setting such as `SVC_SOURCE` asks for: `simulated` where it is unset or blank, none for `none`, else
 * a comma list. Throws SourceError for a name that is no source, or `none` beside others.
 */
export function parseSources(setting: string | undefined): readonly SourceName[] {
  const names = (setting ?? '').split(',').map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  if (names.length === 0) return [SIMULATED];
  if (names.length === 1 && names[0] === NO_SOURCE) return [];
  return [...new Set(names.map(sourceNamed))];
}

function sourceNamed(name: string): SourceName {
  const known = SOURCE_NAMES.find((each) => each === name);
  if (known !== undefined) return known;
  const problem = name === NO_SOURCE ? `"${NO_SOURCE}" stands alone` : `"${name}" is not a data source`;
  throw new SourceError(`SVC_SOURCE: ${problem}; use ${NO_SOURCE}, or one or more of ${SOURCE_NAMES.join(', ')}, separated by commas.`);
}
