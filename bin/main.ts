import { readConfig } from './config.js';
import { openConfiguredStore } from './configured-store.js';
import { createLog } from './log.js';
import { fail } from './stop-signals.js';
import { printsOnlyHelp, SERVER_USAGE } from './usage.js';

const readRest = () => import('./serve.js').then(({ serve }) => serve);

async function start(): Promise<void> {
  if (printsOnlyHelp(process.argv.slice(2), SERVER_USAGE)) return;
  const config = readConfig(process.env, 'server');
  const log = createLog(config);
  // Most of the program is read while the database opens, which takes as long.
  let rest: ReturnType<typeof readRest> | undefined;
  const store = await openConfiguredStore(config, log, { whileOpening: () => void (rest = readRest()) });
  const serve = await (rest ?? readRest());
  await serve(store, config, log);
}

start().catch(fail);
