import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { asError } from '../app/error.js';
import { go, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { fingerprint, panelLink, type LinkTo } from './panel-link.js';

/**
 * Asks what a link can reproduce: what is shown, if it is on record. Empty if it is not: the link then shows what is
 * known when it is opened.
 */
export type AskLink = () => Promise<LinkTo>;

interface CopyLinkProps {
  readonly title: string;
  readonly body: RefObject<HTMLDivElement | null>;
  readonly to: LinkTo | AskLink | undefined;
  /** Its place is kept while there is nothing to link to yet. */
  readonly isShown: boolean;
}

const SAID_MS = 4_000;

/** Copies a link to a panel; where pages may not write to the clipboard, the link is put into the address bar. */
export function CopyLink({ title, body, to, isShown }: CopyLinkProps) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    if (typeof to !== 'function') return write(to, '');
    try {
      const found = await to();
      await write(
        found,
        found['asOf'] === undefined ? ': not on record, so the link shows what is known when it is opened' : '',
      );
    } catch (error) {
      setSaid(asError(error).message);
    }
  };
  const write = async (added: LinkTo | undefined, note: string): Promise<void> => {
    const link = panelLink(location.href, title, body.current?.textContent ?? '', added);
    try {
      await navigator.clipboard.writeText(link);
      setSaid(`Copied${note}`);
    } catch {
      const { pathname, search, hash } = new URL(link);
      go(pathname + search + hash, { isReplaced: true });
      setSaid(`In the address bar${note}`);
    }
  };
  return (
    <>
      <span class="faint" role="status">
        {said}
      </span>
      <button
        type="button"
        class={isShown ? 'quiet' : 'quiet kept'}
        aria-label={`Copy link to ${title}`}
        title="Copy link"
        onClick={() => void copy()}
      >
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M6.5 9.5a3 3 0 0 0 4.2 0l2.4-2.4a3 3 0 0 0-4.2-4.2L8 3.8M9.5 6.5a3 3 0 0 0-4.2 0L2.9 8.9a3 3 0 0 0 4.2 4.2l.9-.9" />
        </svg>
      </button>
    </>
  );
}

/**
 * Goes to the panel that a link names once it is shown, and says if it shows something else than when the link was
 * made.
 */
export function LinkCheck({ title, body, isShown }: Pick<CopyLinkProps, 'title' | 'body' | 'isShown'>) {
  const [isOther, setIsOther] = useState(false);
  const { query } = useStore(place);
  const seen = query.get('seen');
  const isLinked = query.get('panel') === title && isShown;
  useEffect(() => {
    const element = body.current;
    if (!isLinked || element === null) return undefined;
    const look = (): void => {
      // A part that still loads will show something else.
      if (element.querySelector('.loading') === null)
        setIsOther(seen !== null && fingerprint(element.textContent) !== seen);
    };
    look();
    const watcher = new MutationObserver(look);
    watcher.observe(element, { childList: true, characterData: true, subtree: true });
    return () => watcher.disconnect();
  }, [isLinked, seen]);
  useEffect(() => {
    if (isLinked) body.current?.closest('section')?.scrollIntoView({ block: 'start' });
  }, [isLinked]);
  return isLinked && isOther ? (
    <p class="problem" role="status">
      This panel shows other data than when the link was made.
    </p>
  ) : null;
}
