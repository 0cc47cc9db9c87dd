/** The variables of a request as it sent them. */
export type Variables = Readonly<Record<string, unknown>>;

/** A number that is known beforehand, or depends on a request's variables. */
export type Amount = number | ((variables: Variables) => number);

export function valueOf(amount: Amount, variables: Variables): number {
  return typeof amount === 'number' ? amount : amount(variables);
}

function fold(amounts: readonly Amount[], start: number, step: (total: number, next: number) => number): Amount {
  let known = start;
  const open: ((variables: Variables) => number)[] = [];
  for (const amount of amounts) {
    if (typeof amount === 'number') known = step(known, amount);
    else open.push(amount);
  }
  if (open.length === 0) return known;
  return (variables) => open.reduce((total, amount) => step(total, amount(variables)), known);
}

export function sum(amounts: readonly Amount[]): Amount {
  return fold(amounts, 0, (total, next) => total + next);
}

export function product(amounts: readonly Amount[]): Amount {
  return amounts.includes(0) ? 0 : fold(amounts, 1, (total, next) => total * next);
}

/** The largest of amounts that are not negative; 0 of none. */
export function largest(amounts: readonly Amount[]): Amount {
  return fold(amounts, 0, Math.max);
}
