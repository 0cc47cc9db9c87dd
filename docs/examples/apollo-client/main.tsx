import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
// ?api= lets one build use any server; a key never belongs in a URL.
const address = new URLSearchParams(window.location.search);
const api = address.get('api') ?? 'http://127.0.0.1:4000';
createRoot(root).render(<StrictMode><App api={api} isTrusted={address.has('trusted')} /></StrictMode>);
