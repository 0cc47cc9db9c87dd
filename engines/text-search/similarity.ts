/** A common beginning decides between texts with as many errors. */
const COMMON_BEGINNING = 0.05;

/**
 * How similar texts so many edits apart are: 1 less the share of wrong letters, and a little less for other beginnings.
 */
export function similarity(one: string, other: string, distance: number): number {
  const longer = Math.max(one.length, other.length);
  let common = 0;
  while (common < longer && one[common] === other[common]) common += 1;
  return (1 - distance / longer) * (1 - COMMON_BEGINNING * (1 - common / longer));
}
