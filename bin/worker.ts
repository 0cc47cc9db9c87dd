import { readConfig } from './config.js';
import { openRuntime } from './runtime.js';
import { fail, stopOnSignals } from './stop-signals.js';
import { startWorkers } from './workers.js';

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const runtime = await openRuntime(config);
  try {
    const workers = await startWorkers(runtime);
    stopOnSignals(async () => {
      await workers.close();
      await runtime.close();
    });
    process.stdout.write(`Worker ready, queue in ${config.redisUrl === undefined ? 'the database' : 'Redis'}\n`);
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

start().catch(fail);
