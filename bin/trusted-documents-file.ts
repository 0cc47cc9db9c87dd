import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import type { RefusedOperation } from '../gateway/gateway.js';
import { readManifest, type TrustedDocuments } from '../http/trusted-documents/manifest.js';
import type { DocumentRules } from '../http/trusted-documents/resolve-document.js';
import type { Config } from './config.js';
import { Failure } from './failure.js';

function readFile(file: string): TrustedDocuments {
  try {
    return readManifest(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`The trusted documents in ${file} cannot be read. ${reason}`, { cause: error });
  }
}

function isRefused(result: object | RefusedOperation): result is RefusedOperation {
  return 'errors' in result;
}

/** The manifest that the settings name; `read` prepares a document or says what is wrong with it. A document that no longer fits the schema is logged; its clients get the errors. */
export function documentRules(
  { trustedDocuments, isTrustedOnly }: Pick<Config, 'trustedDocuments' | 'isTrustedOnly'>,
  read: (document: string) => object | RefusedOperation,
  log: Pick<Logger, 'warn'>,
): DocumentRules {
  if (trustedDocuments === undefined) return { documents: new Map(), isTrustedOnly };
  const documents = readFile(trustedDocuments);
  for (const [hash, document] of documents) {
    const result = read(document);
    if (isRefused(result)) log.warn({ hash, reasons: result.errors.map(({ message }) => message) }, 'a trusted document does not fit the schema');
  }
  return { documents, isTrustedOnly };
}
