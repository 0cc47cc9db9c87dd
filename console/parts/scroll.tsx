import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Says in `data-cut` on which sides content is cut off, so that the edge there fades. */
function tellCut(element: HTMLElement): void {
  const { scrollLeft, clientWidth, scrollWidth } = element;
  const sides = [...(scrollLeft > 1 ? ['left'] : []), ...(scrollLeft + clientWidth < scrollWidth - 1 ? ['right'] : [])];
  element.dataset['cut'] = sides.join(' ');
}

/** What may be wider than its place, and then scrolls on its own; a cut edge fades. */
export function Scroll({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const tell = (): void => tellCut(element);
    const watcher = new ResizeObserver(tell);
    for (const each of [element, ...element.children]) watcher.observe(each);
    element.addEventListener('scroll', tell, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener('scroll', tell);
    };
  }, []);
  return (
    <div ref={box} class="scroll" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
