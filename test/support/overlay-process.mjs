/**
 * Refreshes the overlay of the store in a folder, as a worker does, and says when it begins and ends. Run by
 * overlay.test.ts.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [root, dataDir, nowMs] = process.argv.slice(2);
const built = (...names) => import(pathToFileURL(path.join(root, 'dist', ...names)).href);
const { openStore } = await built('store', 'open-store.js');
const { refreshOverlay } = await built('sources', 'overlay', 'refresh-overlay.js');
const store = await openStore({ dataDir });
process.stdout.write('begin\n');
await refreshOverlay(store, new Date(Number(nowMs)));
process.stdout.write('end\n');
await store.close();
