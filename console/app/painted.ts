import { createStore } from './store.js';

/** Charts on a canvas are drawn again when this changes, as the colours have. */
export const painted = createStore(0);
