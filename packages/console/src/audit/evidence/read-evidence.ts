import { type AnswerOf, call, type RequestTo } from '../../api/call.js';

type Page = AnswerOf<'getEvidence'>;

/** Of a process with more pages only the beginning is shown: the command line saves all. */
const MOST_PAGES = 50;

/** What happened to a process, and whether it is proved. */
export interface Proof {
  readonly file: Page;
  /** The file as it is saved. */
  readonly text: string;
  /** Undefined: this browser verifies nothing on an address without encryption. */
  readonly report: Awaited<ReturnType<typeof import('@millrace/server/evidence')['verifyEvidence']>> | undefined;
}

/** Reads all pages, and verifies them in the browser. */
export async function readEvidence(request: RequestTo<'getEvidence'>, signal: AbortSignal): Promise<Proof> {
  const { joinEvidence, verifyEvidence } = await import('@millrace/server/evidence');
  let page = await call('getEvidence', request, { signal });
  const pages = [page];
  while (page.next !== null && pages.length < MOST_PAGES) {
    page = await call('getEvidence', { ...request, after: page.next }, { signal });
    pages.push(page);
  }
  const file = joinEvidence(pages);
  const text = JSON.stringify(file, undefined, 2);
  // Browsers have the Web Cryptography API in secure contexts alone.
  return { file, text, report: globalThis.isSecureContext ? await verifyEvidence(text) : undefined };
}

/** What a statement says of a decision. */
export interface Statement {
  readonly task: { readonly name: string | null; readonly elementId: string };
  readonly process: { readonly version: string; readonly fieldsSha256: string };
  readonly decision: {
    readonly outcome: string;
    readonly reason: string | null;
    readonly files?: readonly { readonly id: string; readonly name: string; readonly sha256: string | null }[];
  };
  readonly person: { readonly name: string };
  readonly signedIn: {
    readonly with: string;
    readonly method: string | null;
    readonly factors: readonly string[];
  } | null;
  readonly at: string;
}

/** The decisions of a file, the oldest first. */
export const decisionsOf = ({ rows }: Page): readonly { readonly id: string; readonly said: Statement }[] =>
  rows.flatMap(({ log: { id, statement } }) =>
    statement === null ? [] : [{ id, said: JSON.parse(statement) as Statement }],
  );
