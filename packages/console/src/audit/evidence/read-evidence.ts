import { type AnswerOf, call, type RequestTo } from '../../api/call.js';

type File = AnswerOf<'getEvidence'>;
type Report = Awaited<ReturnType<typeof import('@millrace/server/evidence')['verifyEvidence']>>;

/** Of a process with more pages only the beginning is shown, and nothing is checked: the command line does that. */
const MOST_PAGES = 10;

/** What happened to a process, and whether it is proved. */
export interface Proof {
  readonly file: File;
  /** The file as it is saved. */
  readonly text: string;
  /** Undefined: nothing was checked, because the file is only a part or the page has no encryption. */
  readonly report: Report | undefined;
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
  const isChecked = file.next === null && globalThis.isSecureContext;
  return { file, text, report: isChecked ? await verifyEvidence(text) : undefined };
}

/** What the page says of a decision. */
export interface Said {
  readonly outcome: string;
  readonly task: string;
  readonly person: string;
  /** Id of the person in whose place it was decided. */
  readonly insteadOf: string | undefined;
  readonly reason: string | undefined;
  /** How the person was signed in; empty: nothing says it. */
  readonly signedIn: readonly string[];
  readonly version: string;
  /** SHA-256 of the fields that the person saw. */
  readonly shown: string;
  readonly diagrams: readonly string[];
  readonly files: readonly { readonly name: string; readonly sha256: string | undefined }[];
  /** Undefined: the statement has no time. */
  readonly at: Date | undefined;
}

export interface Decision {
  readonly id: string;
  /** A passkey signed the statement. */
  readonly isSigned: boolean;
  /** Undefined: the statement is no JSON, so somebody changed it. */
  readonly said: Said | undefined;
}

/** The decisions of a file, the oldest first. */
export const decisionsOf = ({ rows }: File): readonly Decision[] =>
  rows.flatMap(({ log: { id, statement, after } }) =>
    statement === null ? [] : [{ id, isSigned: memberOf(after, 'signature') !== undefined, said: read(statement) }],
  );

/** Somebody may have changed the statement, so nothing of it is taken for granted. */
function read(statement: string): Said | undefined {
  let whole: unknown;
  try {
    whole = JSON.parse(statement);
  } catch {
    return undefined;
  }
  const text = (...path: readonly string[]) => textOf(memberOf(whole, ...path));
  const list = (...path: readonly string[]) => listOf(memberOf(whole, ...path));
  const at = new Date(text('at') ?? '');
  return {
    outcome: text('decision', 'outcome') ?? '–',
    task: text('task', 'name') ?? text('task', 'elementId') ?? '–',
    person: text('person', 'name') ?? '–',
    insteadOf: text('person', 'onBehalfOf'),
    reason: text('decision', 'reason'),
    signedIn: [
      text('signedIn', 'method') ?? text('signedIn', 'with'),
      ...list('signedIn', 'factors').map(textOf),
    ].filter((name) => name !== undefined),
    version: text('process', 'version') ?? '–',
    shown: text('process', 'shown', 'sha256') ?? text('process', 'fieldsSha256') ?? '–',
    diagrams: list('run', 'diagrams').map((diagram) => textOf(memberOf(diagram, 'sha256')) ?? '–'),
    files: list('decision', 'files').map((file) => ({
      name: textOf(memberOf(file, 'name')) ?? '–',
      sha256: textOf(memberOf(file, 'sha256')),
    })),
    at: Number.isNaN(at.getTime()) ? undefined : at,
  };
}

const memberOf = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null ? (found as Readonly<Record<string, unknown>>)[name] : undefined,
    value,
  );

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
