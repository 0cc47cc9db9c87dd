import { describe, expect, it } from '@jest/globals';
import {
  holdingTotals,
  institutionalHoldings,
  type Completeness,
  type HoldingsInput,
  type ReportedEntry,
} from '../../engines/institutional-holdings.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { differences } from './closeness.js';

const [NOW, BEFORE] = [20_000, 19_908];
const KINDS = ['SHARES', 'PRINCIPAL', 'PUT', 'CALL'] as const;

/** Reports of a few managers about a few issues, with issues in several entries and CUSIPs. */
function inventedReports(seed: number): HoldingsInput {
  const random = seededRandom(seed, 1, 1);
  const pick = (count: number): number => Math.floor(random() * count);
  const entries = Array.from({ length: 5 + pick(60) }, (): ReportedEntry => {
    const issue = pick(5);
    const amount = pick(8) === 0 ? 0 : 100 * (1 + pick(4));
    return {
      cik: `000000000${pick(4)}`,
      periodDay: random() < 0.5 ? NOW : BEFORE,
      issue: `ISSUE${issue}`,
      cusip: `CUSIP${issue}${pick(2)}`,
      issuer: `Issuer ${issue}`,
      titleOfClass: 'COM',
      kind: KINDS[pick(4)] ?? 'SHARES',
      amount,
      value: amount * (1 + pick(9)),
      votingSole: amount / 2,
      votingShared: 0,
      votingNone: amount / 2,
    };
  });
  const states = ['COMPLETE', 'COMPLETE', 'ENTRIES_REFUSED', 'AMENDMENTS_ONLY'] as const;
  const reportsOf = (day: number): ReadonlyMap<string, Completeness> =>
    new Map(entries.flatMap(({ cik, periodDay }) => (periodDay === day ? [[cik, states[pick(4)] ?? 'COMPLETE']] : [])));
  const splits = new Map(
    random() < 0.5
      ? [
          ['ISSUE1', 4],
          ['ISSUE2', 0.1],
        ]
      : [],
  );
  return { entries, periodDay: NOW, reports: reportsOf(NOW), reportsBefore: reportsOf(BEFORE), splits };
}

/** The sum of one field over the entries of one manager, issue, kind and day. */
function total(
  { entries }: HoldingsInput,
  name: 'amount' | 'value' | 'votingSole',
  [cik, issue, kind, day]: readonly [string, string, string, number],
): number {
  let sum = 0;
  for (const entry of entries)
    if (entry.cik === cik && entry.issue === issue && entry.kind === kind && entry.periodDay === day)
      sum += entry[name];
  return sum;
}

/** All holdings, found by asking for each possible one. */
function plainHoldings(input: HoldingsInput) {
  const found = [];
  for (const cik of ['0000000000', '0000000001', '0000000002', '0000000003'])
    for (const issue of ['ISSUE0', 'ISSUE1', 'ISSUE2', 'ISSUE3', 'ISSUE4'])
      for (const kind of KINDS) {
        const [now, before] = [
          [cik, issue, kind, NOW],
          [cik, issue, kind, BEFORE],
        ] as const;
        const shares = total(input, 'amount', now);
        const earlier = total(input, 'amount', before) * (kind === 'PRINCIPAL' ? 1 : (input.splits.get(issue) ?? 1));
        const [report, reportBefore] = [input.reports.get(cik), input.reportsBefore.get(cik)];
        const isUnknown = [report, reportBefore].some((each) => each === undefined || each === 'AMENDMENTS_ONLY');
        const maybeRefused = (shares === 0 && report !== 'COMPLETE') || (earlier === 0 && reportBefore !== 'COMPLETE');
        if (shares === 0 && (earlier === 0 || isUnknown || maybeRefused)) continue;
        const more = shares - earlier;
        const word =
          shares === 0
            ? 'CLOSED'
            : earlier === 0
              ? 'NEW'
              : more > 0
                ? 'INCREASED'
                : more < 0
                  ? 'DECREASED'
                  : 'UNCHANGED';
        const change = {
          kind: word,
          previousAmount: earlier,
          amount: more,
          fraction: earlier === 0 ? null : more / earlier,
        };
        found.push({
          key: `${cik} ${issue} ${kind}`,
          amount: shares,
          value: total(input, 'value', now),
          votingSole: total(input, 'votingSole', now),
          change: isUnknown || maybeRefused ? null : change,
        });
      }
  return found;
}

const SEEDS = Array.from({ length: 60 }, (_, index) => index + 1);

describe('institutional holdings agree with a second computation', () => {
  it.each(SEEDS)('of reports %i', (seed) => {
    const input = inventedReports(seed);
    const holdings = institutionalHoldings(input)
      .map(({ cik, issue, kind, amount, value, votingSole, change }) => ({
        key: `${cik} ${issue} ${kind}`,
        amount,
        value,
        votingSole,
        change,
      }))
      .sort((one, other) => (one.key < other.key ? -1 : 1));
    const expected = plainHoldings(input).sort((one, other) => (one.key < other.key ? -1 : 1));
    expect(differences(holdings, expected)).toEqual([]);
    expect(holdings.map(({ key, change }) => [key, change?.kind])).toEqual(
      expected.map(({ key, change }) => [key, change?.kind]),
    );
  });

  it.each(SEEDS)('and so do their totals, of reports %i', (seed) => {
    const input = inventedReports(seed);
    const totals = holdingTotals(institutionalHoldings(input));
    const expected = KINDS.flatMap((kind) => {
      const held = plainHoldings(input).filter(({ key, amount }) => key.endsWith(kind) && amount > 0);
      const sum = (name: 'amount' | 'value'): number => held.reduce((all, holding) => all + holding[name], 0);
      const managers = new Set(held.map(({ key }) => key.split(' ')[0])).size;
      return held.length === 0 ? [] : [{ kind, managers, amount: sum('amount'), value: sum('value') }];
    });
    expect(totals).toEqual(expected);
  });

  it('and all kinds of change occur', () => {
    const kinds = SEEDS.flatMap((seed) =>
      institutionalHoldings(inventedReports(seed)).map(({ change }) => change?.kind ?? 'none'),
    );
    expect([...new Set(kinds)].sort()).toEqual(['CLOSED', 'DECREASED', 'INCREASED', 'NEW', 'UNCHANGED', 'none']);
  });
});
