import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Runs all benchmarks, each in its own process. */
const BENCHES = [
  'engines',
  'gateway',
  'gateway-http',
  'gateway-remote',
  'gateway-start',
  'gateway-planning',
  'rest',
  'endpoints',
  'ask',
  'simulation',
  'simulation-calibration',
  'simulation-load',
  'composites',
  'composites-calibration',
  'screener',
  'search',
  'name-check',
  'model-card',
  'sentiment',
  'funding',
  'near-duplicates',
  'private-marks',
  'investor-fit',
  'arena',
  'arena-requests',
  'line',
  'vault',
  'webhooks',
  'live-sources',
  'live-memory',
  'console',
  'footprint',
  'import',
  'soak',
  'capacity',
];

// npm run bench [-- NAME…]
const asked = process.argv.slice(2);
const folder = path.dirname(fileURLToPath(import.meta.url));
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}`);
for (const bench of asked.length === 0 ? BENCHES : asked) {
  if (!BENCHES.includes(bench)) throw new Error(`Unknown benchmark ${bench}; use one of ${BENCHES.join(', ')}.`);
  console.log(`\n== ${bench}`);
  const { status } = spawnSync(process.execPath, [path.join(folder, `${bench}.bench.js`)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
