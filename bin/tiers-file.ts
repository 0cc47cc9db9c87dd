import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { changeTierLimits, TIERS, type TierLimits } from '../access/tiers.js';
import { Failure, unreadableFile } from './failure.js';

const MOST_PER_MINUTE = 100_000;
const whole = z.int().min(0);
/** What a file may change, as it is spelled there. */
const LIMITS = z.strictObject({
  per_minute: z.int().min(1).max(MOST_PER_MINUTE).optional(),
  per_month: whole.nullable().optional(),
  line_sends_per_hour: whole.optional(),
  vault_uses_per_hour: whole.optional(),
  agents: whole.optional(),
  transcripts_per_month: whole.nullable().optional(),
  ai_tokens_per_month: whole.optional(),
  daily_token_cap: whole.optional(),
  overlay_holdings: z.int().min(1).optional(),
  live_streams: whole.optional(),
  catalyst_days: z.int().min(1).optional(),
});
const FILE = z.strictObject(Object.fromEntries(TIERS.map((tier) => [tier, LIMITS.optional()])));

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function parsed(file: string, text: string): z.infer<typeof FILE> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Failure(`SVC_TIERS_FILE: ${file} is not JSON.`, { cause });
  }
  const result = FILE.safeParse(value);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw new Failure(
    `SVC_TIERS_FILE: ${file} is wrong at ${first?.path.join('.') || 'its top'}: ${first?.message ?? ''}; docs/operations.md has an example.`,
  );
}

/**
 * Takes over the limits of the file; those that it does not name are the built-in ones. Throws a Failure, and changes
 * nothing then.
 */
export async function loadTiersFile(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw unreadableFile('SVC_TIERS_FILE', file, cause);
  });
  const changes = Object.entries(parsed(file, text)).map(([tier, limits]) => [
    tier,
    Object.fromEntries(Object.entries(limits ?? {}).map(([name, limit]) => [camelCase(name), limit])),
  ]);
  changeTierLimits(Object.fromEntries(changes) as Partial<Record<string, Partial<TierLimits>>>);
}
