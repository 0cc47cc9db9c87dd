import { readConfig } from './config.js';
import { compositeMetrics } from './metrics/gauges.js';
import { createHealth, openAdminPort } from './metrics/health.js';
import { topicMetrics } from './metrics/topic-metrics.js';
import { workMetrics } from './metrics/work-metrics.js';
import { openRuntime } from './runtime.js';
import { fail, stopOnSignals } from './stop-signals.js';
import { printsOnlyHelp, WORKER_USAGE } from './usage.js';
import { startWorkers } from './workers.js';

async function start(): Promise<void> {
  if (printsOnlyHelp(process.argv.slice(2), WORKER_USAGE)) return;
  const config = readConfig(process.env, 'worker');
  const runtime = await openRuntime(config);
  try {
    await runtime.webhooks.key.claim();
    const readiness = { isStarted: false, isStopping: false };
    const health = createHealth(
      runtime.store,
      () => ({ started: readiness.isStarted, serving: !readiness.isStopping }),
      [...workMetrics(runtime), compositeMetrics(runtime)],
    );
    const stopCounting = topicMetrics(health.registry);
    const admin = await openAdminPort(health, { host: config.host, port: config.serving.adminPort });
    const workers = await startWorkers(runtime);
    readiness.isStarted = true;
    stopOnSignals(async () => {
      readiness.isStopping = true;
      await workers.close();
      await admin?.close();
      stopCounting();
      await runtime.close();
    }, runtime.rereadTiers);
    process.stdout.write(`Worker ready, queue in ${config.redis === undefined ? 'the database' : 'Redis'}\n`);
    if (admin !== undefined)
      process.stdout.write(`  Admin      ${admin.url}/healthz   ${admin.url}/readyz   ${admin.url}/metrics\n`);
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

start().catch(fail);
