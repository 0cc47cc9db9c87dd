/** The variables of a request, as sent. */
export type Variables = Readonly<Record<string, unknown>>;

/** A number, or a function of a request's variables. */
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

/** The largest of non-negative amounts; 0 for an empty list. */
export function largest(amounts: readonly Amount[]): Amount {
  return fold(amounts, 0, Math.max);
}
