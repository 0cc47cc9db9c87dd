import { describe, expect, it } from '@jest/globals';
import { mergeBars } from './merge-bars.js';
import { packMinutes, packYears, unpackMinutes, unpackYears } from './packed-bars.js';
import { madeUpBars, madeUpMinutes } from './fixtures/series.js';

const FIRST = Date.UTC(2019, 11, 30) / 86_400_000;
const join = (years: readonly { packed: Buffer }[]): Buffer => Buffer.concat(years.map(({ packed }) => packed));

describe('packed bars', () => {
  it('are one block per calendar year, and unpack identically at any memory offset', () => {
    const bars = madeUpBars(FIRST, 400);
    const years = packYears('AAA', bars);
    expect(years.map(({ year, bars: count }) => [year, count])).toEqual([
      [2019, 2],
      [2020, 366],
      [2021, 32],
    ]);
    const shifted = Buffer.concat([Buffer.alloc(3), join(years)]).subarray(3);
    expect(unpackYears('AAA', shifted)).toEqual(bars);
  });

  it('keep every column at a multiple of 8 bytes, little-endian, behind the documented header', () => {
    const [year] = packYears('AAA', madeUpBars(FIRST, 1));
    const packed = year?.packed ?? Buffer.alloc(0);
    expect([packed.readUInt8(0), packed.readUInt8(1), packed.readUInt32LE(4), packed.length]).toEqual([
      1,
      1,
      1,
      16 + 8 + 6 * 8,
    ]);
    expect(packed.readInt32LE(16)).toBe(FIRST);
    expect(packed.readDoubleLE(24 + 3 * 8)).toBe(madeUpBars(FIRST, 1).close[0]);
  });

  it.each([
    ['any changed byte behind the header', (packed: Buffer) => packed.writeUInt8(packed.readUInt8(50) ^ 1, 50)],
    ['another layout', (packed: Buffer) => packed.writeUInt8(9, 0)],
    ['another kind', (packed: Buffer) => packed.writeUInt8(2, 1)],
    ['a count beyond its bytes', (packed: Buffer) => packed.writeUInt32LE(0xffff_ffff, 4)],
  ])('are refused with the ticker’s name: %s', (_, damage) => {
    const packed = join(packYears('AAA', madeUpBars(FIRST, 20)));
    damage(packed);
    expect(() => unpackYears('AAA', packed)).toThrow(/stored bars of AAA are damaged/);
  });

  it('are refused if truncated or out of order', () => {
    const years = packYears('AAA', madeUpBars(FIRST, 20));
    expect(() => unpackYears('AAA', join(years).subarray(0, -8))).toThrow('cut off');
    expect(() => unpackYears('AAA', join([...years].reverse()))).toThrow('out of order');
  });

  it('of a session unpack identically', () => {
    const session = madeUpMinutes(FIRST, 391);
    expect(unpackMinutes('AAA', FIRST, packMinutes('AAA', session))).toEqual(session);
    expect(() => packMinutes('AAA', { ...session, minutes: session.minutes.map((minute) => minute + 1000) })).toThrow(
      'outside the day',
    );
  });
});

describe('merged histories', () => {
  it('replace the days from first to last and keep the stored ones around them', () => {
    const added = { ...madeUpBars(FIRST + 10, 5), open: Float64Array.of(1, 2, 3, 4, 5) };
    const merged = mergeBars(madeUpBars(FIRST, 30), added);
    expect(merged.days).toEqual(madeUpBars(FIRST, 30).days);
    expect([...merged.open.subarray(9, 16)]).toEqual([
      madeUpBars(FIRST + 9, 1).open[0],
      1,
      2,
      3,
      4,
      5,
      madeUpBars(FIRST + 15, 1).open[0],
    ]);
  });

  it('drop stored days in between that are not in the new history', () => {
    const sparse = madeUpBars(FIRST, 30);
    const every = (index: number): boolean => index % 2 === 0;
    const thin = Object.fromEntries(
      Object.entries(sparse).map(([name, column]) => [
        name,
        (column as Float64Array).filter((_, index) => every(index)),
      ]),
    ) as unknown as typeof sparse;
    expect(mergeBars(madeUpBars(FIRST, 29), thin).days).toEqual(thin.days);
  });

  it('rescale the side that ends earlier, prices by the ratio and volume by its inverse', () => {
    const wanted = madeUpBars(FIRST, 40, 0.5);
    const later = mergeBars(madeUpBars(FIRST, 30), madeUpBars(FIRST + 20, 20, 0.5));
    const earlier = mergeBars(madeUpBars(FIRST + 10, 30, 0.5), madeUpBars(FIRST, 20));
    for (const merged of [later, earlier]) {
      for (const name of ['open', 'high', 'low', 'close', 'adjClose', 'volume'] as const) {
        expect(
          Math.max(...merged[name].map((value, index) => Math.abs(value / (wanted[name][index] ?? 0) - 1))),
        ).toBeLessThan(1e-12);
      }
    }
  });

  it('rescale only adjClose after a dividend', () => {
    const added = madeUpBars(FIRST + 5, 10);
    const merged = mergeBars(madeUpBars(FIRST, 10), {
      ...added,
      adjClose: added.adjClose.map((value) => value * 0.99),
    });
    expect(merged.close[0]).toBe(madeUpBars(FIRST, 1).close[0]);
    expect(merged.adjClose[0]).toBeCloseTo((madeUpBars(FIRST, 1).adjClose[0] ?? 0) * 0.99, 10);
  });

  it('rescale nothing if common days disagree or there are none', () => {
    const added = madeUpBars(FIRST + 5, 10);
    const noisy = { ...added, close: added.close.map((value, index) => value * (1 + index / 5)) };
    expect(mergeBars(madeUpBars(FIRST, 10), noisy).close[0]).toBe(madeUpBars(FIRST, 1).close[0]);
    expect(mergeBars(madeUpBars(FIRST, 5), madeUpBars(FIRST + 8, 5, 0.5)).close[0]).toBe(madeUpBars(FIRST, 1).close[0]);
  });
});
