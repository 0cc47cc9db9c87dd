import { afterAll, afterEach, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { changeTierLimits, TIER_LIMITS } from '../access/tiers.js';
import { loadTiersFile } from './tiers-file.js';

const folder = await mkdtemp(path.join(os.tmpdir(), 'tiers-'));
const file = path.join(folder, 'tiers.json');
const load = async (text: string): Promise<void> => {
  await writeFile(file, text);
  await loadTiersFile(file);
};
afterEach(() => changeTierLimits({}));
afterAll(() => rm(folder, { recursive: true }));

it('a file changes the limits that it names, and the next one begins from the built-in limits again', async () => {
  const builtIn = structuredClone(TIER_LIMITS);
  await load('{ "pro": { "per_minute": 90, "per_month": null }, "free": { "live_streams": 0 } }');
  expect(TIER_LIMITS).toEqual({
    ...builtIn,
    pro: { ...builtIn.pro, perMinute: 90, perMonth: null },
    free: { ...builtIn.free, liveStreams: 0 },
  });
  await load('{ "starter": { "agents": 2 } }');
  expect(TIER_LIMITS).toEqual({ ...builtIn, starter: { ...builtIn.starter, agents: 2 } });
});

it.each([
  ['{', /is not JSON/],
  ['[]', /wrong at its top/],
  ['{ "gold": {} }', /gold/],
  ['{ "pro": { "per_minut": 1 } }', /wrong at pro: .*per_minut/],
  ['{ "pro": { "per_minute": 0 } }', /pro\.per_minute/],
  ['{ "pro": { "per_minute": null } }', /pro\.per_minute/],
  ['{ "pro": { "per_month": 1.5 } }', /pro\.per_month/],
])('a wrong file is refused, and changes nothing: %s', async (text, message) => {
  const before = structuredClone(TIER_LIMITS);
  await expect(load(text)).rejects.toThrow(message);
  expect(TIER_LIMITS).toEqual(before);
});

it('a file that is not there is refused by its name', async () => {
  await expect(loadTiersFile('/nowhere/tiers.json')).rejects.toThrow(
    'SVC_TIERS_FILE: /nowhere/tiers.json cannot be read: it does not exist.',
  );
});
