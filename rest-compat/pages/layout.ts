/** Text for HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** What every page of ours has around its content. */
export interface Frame {
  /** URL of the stylesheet. */
  readonly stylesheet: string;
  /** URL of the icon. */
  readonly icon: string;
  /** Links in the head of the page: URL and name. */
  readonly places: readonly (readonly [href: string, name: string])[];
}

export interface PageContent {
  readonly title: string;
  /** Class of the content, for the stylesheet. */
  readonly kind: 'index' | 'guide';
  /** HTML below the head. */
  readonly content: string;
}

/** A whole page: no scripts, one stylesheet. */
export function pageHtml({ title, kind, content }: PageContent, { stylesheet, icon, places }: Frame): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<header>${places.map(([href, name]) => `<a href="${href}">${name}</a>`).join('\n')}</header>
<div class="${kind}">
${content}
</div>
</body>
</html>
`;
}
