import { whole } from '../../app/format.js';
import { SignalEmbedDocument } from '../../generated/documents.js';
import type { SignalEmbedQuery, SignalEmbedQueryVariables } from '../../generated/types.js';
import { SignalFactors } from '../../parts/signal-factors.js';
import { SecurityTags, securityTitle, type EmbedKind } from '../frame.js';

/** The signal of a security with its factors. */
export const SIGNAL: EmbedKind<SignalEmbedQuery, SignalEmbedQueryVariables> = {
  document: SignalEmbedDocument,
  what: 'Signals of securities',
  rows: 14,
  variables: ({ subject }) => ({ ticker: subject }),
  content({ security }) {
    if (security === null || security.signal === null) return null;
    return {
      ...securityTitle(security, 'signal'),
      note: (
        <>
          Composite of five factors, {whole(0)} to {whole(100)}, {whole(50)} is neutral <SecurityTags of={security} />
        </>
      ),
      body: <SignalFactors signal={security.signal} />,
    };
  },
};
