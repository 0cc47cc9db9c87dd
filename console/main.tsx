import { render } from 'preact';
import { startRouter } from './app/router.js';
import { Shell } from './app/shell.js';
import { startTheme } from './app/theme.js';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
startTheme();
startRouter();
root.replaceChildren();
render(<Shell />, root);
