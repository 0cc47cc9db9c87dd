import { TIERS } from '../../access/tiers.js';
import type { Access } from '../../access/service.js';

/** Password of the demo accounts, which exist only where demo keys are allowed. */
const DEMO_PASSWORD = 'demo-of-marketgraph';

/** Gives each demo account an address, such as `pro@demo.example`, unless it has one. */
export async function storeDemoSignIns({ signIn }: Pick<Access, 'signIn'>): Promise<void> {
  for (const tier of TIERS) {
    const id = `acc_demo_${tier}`;
    if ((await signIn.emailOf(id)) === undefined)
      await signIn.setPassword(id, `${tier}@demo.example`, DEMO_PASSWORD, true);
  }
}
