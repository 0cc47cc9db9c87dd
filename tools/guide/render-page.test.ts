import { describe, expect, it } from '@jest/globals';
import { renderPage } from './render-page.js';

const SOURCES = new Map([
  ['docs/README.md', ''],
  ['docs/live.md', 'live'],
  ['README.md', 'start'],
]);
const render = (text: string) => renderPage(text, 'docs/page.md', SOURCES);

describe('a page of the guide', () => {
  it.each([
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n'],
    ['a <img src=x onerror=alert(1)> b', '<p>a &lt;img src=x onerror=alert(1)&gt; b</p>\n'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>\n'],
    ['```html\n</code><script>\n```', '<pre><code class="language-html">&lt;/code&gt;&lt;script&gt;\n</code></pre>\n'],
    ['<!-- table -->\nx', '<p>x</p>\n'],
  ])('has no markup but its own: %s', (text, html) => {
    expect(render(text).html).toBe(html);
  });

  it.each([
    ['live.md', '/guide/live'],
    ['live.md#ends', '/guide/live#ends'],
    ['../README.md#keys', '/guide/start#keys'],
    ['README.md', '/guide'],
    ['#here', '#here'],
    ['../schema/public.graphql', '/schema.graphql'],
    ['https://example.com/', 'https://example.com/'],
  ])('links %s as %s', (href, address) => {
    expect(render(`[x](${href})`).html).toMatch(new RegExp(`<a href="${address}"[^>]*>x</a>`));
  });

  it.each(['../CONTRIBUTING.md', 'examples/receiver.py', '../../etc/passwd'])(
    'shows a link to what is not served as text: %s',
    (href) => {
      expect(render(`see [\`x\`](${href})`).html).toBe('<p>see <span><code>x</code></span></p>\n');
    },
  );

  it('names its sections as GitHub does, and its title', () => {
    const { html, title } = render('# The `main` title\n\n## What it costs, in USD\n\n## Ends\n\n## Ends');
    expect([title, [...html.matchAll(/id="([^"]*)"/g)].map(([, id]) => id)]).toEqual([
      'The main title',
      ['the-main-title', 'what-it-costs-in-usd', 'ends', 'ends-1'],
    ]);
  });

  it('shows the pictures of docs/ and no others', () => {
    expect(
      render(
        '![cone](pictures/cone.svg) ![page](pictures/console/a-b.webp) ![no](../x.svg) ![no](pictures/x.webp)',
      ).html.match(/src="[^"]*"/g),
    ).toEqual(['src="/guide/pictures/cone.svg"', 'src="/guide/pictures/console/a-b.webp"', 'src=""', 'src=""']);
  });
});
