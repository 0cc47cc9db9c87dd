import type { Runtime } from '../runtime.js';
import { storeDemoArena } from './arena.js';
import { storeDemoCommunity } from './community.js';
import { storeDemoLines } from './line.js';
import { storeDemoSignIns } from './sign-ins.js';
import { storeDemoVault } from './vault.js';

/** Stores what the demo accounts have of their own, once, where demo keys are allowed. */
export async function storeDemoState(runtime: Runtime): Promise<void> {
  if (!runtime.hasDemoKeys) return;
  await storeDemoSignIns(runtime.access);
  await storeDemoVault(runtime);
  await storeDemoLines(runtime.store, runtime.clock());
  await storeDemoCommunity(runtime);
  await storeDemoArena(runtime);
}
