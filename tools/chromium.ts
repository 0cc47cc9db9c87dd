import { existsSync } from 'node:fs';

/** Debian's browsers: the one without a window comes first, since a window's own pages double what a page costs. */
const WITHOUT_WINDOW = '/usr/bin/chromium-headless-shell';
const WITH_WINDOW = '/usr/bin/chromium';

/** The browser that draws pages: what `CHROMIUM` names, else one of Debian's. */
export const CHROMIUM =
  process.env['CHROMIUM'] ?? (existsSync(WITHOUT_WINDOW) || !existsSync(WITH_WINDOW) ? WITHOUT_WINDOW : WITH_WINDOW);

/** What to do where there is no browser; undefined where there is one. */
export const NO_CHROMIUM = existsSync(CHROMIUM)
  ? undefined
  : `Chromium is not at ${CHROMIUM}: install Debian’s chromium-headless-shell, or set CHROMIUM to where it is.`;

/** A browser that asks nobody but the pages' server. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
