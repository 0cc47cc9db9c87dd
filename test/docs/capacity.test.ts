import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(path.join(ROOT, 'docs', 'capacity.md'), 'utf8');
const BUSY = 0.7;
const A_SECOND = 100_000;
const US = 1_000_000;

/** Rows of the tables that begin with `name`, cell by cell. */
const rowsOf = (name: string): readonly (readonly string[])[] =>
  PAGE.split('\n')
    .filter((line) => line.startsWith(`| ${name}`))
    .map((line) => line.slice(2, -2).split(' | '));
const numberOf = (text = ''): number => Number(text.replaceAll(',', ''));
/** Microseconds that a kind of request takes of server, PostgreSQL and Redis. */
const costOf = (name: string): Readonly<Record<'servers' | 'PostgreSQL' | 'Redis', number>> => {
  const [, server, , database, redis] = rowsOf(name)[0] ?? [];
  return { servers: numberOf(server), PostgreSQL: numberOf(database), Redis: numberOf(redis) };
};

/** The example's mix, as the page says it. */
const MIX = [
  [/([\d.]+)% cached responses/, 'a REST response from the cache'],
  [/([\d.]+)% computed/, 'a REST response computed'],
  [/([\d.]+)% read from the database/, 'a REST response read'],
  [/([\d.]+)% GraphQL/, 'GraphQL'],
  [/([\d.]+)% simulations/, 'a simulation'],
] as const;
const SHARES = MIX.map(([pattern, name]) => ({ share: Number(pattern.exec(PAGE)?.[1]) / 100, cost: costOf(name) }));

it('the shares of the example are a whole', () => {
  expect(SHARES.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
});

it.each(['servers', 'PostgreSQL', 'Redis'] as const)('the example computes what %s need from the table', (part) => {
  const us = SHARES.reduce((sum, { share, cost }) => sum + share * cost[part], 0);
  const [, spent = '', cores = ''] = rowsOf(part).find((cells) => cells[1]?.includes(' = ') === true) ?? [];
  expect(Math.abs(numberOf(/= ([\d,]+)/.exec(spent)?.[1]) - us)).toBeLessThanOrEqual(1);
  expect(numberOf(/^(\d+)/.exec(cores)?.[1])).toBe(Math.ceil((us * A_SECOND) / US / BUSY));
});
