import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PanelSource } from './panel-source.js';

const COPY = 'Copy';

type Samples = readonly (readonly [language: string, code: string])[];

/** The operation behind a panel, in four languages; its texts load when it is opened first. */
export function Snippet({
  dialog,
  title,
  source,
}: {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly title: string;
  readonly source: PanelSource;
}) {
  const [samples, setSamples] = useState<Samples | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const [said, setSaid] = useState(COPY);
  const text = useRef<HTMLElement>(null);
  const key = JSON.stringify(source);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const watcher = new MutationObserver(() => setIsOpen(element.open));
    watcher.observe(element, { attributeFilter: ['open'] });
    return () => watcher.disconnect();
  }, [dialog]);
  useEffect(() => {
    if (!isOpen) return;
    void import('./samples.js').then(({ samplesOf }) => setSamples(samplesOf(source)));
  }, [isOpen, key]);
  const code = samples?.[chosen]?.[1] ?? '';
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
      setSaid('Copied');
    } catch {
      // Pages without TLS, and pages that may not write to the clipboard, leave the last step to the reader.
      if (text.current !== null) getSelection()?.selectAllChildren(text.current);
      setSaid('Selected: press Ctrl+C or ⌘C');
    }
  };
  return (
    <dialog
      ref={dialog}
      class="snippet"
      aria-label={`${title} as code`}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      {isOpen && samples !== null && (
        <div class="snippet-body">
          <div class="snippet-head">
            <div class="segments" role="group" aria-label="Language">
              {samples.map(([language], index) => (
                <button
                  key={language}
                  type="button"
                  aria-pressed={index === chosen}
                  onClick={() => {
                    setChosen(index);
                    setSaid(COPY);
                  }}
                >
                  {language}
                </button>
              ))}
            </div>
            <button type="button" class="button" onClick={() => void copy()}>
              {said}
            </button>
            <button type="button" class="quiet" aria-label="Close" onClick={() => dialog.current?.close()}>
              ×
            </button>
          </div>
          <pre tabIndex={0}>
            <code ref={text}>{code}</code>
          </pre>
        </div>
      )}
    </dialog>
  );
}
