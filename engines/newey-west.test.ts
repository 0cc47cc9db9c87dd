import { describe, expect, it } from '@jest/globals';
import { normalCdf } from './statistics.js';
import { neweyWestMean } from './newey-west.js';

/** Annual flow of the Nile at Aswan, 1871-1970 (Cobb 1978): `statsmodels.datasets.nile`. */
const NILE = [
  1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140, 1100,
  1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020, 1050, 969, 831, 726, 456,
  824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040, 759, 781, 865, 845, 944, 984, 897,
  822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874, 848, 890, 744, 749, 838, 1050, 918, 986, 797, 923, 975,
  815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740,
];

/**
 * statsmodels 0.15.0: `OLS(flow - 900, ones).fit(cov_type='HAC', cov_kwds={'maxlags': lag})`: bse, tvalues, pvalues.
 */
const STATSMODELS = [
  [0, 16.837923714045033, 1.149191570683954, 0.2504769958997044],
  [1, 20.611215581571116, 0.9388092576791645, 0.3478286849327872],
  [4, 27.238484924826494, 0.7103919345515237, 0.47746112332242374],
  [20, 41.9809877801845, 0.46092293257409794, 0.6448538981185843],
] as const;

describe('the test of a mean', () => {
  it.each(STATSMODELS)('agrees with statsmodels to 1e-12, relative, at lag %d', (lag, standardError, t, pValue) => {
    const test = neweyWestMean(
      Float64Array.from(NILE, (flow) => flow - 900),
      lag,
    );
    expect(test?.mean).toBeCloseTo(19.35, 10);
    for (const [actual, expected] of [
      [test?.standardError, standardError],
      [test?.t, t],
      [2 * normalCdf(-Math.abs(test?.t ?? NaN)), pValue],
    ] as const) {
      expect(Math.abs((actual ?? Number.NaN) / expected - 1)).toBeLessThan(1e-12);
    }
  });

  it('returns null without variation, for one value and for none', () => {
    expect([[], [3], [2, 2, 2]].map((values) => neweyWestMean(Float64Array.from(values), 20))).toEqual([
      null,
      null,
      null,
    ]);
  });
});
