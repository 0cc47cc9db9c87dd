import { createRequire } from 'node:module';

const Sequencer = createRequire(import.meta.url)('@jest/test-sequencer').default;

/** Folders whose files take longest, so that they do not run alone at the end. */
const FIRST = [/\/test\/chaos\//, /\/test\/fuzz\//, /\/test\/integration\//, /\/test\/(?:gateway|docs|browser)\//];

/** Runs files by what they took last time or, on a clean clone, by their folder and size. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rankOf = ({ path }) => [...FIRST, /^/].findIndex((folder) => folder.test(path));
    const sorted = super.sort(tests);
    return sorted.some(({ duration }) => duration === undefined)
      ? [...sorted].sort((a, b) => rankOf(a) - rankOf(b))
      : sorted;
  }
}
