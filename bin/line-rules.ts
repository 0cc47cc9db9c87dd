import { systemRandom } from '../access/secrets.js';
import { createLines, type Lines } from '../surfaces/line/line.js';
import type { Runtime } from './runtime.js';

/** The rules of assistant lines. Payments are confirmed by the operator: `admin line confirm-payment`. */
export function openLines({ store, clock, config }: Pick<Runtime, 'store' | 'clock' | 'config'>): Lines {
  const { domain, setupUrl } = config.line;
  return createLines({ store, domain, payments: { setupUrl: () => setupUrl }, clock, random: systemRandom });
}
