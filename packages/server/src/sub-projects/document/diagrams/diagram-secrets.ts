import { type JobUse, secretNamesIn, secretNamesInSource } from '@millrace/engine';
import { didYouMean } from '../findings/did-you-mean.js';
import type { Finding } from '../findings/finding.js';
import { REST_CONNECTOR } from '../model/rest-connector.js';
import type { InspectedDiagram } from './inspect-diagrams.js';

/** A secret that an element of a diagram names where it is resolved. */
export interface DiagramSecret {
  readonly name: string;
  readonly file: string;
  readonly elementId: string;
  /** Whether an expression gives the host of the address, so that data could decide where the secret goes. */
  readonly isHostComputed: boolean;
}

/** What each job type sends: inputs, by the first part of their target, and task headers. */
const SENT: Readonly<Record<string, { readonly inputs: readonly string[]; readonly headers: readonly string[] }>> = {
  http: { inputs: ['url', 'query', 'headers', 'body'], headers: ['url', 'query', 'headers', 'body'] },
  [REST_CONNECTOR]: { inputs: ['url', 'headers', 'queryParameters', 'body', 'authentication'], headers: [] },
};

/** A text of a job that is not empty. */
interface JobText {
  readonly name: string;
  readonly text: string;
  readonly secrets: readonly string[];
  readonly isSent: boolean;
}

function textsOf({ type, inputs, headers }: JobUse): readonly JobText[] {
  const sent = SENT[type ?? ''];
  return [
    ...inputs.map(({ target, source }) => ({
      name: target,
      text: source,
      secrets: secretNamesInSource(source),
      isSent: sent?.inputs.includes(target.split('.', 1)[0] ?? '') ?? false,
    })),
    ...Object.entries(headers)
      .filter(([name]) => name !== 'elementTemplateId')
      .map(([name, text]) => ({
        name,
        text,
        secrets: secretNamesIn(text),
        isSent: sent?.headers.includes(name) ?? false,
      })),
  ];
}

/** The secrets that the jobs of diagrams name, each once for an element. */
export function secretsOfDiagrams(diagrams: readonly InspectedDiagram[]): readonly DiagramSecret[] {
  return diagrams.flatMap(({ file, found }) =>
    found.jobs.flatMap((job) => {
      const texts = textsOf(job).filter(({ isSent }) => isSent);
      const names = new Set(texts.flatMap(({ secrets }) => secrets));
      const isHostComputed = hasComputedHost(texts);
      return [...names].map((name) => ({ name, file, elementId: job.elementId, isHostComputed }));
    }),
  );
}

/** A scheme and a whole host, as a literal or at the beginning of a string of FEEL; the host may be a secret itself. */
const FIXED_HOST =
  /^\s*(?:=\s*")?(?:(?:https?:\/\/(?:[^"/?#{}]+|\{\{[^{}]*\}\})|\{\{[^{}]*\}\})(?:[/?#]|\s*$|"\s*$)|secrets\.)/i;

function hasComputedHost(texts: readonly JobText[]): boolean {
  const url = texts.find(({ name }) => name === 'url');
  return url === undefined || !FIXED_HOST.test(url.text);
}

/** Secrets that are not there, and those that data could send anywhere, as warnings. */
export function unsafeSecrets(
  uses: readonly DiagramSecret[],
  known: ReadonlyMap<string, { readonly hosts: readonly string[] }>,
): readonly Finding[] {
  return uses.flatMap(({ name, file, elementId, isHostComputed }) => {
    const path = `${file}#${elementId}`;
    const secret = known.get(name);
    if (secret === undefined) {
      return [{ path, message: `the sub-project has no secret "${name}"${didYouMean(name, known.keys())}` }];
    }
    if (!isHostComputed || secret.hosts.length > 0) return [];
    const message = `an expression gives the address, and the secret "${name}" may be sent to any host: set it with the hosts that it is for`;
    return [{ path, message }];
  });
}

/** What diagrams say about secrets that cannot work, and credentials that they hold themselves, as warnings. */
export const suspiciousSecrets = (file: string, { found: { jobs } }: InspectedDiagram): readonly Finding[] =>
  jobs.flatMap((job) => problemsOf(job).map((message) => ({ path: `${file}#${job.elementId}`, message })));

function problemsOf(job: JobUse): readonly string[] {
  const resolves = SENT[job.type ?? ''] !== undefined;
  return textsOf(job).flatMap(({ name, text, secrets, isSent }) => {
    const [secret] = secrets;
    if (secret !== undefined && !isSent) {
      return [
        resolves
          ? `"${name}" names the secret "${secret}", but it is not sent: secrets are resolved in the address, headers, query, body and authentication`
          : `"${name}" names the secret "${secret}", which jobs of this type do not resolve`,
      ];
    }
    return secret === undefined && holdsCredentials(job, name, text)
      ? [
          `"${name}" looks like it holds a password or an API key, which everybody who may read the diagram sees: set a secret and write {{secrets.NAME}}`,
        ]
      : [];
  });
}

/** Beginnings that services give their keys, tokens in three parts, and credentials in headers and addresses. */
const KEYS = [
  /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}/,
  /\bsk-[A-Za-z0-9_-]{20,}/,
  /\b(?:ghp|gho|ghs|ghu)_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}/,
  /\bglpat-[\w-]{15,}/,
  /\bxox[abposr]-[A-Za-z0-9-]{10,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\bSG\.[\w-]{15,}\.[\w-]{15,}/,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/,
  /\b(?:Bearer|Basic)\s+[A-Za-z0-9._~+/-]{12,}=*/i,
  /\bhttps?:\/\/[^\s/"@:]+:[^\s/"@]+@/i,
];

const NAMED =
  /(?:^|[."'{,\s])(?:authorization|x-api-key|api[-_]?key|apikey|password|client[-_]?secret|access[-_]?token)["']?\s*:\s*["']([^"']{8,})["']/i;
const CREDENTIAL_INPUT = /^authentication\.(?:password|token|clientSecret|value)$/;

function holdsCredentials({ type }: JobUse, name: string, text: string): boolean {
  if (KEYS.some((key) => key.test(text)) || NAMED.test(text)) return true;
  if (type !== REST_CONNECTOR || !CREDENTIAL_INPUT.test(name)) return false;
  const constant = /^\s*=/.test(text) ? /^\s*=\s*"([^"]*)"\s*$/.exec(text)?.[1] : text;
  return constant !== undefined && constant.trim() !== '';
}
