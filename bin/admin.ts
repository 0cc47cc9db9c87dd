import { runScript } from './commands/run-script.js';

process.exitCode = await runScript('admin', process.argv.slice(2));
