type Paid = readonly { readonly exDate: string; readonly amount: number }[] | null;

/** Cash dividends of one security, oldest first; of a period, with the last one before it, if there is one. */
export interface PaidDividends {
  readonly dividends: Paid;
  readonly before?: Paid;
}

const YEAR_MS = 365 * 86_400_000;
const MONTH_MS = 31 * 86_400_000;

/** What may be told of dividends beyond each of them; NaN where there is none. */
export function dividendFigures({ dividends, before: earlier }: PaidDividends) {
  const paid = dividends ?? [];
  const add = (amounts: readonly number[]): number => {
    let sum = 0;
    for (const amount of amounts) sum += amount;
    return sum;
  };
  const byYear = new Map<string, number[]>();
  for (const { exDate, amount } of paid)
    byYear.set(exDate.slice(0, 4), [...(byYear.get(exDate.slice(0, 4)) ?? []), amount]);
  const last = paid.at(-1);
  const yearBefore = Date.parse(last?.exDate ?? '') - YEAR_MS;
  let before = Number.NaN;
  let nearest = MONTH_MS;
  for (const { exDate, amount } of paid) {
    const distance = Math.abs(Date.parse(exDate) - yearBefore);
    if (distance > nearest) continue;
    nearest = distance;
    before = amount;
  }
  if (earlier !== undefined)
    before = earlier?.[0]?.amount ?? (paid.length > 1 ? paid[0]?.amount : undefined) ?? Number.NaN;
  return {
    lastOn: last?.exDate ?? '',
    last: last?.amount ?? Number.NaN,
    count: paid.length,
    total: add(paid.map(({ amount }) => amount)),
    changePct: ((last?.amount ?? Number.NaN) / before - 1) * 100,
    ofYears: [...byYear.values()].map(add),
    years: [...byYear.keys()],
  };
}
