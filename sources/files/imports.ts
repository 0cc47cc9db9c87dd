import { IMPORT_ROWS } from '../generated/imports.js';
import type { FileImport } from './import-files.js';

/** Everything that is imported from files: each file of `sources/` and `sources/files/` that exports an `IMPORT`. */
export const IMPORTS: readonly FileImport[] = Object.values(IMPORT_ROWS);
