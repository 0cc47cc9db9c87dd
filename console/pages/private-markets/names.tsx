import { addressOf } from '../../app/router.js';

export function CompanyLink({ slug, name }: { readonly slug: string; readonly name: string }) {
  return <a href={addressOf('private-markets', 'company', slug)}>{name}</a>;
}
