/** Decimals that the edge keeps of a number, by REST's name for it. */
function decimalsOf(key: string): number {
  if (key.endsWith('_pct')) return 4;
  if (['price', 'sma_20', 'sma_50', 'sma_200', 'macd_histogram'].includes(key)) return 4;
  return ['invested', 'final_value', 'profit', 'value'].includes(key) ? 2 : 6;
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function isRounding(shown: number, whole: number, decimals: number): boolean {
  const tolerance = 0.5 * 10 ** -decimals * (1 + 1e-6) + 1e-9 * Math.abs(whole);
  return Number(shown.toFixed(decimals)) === shown && Math.abs(shown - whole) <= tolerance;
}

/**
 * Where a REST answer is not the rounding of unrounded results: `whole` spells its keys in camelCase, and what it leaves
 * out is not compared. Texts, booleans and nulls must be equal.
 */
export function apartAtEdge(shown: unknown, whole: unknown, path = ''): readonly string[] {
  if (typeof shown === 'number' && typeof whole === 'number') {
    const key = /([a-z_0-9]+)(\.\d+)?$/.exec(path)?.[1] ?? '';
    return isRounding(shown, whole, decimalsOf(key)) ? [] : [`${path}: ${shown} is no rounding of ${whole}`];
  }
  if (Array.isArray(shown) && Array.isArray(whole) && shown.length !== whole.length) return [`${path}: ${shown.length} entries are not ${whole.length}`];
  if (typeof shown === 'object' && typeof whole === 'object' && shown !== null && whole !== null) {
    return Object.entries(whole).flatMap(([key, inner]) => apartAtEdge(Reflect.get(shown, snakeCase(key)), inner, `${path}.${snakeCase(key)}`));
  }
  return Object.is(shown, whole) ? [] : [`${path}: ${String(shown)} is not ${String(whole)}`];
}
