import { describe, expect, it } from '@jest/globals';
import { plainBeta } from '../../test/independent/market-beta.js';
import { appleRows, externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { barsOf, readRows, type Row } from '../../test/independent/rows.js';
import { Random } from '../simulation/random.js';
import { marketBetas } from './market-beta.js';

const apple = appleRows();

/** Sessions of a market, and of a security that moves by `beta` times as much and by its own noise. */
function pair(beta: number, noise: number, length = 1_260): readonly [own: Row[], market: Row[]] {
  const random = new Random([5, 7, 7, 2], 0);
  const normal = (): number =>
    Array.from({ length: 12 }, () => random.uniform()).reduce((sum, value) => sum + value, -6);
  let [price, level] = [100, 100];
  const row = ({ date }: Row, close: number): Row => ({
    date,
    open: close,
    high: close,
    low: close,
    close,
    adj: close,
    volume: 100,
  });
  const both = apple.slice(0, length).map((session) => {
    const move = 0.01 * normal();
    level *= Math.exp(move);
    price *= Math.exp(beta * move + noise * normal());
    return [row(session, price), row(session, level)] as const;
  });
  return [both.map(([own]) => own), both.map(([, market]) => market)];
}

/** The betas at every place of these. */
function betasAt(own: readonly Row[], market: readonly Row[], places: readonly number[]): number[] {
  return [...marketBetas(barsOf(own), barsOf(market), Int32Array.from(places))];
}

const [SHARE, MARKET] = pair(1.4, 0.015);
const LAST = SHARE.length - 1;

describe('market beta', () => {
  it('is 1 below 63 returns, and then nears the slope as its precision grows', () => {
    const [early, first, late] = betasAt(SHARE, MARKET, [63, 64, LAST]);
    expect(early).toBe(1);
    expect(first).not.toBe(1);
    expect(Math.abs((late ?? NaN) - 1.4)).toBeLessThan(0.1);
    const [calm, level] = pair(0.05, 0.003);
    expect(Math.abs((betasAt(calm, level, [LAST])[0] ?? NaN) - 0.05)).toBeLessThan(0.02);
  });

  it('agrees with a plain computation, with sessions missing on either side, and with a wrong price', () => {
    const holed = SHARE.filter((_, i) => i % 17 !== 3 && (i < 300 || i > 340));
    const holedMarket = MARKET.filter((_, i) => i % 29 !== 4);
    const wrong = SHARE.map((row, i) =>
      i === 90 ? { ...row, close: row.close * 1e6 } : i === 95 ? { ...row, close: 0 } : row,
    );
    for (const [own, market] of [
      [SHARE, MARKET],
      [holed, MARKET],
      [SHARE, holedMarket],
      [holed, holedMarket],
      [wrong, MARKET],
      [SHARE, MARKET.slice(400)],
      [SHARE, MARKET.slice(0, 300)],
    ] as const) {
      const places = [0, 1, 62, 63, 64, 65, 251, 252, 420, 500, 750, 751, 752, 900, 1000, own.length - 1].filter(
        (place) => place < own.length,
      );
      betasAt(own, market, places).forEach((beta, i) => {
        const place = places[i] ?? NaN;
        expect([place, Math.abs(beta - plainBeta(own, market, own[place]?.date ?? '')) < 1e-10]).toEqual([place, true]);
      });
    }
  });

  (hasExternalData ? it : it.skip).each(['AGG', 'SPY', 'XLU', 'XLRE'])(
    'agrees with a plain computation over %s',
    (name) => {
      const [own, market] = [name, 'SPY'].map((file) => readRows(externalFile('daily_etf_yahoo', `${file}.csv`))) as [
        Row[],
        Row[],
      ];
      const places = Array.from({ length: 40 }, (_, k) => Math.floor(((k + 1) * (own.length - 1)) / 40));
      betasAt(own, market, places).forEach((beta, i) => {
        expect(Math.abs(beta - plainBeta(own, market, own[places[i] ?? 0]?.date ?? ''))).toBeLessThan(1e-10);
      });
    },
  );

  it('is exactly 1 for the market itself, and without one or with one that rests', () => {
    const all = [...SHARE.keys()];
    const resting = MARKET.map((row) => ({ ...row, close: 100 }));
    for (const betas of [
      betasAt(MARKET, MARKET, all),
      betasAt(SHARE, resting, all),
      betasAt(resting, resting, all),
      betasAt(SHARE, [], all),
      [...marketBetas(barsOf(SHARE), null, Int32Array.from(all))],
    ]) {
      expect(new Set(betas)).toEqual(new Set([1]));
    }
  });

  it('is not changed by dividends, which restate total-return closes', () => {
    const places = [100, 750, LAST];
    const restated = (rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row, adj: row.adj * 0.9871 }));
    expect(betasAt(restated(SHARE), restated(MARKET), places)).toEqual(betasAt(SHARE, MARKET, places));
  });

  it('is 0 for a price that does not move', () => {
    expect(
      betasAt(
        SHARE.map((row) => ({ ...row, close: 7 })),
        MARKET,
        [LAST],
      ),
    ).toEqual([0]);
  });

  it('uses nothing of the day itself or later, and is the same whichever others are asked for', () => {
    const all = betasAt(SHARE, MARKET, [...SHARE.keys()]);
    for (const place of [64, 300, 750, 1_000, LAST]) {
      const later = (rows: readonly Row[]): Row[] =>
        rows.map((row, i) => (i >= place ? { ...row, close: row.close * 9 } : row));
      expect(betasAt(later(SHARE), later(MARKET), [place])).toEqual([all[place]]);
      expect(betasAt(SHARE.slice(0, place + 1), MARKET.slice(0, place), [place])).toEqual([all[place]]);
    }
  });
});
