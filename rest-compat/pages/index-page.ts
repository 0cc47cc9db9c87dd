import { publicPath, OPENAPI_PATH } from '../endpoints.js';

/** Links to the parts of the API; served as JSON and as a page. */
export const INDEX_LINKS = {
  name: 'Marketgraph',
  docs: '/docs',
  graphql: '/graphql',
  openapi: publicPath({ path: OPENAPI_PATH }),
  health: '/healthz',
} as const;

const WORDS: Readonly<Record<string, string>> = {
  docs: 'Interactive reference of the REST API',
  graphql: 'GraphQL endpoint and explorer',
  openapi: 'OpenAPI 3.1 document of the REST API',
  health: 'Liveness check',
};

/** The index as HTML. */
export function indexHtml(links: Readonly<Record<string, string>>): string {
  const rows = Object.entries(links)
    .filter(([name]) => name !== 'name')
    .map(([name, href]) => `<li><a href="${href}">${href}</a> ${WORDS[name] ?? ''}</li>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${INDEX_LINKS.name}</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}li{margin:.4rem 0}a{font-family:ui-monospace,monospace;margin-right:.6rem}</style>
<h1>${INDEX_LINKS.name}</h1>
<p>Market signals and research over GraphQL and REST.</p>
<ul>
${rows.join('\n')}
</ul>
</html>
`;
}
