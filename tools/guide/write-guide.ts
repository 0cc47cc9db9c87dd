import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FIRST_PAGE, guideAddress, guideSources } from './guide-sources.js';
import { renderPage } from './render-page.js';

/**
 * Renders docs/ and other pages of `root` into `folder`: `pages.json`, in the order of the navigation, and pictures.
 */
export function writeGuide(root: string, folder: string): void {
  const sources = guideSources(root);
  const rendered = [...sources].map(([file, name]) => ({
    name,
    ...renderPage(readFileSync(path.join(root, file), 'utf8'), file, sources),
  }));
  const listed =
    rendered.find(({ name }) => name === sources.get(FIRST_PAGE))?.links.map((link) => link.split('#')[0]) ?? [];
  const placeOf = (name: string): number => {
    const place = listed.indexOf(guideAddress(name));
    return name === '' ? -1 : place === -1 ? listed.length : place;
  };
  const pages = rendered
    .sort((one, other) => placeOf(one.name) - placeOf(other.name))
    .map(({ name, title, html }) => ({ name, title, html }));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'pages.json'), JSON.stringify(pages));
  cpSync(path.join(root, 'docs', 'pictures'), path.join(folder, 'pictures'), { recursive: true });
}
