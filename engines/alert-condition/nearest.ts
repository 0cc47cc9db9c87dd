import { boundedDistance } from '../text-search/bounded-distance.js';
import { METRIC_NAMES } from './metrics.js';

const unitsOf = (text: string): Uint16Array => Uint16Array.from(text, (unit) => unit.charCodeAt(0));
const NAMES = METRIC_NAMES.map((name) => ({ name, units: unitsOf(name) }));
const REACH = 2;
const LONGEST = 30;

/** The metric that a word may have meant. */
export function nearestMetric(word: string): string | null {
  const units = unitsOf(word.toLowerCase().replaceAll(/[ .-]/g, '_').slice(0, LONGEST));
  const most = units.length <= 4 ? 1 : REACH;
  const near = NAMES.map(({ name, units: other }) => ({
    name,
    steps: boundedDistance(units, other, 0, other.length, most),
  })).filter(({ steps }) => steps <= most);
  return (
    near.reduce<(typeof near)[number] | null>(
      (best, each) => (best === null || each.steps < best.steps ? each : best),
      null,
    )?.name ?? null
  );
}
