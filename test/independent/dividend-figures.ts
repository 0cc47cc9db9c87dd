type Paid = readonly { readonly exDate: string; readonly amount: number }[] | null;

/** Cash dividends of one security, oldest first; of a period, with the last one before it, if there is one. */
export interface PaidDividends {
  readonly dividends: Paid;
  readonly before?: Paid;
  readonly lastSession?: string;
}

const YEAR_MS = 365 * 86_400_000;
const MONTH_MS = 31 * 86_400_000;
/** Amounts nearer than this share are the same, adjusted for splits. */
const SAME = 1.001;

/** Dividends beside the one before each: how many rose and fell, and by how much percent the last of them. */
function steps(all: readonly { readonly exDate: string; readonly amount: number }[]) {
  const ups: { readonly on: string; readonly pct: number }[] = [];
  const downs: { readonly on: string; readonly pct: number }[] = [];
  let previous = Number.NaN;
  for (const { exDate, amount } of all) {
    const step = { on: exDate, pct: (amount / previous - 1) * 100 };
    if (amount > previous * SAME) ups.push(step);
    if (amount * SAME < previous) downs.push(step);
    previous = amount;
  }
  return { ups, downs };
}

/** What may be told of dividends beyond each of them; NaN where there is none. */
export function dividendFigures({ dividends, before: earlier, lastSession = '' }: PaidDividends) {
  const paid = dividends ?? [];
  const all = [...(earlier ?? []), ...paid];
  const { ups, downs } = steps(all);
  const yearAgo = Date.parse(lastSession) - YEAR_MS;
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
  // Of the newest year before that of the last session, over one, three, five and ten years.
  const newest = Number(lastSession.slice(0, 4)) - 1;
  const growthPct = new Map<number, number>();
  for (const span of [1, 3, 5, 10]) {
    const [start, end] = [byYear.get(String(newest - span)), byYear.get(String(newest))];
    if (start === undefined || start.length !== end?.length) continue;
    growthPct.set(span, 100 * (Math.exp(Math.log(add(end) / add(start)) / span) - 1));
  }
  return {
    growthPct,
    growth5: growthPct.get(5) ?? Number.NaN,
    growth3: growthPct.get(3) ?? Number.NaN,
    growth10: growthPct.get(10) ?? Number.NaN,
    lastOn: last?.exDate ?? '',
    last: last?.amount ?? Number.NaN,
    count: paid.length,
    total: add(paid.map(({ amount }) => amount)),
    changePct: ((last?.amount ?? Number.NaN) / before - 1) * 100,
    ofYears: [...byYear.values()].map(add),
    years: [...byYear.keys()],
    compared: Math.max(0, all.length - 1),
    raises: ups.length,
    raisedOn: ups.at(-1)?.on ?? '',
    raisePct: ups.at(-1)?.pct ?? Number.NaN,
    cuts: downs.length,
    cutOn: downs.at(-1)?.on ?? '',
    ofYear: paid.filter(({ exDate }) => Date.parse(exDate) > yearAgo).length,
  };
}
