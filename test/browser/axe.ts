import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';

const AXE = readFileSync(
  path.join(path.dirname(createRequire(import.meta.url).resolve('axe-core/package.json')), 'axe.min.js'),
  'utf8',
);
/** What passes is not collected. */
const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** Violations of the rules of accessibility. The page's policy forbids its script, so the debugger runs it. */
export async function violations(page: Page): Promise<readonly string[]> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Runtime.evaluate', { expression: AXE });
  const expression = `axe.run(document, ${JSON.stringify(OPTIONS)}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`;
  const { result } = await debug.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  await debug.detach();
  return result.value as readonly string[];
}
