/** The entry point of the thread that reads large documents. */
export { readFeedDocument as run } from '../../../sources/news/feed-document.js';
