import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.js';
import { isProblem } from '../../api/problem.js';
import type { Path } from '../../document/edit-document.js';
import { useMe } from '../../session/session.js';
import type { Configuration } from '../model/configuration.js';

/** Milliseconds after a sign-in in which the server takes deployments. */
const RECENT = 10 * 60_000;
/** Milliseconds without a change after which the document is checked. */
const QUIET = 500;

export interface Finding {
  readonly severity: 'error' | 'warning';
  /** Where in the document (RFC 6901), or in which file. */
  readonly path: string;
  readonly message: string;
}

export interface Check {
  /** Undefined: no answer yet for this text. */
  readonly findings: readonly Finding[] | undefined;
  /** Nothing is checked until the person has signed in again; `retry` asks them to. */
  readonly needsSignIn: boolean;
  /** Why there is no answer. */
  readonly error: Error | null;
  retry(): void;
  faultsAt(...path: Path): readonly string[];
}

/** What the server would say to a deployment of the text: its own compiler judges, and nothing is written. */
export function useCheck(subProjectId: string, { version, files }: Configuration, text: string): Check {
  const [quiet, setQuiet] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), QUIET);
    return () => clearTimeout(timer);
  }, [text]);
  const signedIn = Date.parse(useMe().session?.authenticatedTs ?? '');
  const isRecent = Date.now() - signedIn < RECENT;
  const { data, error, refetch } = useQuery({
    queryKey: ['studio.document', subProjectId, version, quiet],
    queryFn: ({ signal }) =>
      call(
        'deploySubProject',
        { subProjectId, document: quiet, files, expectedVersion: version, dryRun: true },
        { signal },
      ),
    // Nobody is asked to sign in while they type.
    enabled: isRecent,
    gcTime: 0,
    retry: false,
  });
  const refused = isProblem(error) ? (error.problem.errors ?? []) : [];
  const isOfText = quiet === text && (data !== undefined || refused.length > 0);
  const findings = isOfText
    ? [
        ...refused.map(
          ({ pointer = '', detail }): Finding => ({
            severity: 'error',
            path: pointer.replace(/^\/document(?=\/|$)/, ''),
            message: detail,
          }),
        ),
        ...(data?.warnings ?? []).map(({ path, message }): Finding => ({ severity: 'warning', path, message })),
      ]
    : undefined;
  return {
    findings,
    needsSignIn: (!isRecent && findings === undefined) || isProblem(error, 'ERROR_STEP_UP_REQUIRED'),
    error: refused.length > 0 ? null : error,
    retry: () => void refetch(),
    faultsAt: (...path) => {
      const at = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
      return (findings ?? [])
        .filter((finding) => finding.severity === 'error')
        .filter((finding) => finding.path === at || finding.path.startsWith(`${at}/`))
        .map(({ message }) => message);
    },
  };
}
