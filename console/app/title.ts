import { useEffect } from 'preact/hooks';
import { createStore } from './store.js';

/** What the page shows, such as a ticker; null while it shows nothing in particular. */
export const shown = createStore<string | null>(null);

/** Names the browser's tab after what a page shows, while it shows that; null for the page's own name. */
export function useTitle(name: string | null): void {
  useEffect(() => {
    shown.set(name);
    return () => shown.set(null);
  }, [name]);
}
