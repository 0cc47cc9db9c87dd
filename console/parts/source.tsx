/** A link to the page that tells a fact; texts where there is none. */
export function Source({ url }: { readonly url: string | null }) {
  if (url === null || !/^https?:\/\//.test(url)) return <span class="faint">no address</span>;
  return (
    <a href={url} rel="noreferrer" target="_blank">
      {new URL(url).hostname.replace(/^www\./, '')}
    </a>
  );
}
