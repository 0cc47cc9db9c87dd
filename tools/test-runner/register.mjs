/** Makes this process read TypeScript: `node --import ./tools/test-runner/register.mjs`. */
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
