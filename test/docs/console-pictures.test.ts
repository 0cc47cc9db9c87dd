import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PICTURED_PAGES, pictureName, SCHEMES, SCREENS } from '../../tools/docs/console-pictures.js';
import { ROOT } from '../support/scratch.js';

const FOLDER = path.join(ROOT, 'docs', 'pictures', 'console');
const MOST_BYTES = 3_500_000;
const MOST_BYTES_EACH = 80_000;

const routes = readFileSync(path.join(ROOT, 'console', 'app', 'pages.ts'), 'utf8');
const page = readFileSync(path.join(ROOT, 'docs', 'console.md'), 'utf8');
/** Every picture that there should be, with its size. */
const EXPECTED = PICTURED_PAGES.flatMap((shown) =>
  SCREENS.flatMap(({ name, width, height }) =>
    SCHEMES.map((scheme) => ({ file: pictureName(shown, name, scheme), width, height })),
  ),
);

/** Width and height of a lossy WebP: the header of its key frame. */
function sizeOf(content: Buffer): readonly [string, number, number] {
  const frame = content.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  return [
    content.toString('latin1', 8, 12),
    content.readUInt16LE(frame + 3) & 0x3fff,
    content.readUInt16LE(frame + 5) & 0x3fff,
  ];
}

describe('the pictures of the console', () => {
  it('are of every page in its table of routes: run npm run screenshots after a row of tools/docs/console-pictures.ts', () => {
    const rows = [...routes.matchAll(/\bpath: '([\w-]*)',\s+name: '([^']+)'/g)].map(([, address, name]) => [
      address,
      name,
    ]);
    expect(rows).toHaveLength(routes.match(/load: \(\) => import\(/g)?.length ?? 0);
    expect(PICTURED_PAGES.map(({ path: address, name }) => [address, name])).toEqual(rows);
  });

  it('are there on three screens in light and dark, as large as the screens, small as files, and no others', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(EXPECTED.map(({ file }) => file).sort());
    const sizes = EXPECTED.map(({ file }) => [file, ...sizeOf(readFileSync(path.join(FOLDER, file)))]);
    expect(sizes).toEqual(EXPECTED.map(({ file, width, height }) => [file, 'WEBP', width, height]));
    const bytes = EXPECTED.map(({ file }) => statSync(path.join(FOLDER, file)).size);
    expect(Math.max(...bytes)).toBeLessThan(MOST_BYTES_EACH);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(MOST_BYTES);
  });

  it('are shown in docs/console.md, each with a text of its own for those who do not see it', () => {
    const shown = [...page.matchAll(/!\[([^\]]+)\]\(([^)]+\.webp)\)/g)];
    expect(shown.map(([, , file]) => file)).toEqual(EXPECTED.map(({ file }) => `pictures/console/${file}`));
    expect(new Set(shown.map(([, text]) => text)).size).toBe(EXPECTED.length);
  });
});
