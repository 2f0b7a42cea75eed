import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import type { Caller, UseCases } from '../use-case/caller.js';
import { type InvoiceText, invoicePdf } from './invoice-pdf.js';

export interface DocumentDeps {
  readonly useCases: UseCases;
  readonly caller: Caller;
  readonly subProjectId: string;
  /** Where files go; undefined: there is no store. */
  readonly pluginName: string | undefined;
}

/**
 * Stores the scans of invoices, as a client would.
 *
 * @returns ids of files by number of the invoice. The demo works without its files: a store that does not answer holds nobody up.
 */
export async function seedDocuments(
  deps: DocumentDeps,
  invoices: readonly InvoiceText[],
): Promise<ReadonlyMap<string, string>> {
  const { pluginName } = deps;
  if (pluginName === undefined) return new Map();
  const stored = await Promise.all(
    invoices.map(async (invoice) => {
      try {
        return [[invoice.invoiceNumber, await storeDocument(deps, pluginName, invoice)] as const];
      } catch (error) {
        if (error instanceof CatalogueError || error instanceof TypeError) return [];
        throw error;
      }
    }),
  );
  return new Map(stored.flat());
}

async function storeDocument(
  { useCases, caller, subProjectId }: DocumentDeps,
  pluginName: string,
  invoice: InvoiceText,
): Promise<string> {
  const { file, aws } = await useCases.createSignedStorage(caller, {
    subProjectId,
    pluginName,
    fileName: `Invoice ${invoice.invoiceNumber}.pdf`,
    mimeType: 'application/pdf',
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(aws.fields as Record<string, string>)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(invoicePdf(invoice))], { type: 'application/pdf' }));
  const answer = await fetch(aws.url, { method: 'POST', body: form });
  await answer.arrayBuffer();
  await useCases.closeSignedStorage(caller, { subProjectId, fileId: file.id });
  return file.id;
}
