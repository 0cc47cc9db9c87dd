import { describe, expect, it } from '@jest/globals';
import { differences } from '../test/independent/closeness.js';
import { plainCohorts, type PlainComposite } from '../test/independent/cohorts.js';
import { fixedBTail } from './fixed-b.js';
import { CLAIMS, cohortCounter, NO_COHORTS, type CohortEvidence, type CohortSums } from './cohorts.js';

interface Security {
  readonly days: Int32Array;
  readonly adjClose: Float64Array;
  readonly score: Float64Array;
}

const FIRST = 15_000;

function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Securities whose daily return is noise plus `drift` by the label of their constant score. */
function market(drift: (score: number) => number, sessions = 400, securities = 30, noise = 0.004): Security[] {
  const chance = generator(11);
  return Array.from({ length: securities }, (_, which) => {
    let close = 50;
    const level = [15, 38, 50, 62, 85][which % 5] ?? 50;
    return {
      days: Int32Array.from({ length: sessions }, (_value, i) => FIRST + i),
      adjClose: Float64Array.from({ length: sessions }, () => (close *= 1 + (chance() - 0.5) * noise + drift(level))),
      score: Float64Array.from({ length: sessions }, () => level + chance() * 5),
    };
  });
}

function evidenceOf(securities: readonly Security[]): readonly CohortEvidence[] {
  const counter = cohortCounter();
  for (const { days, adjClose, score } of securities) counter.add({ days, score }, { days, adjClose });
  return counter.evidence();
}

const verdicts = (securities: readonly Security[]) => evidenceOf(securities).map(({ verdict }) => verdict);

describe('the evidence of cohorts', () => {
  it('ignores days on record without a score', () => {
    const [one, ...others] = market(() => 0, 100, 10);
    if (one === undefined) throw new Error('no securities');
    const gaps = { ...one, score: one.score.map((score, i) => (i % 3 === 0 ? Number.NaN : score)) };
    const kept = one.days.filter((_day, i) => i % 3 !== 0);
    const counter = cohortCounter();
    for (const { days, adjClose, score } of others) counter.add({ days, score }, { days, adjClose });
    counter.add({ days: kept, score: one.score.filter((_score, i) => i % 3 !== 0) }, one);
    expect(evidenceOf([...others, gaps])).toEqual(counter.evidence());
  });

  it('agrees with a plain computation, whatever days and prices are missing', () => {
    const chance = generator(3);
    const securities = market((score) => (score - 50) / 60_000, 160, 30, 0.02).map(({ days, adjClose, score }) => {
      const kept = [...days.keys()].filter(() => chance() > 0.05);
      return {
        days: Int32Array.from(kept, (i) => days[i] ?? 0),
        adjClose: Float64Array.from(kept, (i) => (chance() > 0.01 ? (adjClose[i] ?? 0) : 0)),
        score: Float64Array.from(kept, (i) => score[i] ?? 0),
      };
    });
    const counter = cohortCounter();
    const composites: PlainComposite[] = [];
    for (const [which, { days, adjClose, score }] of securities.entries()) {
      // Records begin later than prices, and have other holes.
      const recorded = [...days.keys()].filter((i) => i > 30 && i % 17 !== which % 17);
      counter.add(
        {
          days: Int32Array.from(recorded, (i) => days[i] ?? 0),
          score: Float64Array.from(recorded, (i) => score[i] ?? 0),
        },
        { days, adjClose },
      );
      for (const i of recorded)
        composites.push({
          day: days[i] ?? 0,
          score: score[i] ?? 0,
          later: (adjClose[i + 21] ?? 0) / (adjClose[i] ?? 0) - 1,
        });
    }
    const expected = plainCohorts(composites);
    expect(Math.min(...expected.map(({ n }) => n))).toBeGreaterThan(90);
    const actual = counter.evidence().map(({ label, excess, pValue, verdict }) => ({
      label,
      n: excess?.n,
      mean: excess?.mean,
      t: excess?.t,
      pValue,
      verdict,
    }));
    expect(differences(actual, expected)).toEqual([]);
    expect(actual.filter(({ pValue }) => pValue !== null && pValue > 1e-6 && pValue < 1).length).toBeGreaterThan(1);
  });

  it('marks labels as working if returns follow them', () => {
    expect(verdicts(market((score) => (score - 50) / 30_000))).toEqual([
      'working',
      'working',
      'working',
      'working',
      'working',
    ]);
  });

  it('marks all labels but neutrals as not working if returns are inverted', () => {
    expect(verdicts(market((score) => (50 - score) / 30_000))).toEqual([
      'not_working',
      'not_working',
      'working',
      'not_working',
      'not_working',
    ]);
  });

  it('marks neutrals as working only once they are shown to be level with the baseline', () => {
    const neutral = (noise: number, sessions = 400) => evidenceOf(market(() => 0, sessions, 30, noise))[2];
    expect(neutral(0.004)).toMatchObject({ label: 'Neutral', verdict: 'working' });
    expect(neutral(0.06)).toMatchObject({ label: 'Neutral', verdict: 'not_working' });
    expect(neutral(0.06)?.excess?.mean).not.toBe(0);
  });

  it('asks for more evidence than one test of one label at one time', () => {
    // A single test would take it for working, at 5%.
    const [strongest] = evidenceOf(market((score) => (score > 80 ? 0.0001 : 0), 400, 30, 0.008));
    expect(2 * fixedBTail(strongest?.excess?.t ?? NaN, strongest?.excess?.n ?? NaN, 20)).toBeLessThan(0.05);
    expect(strongest?.verdict).toBe('not_working');
  });

  it('marks buys and sells as not working if labels carry no information', () => {
    expect(verdicts(market(() => 0))).toEqual(['not_working', 'not_working', 'working', 'not_working', 'not_working']);
  });

  it('has no verdict before three complete horizons of days, nor for an empty cohort', () => {
    expect(new Set(verdicts(market(() => 0, 62 + 21)))).toEqual(new Set([null]));
    expect(new Set(verdicts(market(() => 0, 63 + 21)))).not.toContain(null);
    expect(verdicts(market(() => 0, 400, 4))).toEqual([null, ...verdicts(market(() => 0, 400, 4)).slice(1)]);
    expect(evidenceOf([]).map(({ label, verdict }) => [label, verdict])).toEqual(
      Object.keys(CLAIMS).map((label) => [label, null]),
    );
  });

  it('continues from accumulated sums as if it had counted everything, without modifying them', () => {
    const securities = market((score) => (score - 50) / 30_000);
    const sums = (before: CohortSums, part: readonly Security[]): CohortSums => {
      const counter = cohortCounter(before);
      for (const { days, adjClose, score } of part) counter.add({ days, score }, { days, adjClose });
      return counter.sums();
    };
    const first = sums(NO_COHORTS, securities.slice(0, 7));
    const untouched = structuredClone(first);
    const later = securities.slice(7).map((security) => ({ ...security, days: security.days.map((day) => day + 50) }));
    expect(sums(first, later)).toEqual(sums(NO_COHORTS, [...securities.slice(0, 7), ...later]));
    expect(first).toEqual(untouched);
    expect(cohortCounter(sums(NO_COHORTS, securities)).evidence()).toEqual(evidenceOf(securities));
  });

  it('ends its horizon after 21 sessions: later prices change nothing', () => {
    const securities = market((score) => (score - 50) / 30_000, 200);
    const changed = securities.map((security) => ({
      ...security,
      score: security.score.subarray(0, 100),
      adjClose: security.adjClose.map((close, i) => (i > 99 + 21 ? close * 3 : close)),
    }));
    const cut = securities.map((security) => ({ ...security, score: security.score.subarray(0, 100) }));
    const evidence = (all: readonly Security[]) => {
      const counter = cohortCounter();
      for (const { days, adjClose, score } of all)
        counter.add({ days: days.subarray(0, score.length), score }, { days, adjClose });
      return counter.evidence();
    };
    expect(evidence(changed)).toEqual(evidence(cut));
    expect(evidence(cut)[0]?.excess?.n).toBe(100);
  });
});
