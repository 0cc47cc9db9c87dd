/** The part of dist/ that runs in production: no tests, benches, fixtures and developer programs. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const DEVELOPERS = ['tools', 'bench', 'test', 'test-market', '.tsbuildinfo'];
const STAMP = '.production';

/** Reduces the build in `dist`, which a later build completes again. `hash` is that of its sources. */
export function keepProduction(dist, hash) {
  const entries = readdirSync(dist, { recursive: true, withFileTypes: true });
  const isLeftOut = ({ name, parentPath }) =>
    name === 'fixtures' || (parentPath === dist && (DEVELOPERS.includes(name) || name.startsWith('.built-')));
  for (const entry of entries.filter(isLeftOut))
    rmSync(path.join(entry.parentPath, entry.name), { recursive: true, force: true });
  writeFileSync(path.join(dist, STAMP), hash);
}

/**
 * What an installation without development dependencies, which cannot build, says about the build that is there:
 * whether it can be started, and a line for the operator if it is missing or not of these sources.
 */
export function stateWithoutTools(dist, hash) {
  const how = 'Run npm ci && npm run build -- --production, then npm prune --omit=dev.';
  if (!existsSync(path.join(dist, 'bin', 'main.js')))
    return {
      isUsable: false,
      line: `dist/ is missing, and the development dependencies that build it are not installed. ${how}`,
    };
  const stamp = [STAMP, '.built-program'].map((name) => path.join(dist, name)).find((file) => existsSync(file));
  const isCurrent = stamp !== undefined && readFileSync(stamp, 'utf8') === hash;
  return {
    isUsable: true,
    line: isCurrent
      ? null
      : `dist/ was built from other sources or by another version of Node, and the development dependencies that build it are not installed; it is used as it is. ${how}`,
  };
}
