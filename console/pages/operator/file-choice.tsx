import { useEffect, useId, useState } from 'preact/hooks';

interface FileChoiceProps {
  readonly file: File | null;
  /** Extensions that the file dialog offers, without dots; all without any. */
  readonly extensions: readonly string[];
  readonly isDisabled: boolean;
  /** A file, or why there is none. */
  readonly choose: (file: File | null, problem: string | null) => void;
}

/** What was dropped: a file, or why it cannot be taken. */
function dropped({ dataTransfer }: DragEvent): readonly [File | null, string | null] {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  const [first] = items;
  if (first === undefined) return [null, 'That was no file. Drop a file from your computer.'];
  if (items.length > 1)
    return [null, `These were ${items.length} files. Send one at a time; npm run import takes many.`];
  if (first.webkitGetAsEntry()?.isDirectory === true)
    return [null, 'That was a folder. Drop a file; npm run import takes folders.'];
  return [first.getAsFile(), null];
}

/** A place to drop a file, with a button that opens the browser's dialog. */
export function FileChoice({ file, extensions, isDisabled, choose }: FileChoiceProps) {
  const [isOver, setIsOver] = useState(false);
  const id = useId();
  useEffect(() => {
    // A file that misses the place would be opened instead of the page.
    const ignore = (event: DragEvent): void => event.preventDefault();
    addEventListener('dragover', ignore);
    addEventListener('drop', ignore);
    return () => {
      removeEventListener('dragover', ignore);
      removeEventListener('drop', ignore);
    };
  }, []);
  const drop = (event: DragEvent): void => {
    setIsOver(false);
    if (!isDisabled) choose(...dropped(event));
  };
  return (
    <div
      class={`drop ${isOver && !isDisabled ? 'over' : ''}`}
      onDragOver={() => setIsOver(true)}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <p>{file === null ? 'Drop a file here, or' : <span class="wrap">{file.name}</span>}</p>
      <label class={`button ${isDisabled ? 'off' : ''}`} for={id}>
        {file === null ? 'Choose a file' : 'Choose another file'}
      </label>
      <input
        id={id}
        type="file"
        class="sr-only"
        disabled={isDisabled}
        accept={extensions.map((each) => `.${each}`).join(',')}
        onChange={(event) => {
          const [chosen = null] = event.currentTarget.files ?? [];
          // The same file may be chosen again once it is corrected.
          event.currentTarget.value = '';
          if (chosen !== null) choose(chosen, null);
        }}
      />
    </div>
  );
}
