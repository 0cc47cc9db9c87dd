/** Whose holdings are told: the largest, or those that changed the most in the quarter. */
const CHANGES = {
  LARGEST: undefined,
  BOUGHT: ['NEW', 'INCREASED'],
  SOLD: ['DECREASED', 'CLOSED'],
  NEW: ['NEW'],
  CLOSED: ['CLOSED'],
} as const;
export const WHOSE = [
  'LARGEST',
  'BOUGHT',
  'SOLD',
  'NEW',
  'CLOSED',
] as const satisfies readonly (keyof typeof CHANGES)[];
export type InstitutionalHolders = (typeof WHOSE)[number];

export const isSale = (holders: InstitutionalHolders): boolean => holders === 'SOLD' || holders === 'CLOSED';

/** The filter and the order of a list of such holdings, as variables of an operation. */
export const changesOf = (holders: InstitutionalHolders) => ({
  ...(CHANGES[holders] === undefined ? {} : { changes: CHANGES[holders] }),
  field: holders === 'LARGEST' ? ('VALUE' as const) : ('CHANGE' as const),
  direction: isSale(holders) ? ('ASC' as const) : ('DESC' as const),
});

/** From this row on, the positions that a tool tells of one manager are closed ones. */
export const CLOSED_FROM = 100;
