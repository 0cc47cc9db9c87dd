import { publicPath, OPENAPI_PATH } from '../endpoints.js';

/** The reference page; `file` gives the URL of one of its files. */
export function docsHtml(file: (name: string) => string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Marketgraph API reference</title>
<link rel="icon" type="image/svg+xml" href="${file('icon.svg')}">
<link rel="stylesheet" href="${file('swagger-ui.css')}">
<link rel="stylesheet" href="${file('reference.css')}">
</head>
<body>
<header>
<a href="/">Marketgraph</a>
<nav><a href="/guide">Guide</a> <a href="/graphql">GraphQL</a> <a href="${publicPath({ path: OPENAPI_PATH })}">OpenAPI</a></nav>
</header>
<main id="reference"><noscript>This page requires JavaScript; the same information is in <a href="${publicPath({ path: OPENAPI_PATH })}">the OpenAPI document</a>.</noscript></main>
<script src="${file('swagger-ui-bundle.js')}" defer></script>
<script src="${file('reference.js')}" defer></script>
</body>
</html>
`;
}

/** Starts Swagger UI with our OpenAPI document and, if there is one, the demo key. */
export function docsScript(demoKey: string | undefined): string {
  const authorize = demoKey === undefined ? '' : `ui.preauthorizeApiKey('ApiKey', ${JSON.stringify(demoKey)});`;
  return `const dark = window.matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();

/** Shows the samples of an operation below its parameters, with this server's address. */
const Samples = ({ React }) => ({
  wrapComponents: {
    parameters: (Original, { specSelectors }) => (props) => {
      const samples = specSelectors.specJson().getIn(['paths', ...props.pathMethod, 'x-codeSamples']);
      const shown = samples?.toJS().map(({ label, source }) => React.createElement('details', { key: label, className: 'sample' },
        React.createElement('summary', null, label),
        React.createElement('pre', null, source.replaceAll('http://127.0.0.1:4000', window.location.origin))));
      return React.createElement('div', null, React.createElement(Original, props), shown);
    },
  },
});

window.addEventListener('DOMContentLoaded', () => {
  const ui = SwaggerUIBundle({
    url: ${JSON.stringify(publicPath({ path: OPENAPI_PATH }))},
    dom_id: '#reference',
    deepLinking: true,
    validatorUrl: null,
    displayRequestDuration: true,
    showCommonExtensions: true,
    plugins: [Samples],
    tryItOutEnabled: true,
    defaultModelsExpandDepth: 0,
    onComplete: () => { ${authorize} },
  });
});
`;
}

export const DOCS_STYLE = `:root { color-scheme: light dark; }
:root.dark-mode body { background: #1c2022; }
.sample { margin: 0 20px 8px; }
.sample summary { cursor: pointer; font: 600 14px/2 system-ui, sans-serif; }
.sample pre { overflow-x: auto; padding: 12px; border-radius: 4px; background: #14213d; color: #fff; font: 12px/1.5 ui-monospace, monospace; }
.dark-mode .sample summary { color: #dfe4ee; }
body { margin: 0; font-family: system-ui, sans-serif; }
body > header { display: flex; justify-content: space-between; align-items: center; padding: .8rem 1.4rem; background: #14213d; }
body > header a { color: #fff; text-decoration: none; margin-left: 1rem; }
body > header > a { margin: 0; font-size: 1.2rem; font-weight: 600; }
body > header a:hover, body > header a:focus { text-decoration: underline; }
`;
