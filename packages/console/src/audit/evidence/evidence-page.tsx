import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Download, Printer } from 'lucide-react';
import { addOperations } from '../../api/operations.js';
import { isProblem } from '../../api/problem.js';
import { projectOperations } from '../../api/project-operations.js';
import { PageHead } from '../../frame/page-head.js';
import { Button } from '../../ui/button/button.js';
import { saveAsFile } from '../../ui/copy/save-as-file.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { messages } from '../messages/index.gen.js';
import { Decisions } from './decisions.js';
import styles from './evidence.module.css';
import { decisionsOf, type Proof, readEvidence } from './read-evidence.js';
import { Steps } from './steps.js';

/** Of more problems the file is no better understood. */
const MOST_PROBLEMS = 100;

addOperations(projectOperations);

const route = getRouteApi('/frame/audit/$subProjectId/evidence/$processId');

/** What happened to a process and what proves it, in words for somebody who sees it for the first time. */
export function EvidencePage() {
  const m = messages.use();
  const { subProjectId, processId } = route.useParams();
  const query = useQuery({
    queryKey: ['evidence', subProjectId, processId],
    queryFn: ({ signal }) => readEvidence({ subProjectId, processId }, signal),
    // It is checked once for each look at it, and never taken from an earlier one.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
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

function Tools({ proof: { file, text } }: { readonly proof: Proof }) {
  const m = messages.use();
  return (
    <>
      <Button icon={Printer} onClick={() => window.print()}>
        {m.print}
      </Button>
      {file.next === null && (
        <Button icon={Download} onClick={() => saveAsFile('evidence.json', text, 'application/json')}>
          {m.saveEvidence}
        </Button>
      )}
    </>
  );
}

function Verdict({ proof: { file, report } }: { readonly proof: Proof }) {
  const m = messages.use();
  if (file.next !== null) return <Note tone="waiting">{m.tooLong({ rows: file.rows.length })}</Note>;
  if (report === undefined) return <Note tone="waiting">{m.notVerified}</Note>;
  const { problems, rows, unsealed } = report;
  if (problems.length > 0) return <Problems problems={problems} />;
  if (rows === unsealed) return <Note tone="waiting">{m.nothingSealed}</Note>;
  return (
    <Note tone={unsealed === 0 ? 'accent' : 'waiting'}>
      {m.proved} {unsealed > 0 && m.provedBut({ unsealed })}
    </Note>
  );
}

function Problems({ problems }: { readonly problems: NonNullable<Proof['report']>['problems'] }) {
  const m = messages.use();
  const more = problems.length - MOST_PROBLEMS;
  return (
    <Note tone="failed">
      <strong>{m.notProved({ count: problems.length })}</strong>
      <ul className={styles.problems}>
        {problems.slice(0, MOST_PROBLEMS).map(({ where, what }) => (
          <li key={`${where} ${what}`}>
            {where}: {what}
          </li>
        ))}
        {more > 0 && <li>{m.more({ count: more })}</li>}
      </ul>
    </Note>
  );
}
