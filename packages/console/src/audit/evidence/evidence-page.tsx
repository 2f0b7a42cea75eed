import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Download, Printer } from 'lucide-react';
import { useMemo } from 'react';
import { isProblem } from '../../api/problem.js';
import { PageHead } from '../../frame/page-head.js';
import { Button, lookOf } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';
import { Decisions } from './decisions.js';
import styles from './evidence.module.css';
import { decisionsOf, type Proof, readEvidence } from './read-evidence.js';
import { Steps } from './steps.js';

const route = getRouteApi('/frame/audit/$subProjectId/evidence/$processId');

/** What happened to a process and what proves it, in words for somebody who sees it for the first time. */
export function EvidencePage() {
  const m = messages.use();
  const { subProjectId, processId } = route.useParams();
  const query = useQuery({
    queryKey: ['evidence', subProjectId, processId],
    queryFn: ({ signal }) => readEvidence({ subProjectId, processId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: proof, error } = query;
  if (isProblem(error) && error.status === 403) {
    return (
      <Empty kind="denied" isPage title={m.evidenceDeniedTitle}>
        {m.evidenceDeniedText}
      </Empty>
    );
  }
  return (
    <>
      <PageHead title={m.evidence} />
      <div className={`scroll ${styles.page}`}>
        <p className="t2">{m.evidenceIntro}</p>
        <Link className={styles.back} to="/processes/$subProjectId/$processId" params={{ subProjectId, processId }}>
          {m.toProcess}
        </Link>
        {error !== null && <ProblemView error={error} onRetry={() => void query.refetch()} />}
        {proof === undefined && error === null && <SkeletonRows count={8} />}
        {proof !== undefined && (
          <>
            <Verdict proof={proof} />
            <div className="row wrap">
              <Tools proof={proof} />
            </div>
            <Steps proof={proof} />
            <Decisions decisions={decisionsOf(proof.file)} />
          </>
        )}
      </div>
    </>
  );
}

function Tools({ proof: { text } }: { readonly proof: Proof }) {
  const m = messages.use();
  const address = useMemo(() => URL.createObjectURL(new Blob([text], { type: 'application/json' })), [text]);
  return (
    <>
      <Button icon={Printer} onClick={() => window.print()}>
        {m.print}
      </Button>
      <a className={lookOf({})} href={address} download="evidence.json">
        <Icon of={Download} size={16} />
        <span>{m.saveEvidence}</span>
      </a>
    </>
  );
}

function Verdict({ proof: { report } }: { readonly proof: Proof }) {
  const m = messages.use();
  if (report === undefined) return <Note tone="waiting">{m.notVerified}</Note>;
  const { problems } = report;
  if (problems.length === 0) return <Note tone="accent">{m.proved}</Note>;
  return (
    <Note tone="failed">
      <strong>{m.notProved({ count: problems.length })}</strong>
      <ul className={styles.problems}>
        {problems.map(({ where, what }) => (
          <li key={`${where} ${what}`}>
            {where}: {what}
          </li>
        ))}
      </ul>
    </Note>
  );
}
