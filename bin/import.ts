import { existsSync } from 'node:fs';
import path from 'node:path';
import { runScript } from './commands/run-script.js';

/** npm runs scripts in the project root; resolve paths against the user's directory. */
const from = process.env['INIT_CWD'] ?? process.cwd();
const resolved = process.argv.slice(2).map((word, index) => {
  const file = path.resolve(from, word);
  return index > 0 && existsSync(file) ? file : word;
});
process.exitCode = await runScript('import', resolved);
