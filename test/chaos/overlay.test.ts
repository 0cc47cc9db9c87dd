import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { refreshOverlay } from '../../sources/overlay/refresh-overlay.js';
import { EMPTY_PROFILE } from '../../store/company-profile.js';
import { openStore, type Store } from '../../store/open-store.js';
import type { StartupStory } from '../../store/startup-stories.js';
import { removeScratchAtEnd, ROOT, scratchDir } from '../support/scratch.js';
import { ROUNDS } from './rounds.js';

removeScratchAtEnd();

const COMPANIES = 3_000;
const NOW_MS = Date.UTC(2026, 0, 2);
const PROCESS = path.join(ROOT, 'test', 'support', 'overlay-process.mjs');
const KILLS = ROUNDS * 2;
const TIMEOUT_MS = 120_000 + ROUNDS * 90_000;

const slugs = Array.from({ length: COMPANIES }, (_, index) => `company-${index}`);

/** What news tell of every company: another amount in each round. */
function storyOf(slug: string, amountUsd: number): StartupStory {
  return {
    story: `wire.example/${slug}`,
    publishedAt: new Date(NOW_MS - 86_400_000),
    source: 'files',
    sourceKey: 'wire',
    company: slug,
    slug,
    topics: [],
    hasRound: true,
    stage: 'Series A',
    isExtension: false,
    amount: amountUsd,
    currency: 'USD',
    amountUsd,
    isMinimum: false,
    leadInvestors: [],
    postMoneyUsd: null,
    totalRaisedUsd: null,
    isRaiser: true,
    acquirer: null,
    toldUrl: `https://wire.example/${slug}`,
  };
}

async function opened<Value>(dataDir: string, use: (store: Store) => Promise<Value>): Promise<Value> {
  const store = await openStore({ dataDir });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

const tell = (store: Store, amountUsd: number): Promise<void> =>
  store.db.transaction().execute((tx) =>
    store.startupStories.replace(
      tx,
      slugs.map((slug) => `wire.example/${slug}`),
      slugs.map((slug) => storyOf(slug, amountUsd)),
    ),
  );

/** The amounts that the overlay tells, with how many companies have each. */
async function told(store: Store): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const overlay of await store.companyOverlays.current(store.db)) {
    const amount = overlay.field === 'round' ? String(overlay.value.amountUsd) : overlay.field;
    counts[amount] = (counts[amount] ?? 0) + 1;
  }
  return counts;
}

/** Runs a refresh in its own process and kills it after a time; null lets it end. Answers how long it ran, or null. */
async function runFor(dataDir: string, killAfterMs: number | null): Promise<number | null> {
  const child = spawn(process.execPath, [PROCESS, ROOT, dataDir, String(NOW_MS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  let [beganAtMs, endedAtMs] = [0, 0];
  const began = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      if (line === 'end') endedAtMs = performance.now();
      else beganAtMs = performance.now();
      resolve();
    });
  });
  await Promise.race([began, exited]);
  if (killAfterMs !== null) {
    await after(killAfterMs);
    child.kill('SIGKILL');
  }
  await exited;
  return endedAtMs === 0 ? null : endedAtMs - beganAtMs;
}

describe('a refresh of the overlay that is killed', () => {
  it(
    `leaves all of what was before or all of what is new, ${KILLS} times over`,
    async () => {
      const dataDir = await scratchDir();
      await opened(dataDir, async (store) => {
        await store.db.transaction().execute((tx) =>
          store.privateCompanies.upsert(
            tx,
            slugs.map((slug) => ({
              slug,
              name: slug,
              tagline: null,
              sector: null,
              founded: null,
              hq: null,
              employees: null,
              source: 'files',
              profile: EMPTY_PROFILE,
            })),
          ),
        );
        await tell(store, 1e6);
      });
      const wholeMs = (await runFor(dataDir, null)) ?? 0;
      expect(wholeMs).toBeGreaterThan(0);
      let before = 1e6;
      let cut = 0;
      await opened(dataDir, (store) => tell(store, 2e6));
      for (let round = 0; round < KILLS; round += 1) {
        const amount = 2e6 + round;
        const ran = await runFor(dataDir, (wholeMs * (round + 0.5)) / KILLS);
        if (ran === null) cut += 1;
        await opened(dataDir, async (store) => {
          const state = await told(store);
          expect([{ [before]: COMPANIES }, { [amount]: COMPANIES }]).toContainEqual(state);
          if (ran !== null) expect(state).toEqual({ [amount]: COMPANIES });
          // The next run does what the killed one did not.
          await refreshOverlay(store, new Date(NOW_MS));
          expect(await told(store)).toEqual({ [amount]: COMPANIES });
          await tell(store, amount + 1);
        });
        before = amount;
      }
      expect(cut).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
