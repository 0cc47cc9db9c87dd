import type { CorporateEventsInput } from '../../engines/corporate-events/corporate-events.js';
import type { Filing } from '../../engines/corporate-events/filing-events.js';
import type { InsiderFiling, InsiderTransaction } from '../../engines/corporate-events/insider-filings.js';
import { seededRandom, type Random } from '../../sources/simulated/random.js';
import { epochDay } from './rows.js';

const iso = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
const TODAY = epochDay('2025-06-30');
const YEARS_BACK = 1500;

function pick<Value>(random: Random, values: readonly [Value, ...Value[]]): Value {
  return values[Math.floor(random() * values.length)] ?? values[0];
}

/** An invented company with everything that is stored about one. */
export function inventedCompany(seed: number, mostFilings = 150): CorporateEventsInput {
  const random = seededRandom(seed, 1, 7);
  const dayBack = (): number => TODAY - Math.floor(YEARS_BACK * random());
  const list = <Value>(most: number, make: (index: number) => Value): readonly Value[] =>
    Array.from({ length: Math.floor(most * random()) }, (_, index) => make(index));
  const transaction = (): InsiderTransaction => ({
    day: dayBack(),
    code: pick(random, ['P', 'S', 'S', 'A', 'M', 'F', 'G']),
    security: 'Common Stock',
    isDerivative: random() < 0.2,
    isAcquired: random() < 0.5,
    shares: random() < 0.1 ? null : Math.floor(1000 * random()),
    price: random() < 0.3 ? null : Math.round(10_000 * random()) / 100,
    isPriceInFootnote: false,
    sharesAfter: null,
  });
  const insiderFilings = list(60, (index): InsiderFiling => {
    const filingDay = dayBack();
    return {
      id: `0000000001-25-${String(index).padStart(6, '0')}`,
      form: '4',
      owners: [{ cik: index, name: `Owner ${index}`, role: null }],
      periodDay: filingDay - 2,
      filingDay,
      originalDay: null,
      transactions: list(4, transaction),
      holdings: 0,
      origin: 'form',
    };
  });
  const amended = insiderFilings
    .filter((_, index) => index % 5 === 0)
    .map((original, index): InsiderFiling => ({
      ...original,
      id: `0000000001-26-${String(index).padStart(6, '0')}`,
      form: '4/A',
      filingDay: null,
      // The first line at another price, and one that was forgotten.
      transactions: [
        ...original.transactions.slice(0, 1).map((line) => ({ ...line, price: 7.77 })),
        { ...transaction(), security: 'Class B Common Stock' },
      ],
    }));
  return {
    reports: [],
    dividends: list(80, () => ({ day: dayBack(), amount: random() })),
    splits: list(3, () => ({ day: dayBack(), ratio: pick(random, [2, 3, 0.1]) })),
    announced: [],
    actions: list(90, (index) => ({
      day: dayBack(),
      firm: `Firm ${index % 7}`,
      firmKey: `firm${index % 7}`,
      action: pick(random, ['upgrade', 'downgrade', 'initiation', 'reiteration'] as const),
      fromGrade: null,
      toGrade: 'Buy',
      toStance: null,
      priceTarget: random() < 0.5 ? null : Math.ceil(300 * random()),
    })),
    insiderFilings: [...amended, ...insiderFilings],
    filings: list(mostFilings, (index): Filing => ({
      accession: `0000000002-25-${String(index).padStart(6, '0')}`,
      form: pick(random, ['8-K', '8-K', '10-Q', '4', '424B2', '8-K/A']),
      filingDay: dayBack(),
      acceptedAt: null,
      reportDay: null,
      items: [pick(random, ['2.02', '5.02', '7.01', '1.01']), '9.01'],
      primaryDocument: null,
    })),
    cik: 1,
    last: { day: TODAY - 3, close: 80 },
    today: TODAY,
  };
}

/** Shares of a day in shares of today. */
function today(shares: number, date: string, { splits }: CorporateEventsInput): number {
  let now = shares;
  for (const split of splits) if (iso(split.day) > date) now *= split.ratio;
  return now;
}

/** The roll-ups and counts, written down again with dates as text. */
export function plainCorporateEvents(input: CorporateEventsInput) {
  const since = iso(TODAY - 365);
  const amendments = input.insiderFilings.filter(({ form }) => form === '4/A');
  const trades = input.insiderFilings.flatMap(({ form, owners, transactions }) => {
    const isAmended = form === '4' && amendments.some((each) => each.owners[0]?.name === owners[0]?.name);
    return isAmended ? transactions.slice(1) : transactions;
  });
  const hasForms = input.insiderFilings.length > 0;
  const totals = (code: string) => {
    let [transactions, shares, value, priced] = [0, 0, 0, 0];
    for (const trade of trades) {
      const date = iso(trade.day);
      if (trade.code !== code || trade.isDerivative || date <= since || date > iso(TODAY)) continue;
      transactions += 1;
      shares += today(trade.shares ?? 0, date, input);
      if (trade.shares === null || trade.price === null) continue;
      priced += 1;
      value += trade.price * trade.shares;
    }
    return { transactions, shares, value: priced === 0 ? null : value };
  };
  const current = input.filings.filter(({ form }) => form === '8-K' || form === '8-K/A');
  const withItem = (...items: readonly string[]): number =>
    current.filter((filing) => items.includes(filing.items[0] ?? '')).length;
  const exDates = input.dividends.map(({ day, amount }) => ({ date: iso(day), amount }));
  const trailing = exDates.filter(({ date }) => date > iso(TODAY - 3 - 365) && date <= iso(TODAY - 3));
  let paid = 0;
  for (const { amount } of trailing) paid += amount;
  const recent = input.actions.filter(({ day }) => iso(day) > iso(TODAY - 90));
  const count = (kind: string): number => recent.filter(({ action }) => action === kind).length;
  return {
    counts: {
      earnings: withItem('2.02'),
      dividends: input.dividends.length,
      splits: input.splits.length,
      analyst: input.actions.length,
      insider: trades.length + input.filings.filter(({ form }) => form === '4').length,
      filings: input.filings.filter(({ form }) => form !== '4').length,
      conferences: withItem('7.01'),
      corporate: withItem('5.02', '1.01'),
    },
    dividend: {
      lastExDate:
        exDates
          .map(({ date }) => date)
          .sort()
          .at(-1) ?? null,
      trailingAmount: trailing.length === 0 ? null : paid,
      trailingPayments: trailing.length,
      trailingYield: trailing.length === 0 ? null : paid / 80,
    },
    analyst: {
      windowDays: 90,
      upgrades: count('upgrade'),
      downgrades: count('downgrade'),
      initiations: count('initiation'),
      otherActions: count('reiteration'),
      firms: new Set(recent.map(({ firm }) => firm)).size,
      lastActionDate:
        input.actions
          .map(({ day }) => iso(day))
          .sort()
          .at(-1) ?? null,
    },
    insider: { windowDays: 365, bought: hasForms ? totals('P') : null, sold: hasForms ? totals('S') : null },
  };
}
