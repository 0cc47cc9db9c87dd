import { MarkEmbedDocument } from '../../generated/documents.js';
import type { MarkEmbedQuery, MarkEmbedQueryVariables } from '../../generated/types.js';
import { Mark } from '../../parts/mark.js';
import type { EmbedKind } from '../frame.js';

/** The modelled valuation of a private company. */
export const MARK: EmbedKind<MarkEmbedQuery, MarkEmbedQueryVariables> = {
  document: MarkEmbedDocument,
  what: 'Marks of private companies',
  rows: 12,
  variables: ({ subject }) => ({ slug: subject }),
  content({ privateCompany }) {
    if (privateCompany === null || privateCompany.markStatus === null) return null;
    return {
      title: privateCompany.name,
      name: `${privateCompany.name}: mark`,
      note: (
        <>
          Modelled valuation, USD
          {privateCompany.source === 'simulated' && <span class="tag">Invented for the demo</span>}
        </>
      ),
      body: <Mark company={privateCompany} />,
    };
  },
};
