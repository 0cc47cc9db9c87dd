import { OPENAPI_PATH, publicPath } from '../endpoints.js';

/** Text for HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Links in the head of every page of ours. */
const PLACES: readonly (readonly [string, string])[] = [
  ['/', 'Marketgraph'], ['/guide', 'Guide'], ['/docs', 'REST'], ['/graphql', 'GraphQL'], [publicPath({ path: OPENAPI_PATH }), 'OpenAPI'], ['/schema.graphql', 'Schema'],
];

export interface Layout {
  readonly title: string;
  /** Class of the body, for the stylesheet. */
  readonly kind: 'index' | 'guide';
  /** HTML below the head. */
  readonly content: string;
  /** In the stylesheet's URL, so that browsers can cache it. */
  readonly version: string;
}

/** A whole page: no scripts, one stylesheet. */
export function pageHtml({ title, kind, content, version }: Layout): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="/page.css?v=${version}">
</head>
<body>
<header>${PLACES.map(([href, name]) => `<a href="${href}">${name}</a>`).join('\n')}</header>
<div class="${kind}">
${content}
</div>
</body>
</html>
`;
}
