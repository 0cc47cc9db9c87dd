import { publicPath, OPENAPI_PATH } from '../endpoints.js';

/** What is where, for programs; the page shows the same. */
export const INDEX_LINKS = {
  name: 'Marketgraph',
  docs: '/docs',
  graphql: '/graphql',
  openapi: publicPath({ path: OPENAPI_PATH }),
  health: '/healthz',
} as const;

const WORDS: Readonly<Record<string, string>> = {
  docs: 'Reference of the REST API, to read and to try',
  graphql: 'The GraphQL endpoint and its explorer',
  openapi: 'OpenAPI 3.1 of the whole REST surface',
  health: 'Whether the service is alive',
};

/** The index for people. */
export function indexHtml(): string {
  const rows = Object.entries(INDEX_LINKS)
    .filter(([name]) => name !== 'name')
    .map(([name, href]) => `<li><a href="${href}">${href}</a> ${WORDS[name] ?? ''}</li>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${INDEX_LINKS.name}</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}li{margin:.4rem 0}a{font-family:ui-monospace,monospace;margin-right:.6rem}</style>
<h1>${INDEX_LINKS.name}</h1>
<p>Market signals and research as one GraphQL graph and one REST contract.</p>
<ul>
${rows.join('\n')}
</ul>
</html>
`;
}
