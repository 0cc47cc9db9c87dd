import { boundedDistance } from '../engines/text-search/bounded-distance.js';

/** Changes of letters up to which a name is taken for another one, of short names a third of the letters. */
const NEAR = 3;

/** The known name that a name may have meant; undefined without one. Underscores do not count. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const unitsOf = (text: string): Uint16Array =>
    Uint16Array.from(text.replaceAll('_', ''), (unit) => unit.charCodeAt(0));
  const units = unitsOf(name);
  const near = Math.min(NEAR, Math.floor(units.length / 3));
  const steps = (other: Uint16Array): number => boundedDistance(units, other, 0, other.length, near);
  return known
    .map((each) => ({ each, distance: steps(unitsOf(each)) }))
    .filter(({ distance }) => distance <= near)
    .sort((one, other) => one.distance - other.distance)[0]?.each;
}
