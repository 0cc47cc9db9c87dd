import { expect, it } from '@jest/globals';
import { marketCap, type ShareCount } from '../../engines/market-cap.js';
import { seededRandom } from '../../sources/simulated/random.js';

interface World {
  readonly days: readonly number[];
  /** As they were quoted on the day. */
  readonly quoted: readonly number[];
  readonly splits: readonly { readonly day: number; readonly ratio: number }[];
  readonly counts: readonly ShareCount[];
}

function worldOf(seed: number): World {
  const random = seededRandom(seed, 0, 0);
  const upTo = (most: number): number => Math.floor(random() * most);
  const days = Array.from({ length: 900 }, (_, index) => index).filter(() => random() < 0.7);
  const splits = Array.from({ length: 3 }, () => ({ day: upTo(900), ratio: [2, 3, 10, 0.1][upTo(4)] ?? 2 }));
  const counts = Array.from({ length: 5 }, () => {
    const day = upTo(900);
    return { day, shares: 1 + upTo(1_000_000), knownDay: day + upTo(90) };
  });
  return { days, quoted: days.map(() => 1 + random() * 500), splits, counts };
}

/** Day by day: who has what in hand on each day, in shares and prices as they were on that day. */
function byTheDay({ days, quoted, splits, counts }: World, today: number): number | null {
  const last = days.map((day, index) => ({ day, price: quoted[index] ?? 0 })).findLast(({ day }) => day <= today);
  if (last === undefined) return null;
  let chosen: ShareCount | null = null;
  for (const count of counts) {
    if (count.knownDay > today || count.day > last.day || last.day - count.day > 400) continue;
    const isNewer =
      chosen === null || count.day > chosen.day || (count.day === chosen.day && count.knownDay > chosen.knownDay);
    if (isNewer) chosen = count;
  }
  if (chosen === null) return null;
  let { shares } = chosen;
  for (let day = chosen.day + 1; day <= last.day; day += 1)
    for (const split of splits) if (split.day === day) shares *= split.ratio;
  return shares * last.price;
}

/** The closes as they are stored: for all splits, also those that were still to come. */
function adjusted({ days, quoted, splits }: World): Float64Array {
  return Float64Array.from(days, (day, index) =>
    splits.filter((split) => split.day > day).reduce((price, { ratio }) => price / ratio, quoted[index] ?? 0),
  );
}

it('a market value equals shares in hand times the price quoted that day, walked day by day', () => {
  let known = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const world = worldOf(seed);
    const history = { days: Int32Array.from(world.days), close: adjusted(world), splits: world.splits };
    for (const today of [50, 200, 430, 777, 899, 1_200]) {
      const found = marketCap(world.counts, history, today)?.usd ?? null;
      const expected = byTheDay(world, today);
      if (expected === null) expect(found).toBeNull();
      else expect((found ?? 0) / expected).toBeCloseTo(1, 9);
      known += expected === null ? 0 : 1;
    }
  }
  expect(known).toBeGreaterThan(1_000);
});
