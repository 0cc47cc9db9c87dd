import { BARS } from './import-bars.js';
import type { FileImport } from './import-files.js';
import { IPO } from './import-ipo.js';
import { MINUTES } from './import-minutes.js';
import { rowImport } from './row-import.js';

/** Everything that is imported from files, in the order of `npm run -s import -- --help`. */
export const IMPORTS: readonly FileImport[] = [BARS, MINUTES, rowImport(IPO)];
