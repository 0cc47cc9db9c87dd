import { plainLabel } from './composite.js';

/**
 * From the five factor scores in the order of the methodology, and sentiment: pillars of 40, 30 and 30 percent, of
 * which technical has 30 parts technical and 25 momentum, flow 15 parts microstructure and 10 options.
 */
export function plainSwing(scores: readonly (number | null)[], sentiment: number | null) {
  const [technical = null, momentum = null, , microstructure = null, options = null] = scores;
  const blend = (a: number | null, partsOfA: number, b: number | null, partsOfB: number): number | null => {
    if (a === null) return b;
    return b === null ? a : (a * partsOfA + b * partsOfB) / (partsOfA + partsOfB);
  };
  const rows = [
    { percent: 40, value: blend(technical, 30, momentum, 25) },
    { percent: 30, value: blend(microstructure, 15, options, 10) },
    { percent: 30, value: sentiment },
  ].flatMap(({ percent, value }) => (value === null ? [] : [{ percent, value }]));
  if (rows.length === 0) return null;
  const score =
    rows.reduce((sum, { percent, value }) => sum + percent * value, 0) /
    rows.reduce((sum, { percent }) => sum + percent, 0);
  const label = plainLabel(score);
  const tenths = Math.floor(score * 10 + 0.5);
  const grade = tenths >= 750 ? 'A' : tenths >= 600 ? 'B' : tenths >= 400 ? 'C' : 'D';
  return { score, label, grade, direction: tenths >= 560 ? 'long' : tenths >= 440 ? 'flat' : 'short' };
}
