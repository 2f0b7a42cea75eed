import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { call } from '../../api/call.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { StillWorking } from '../../ui/feedback/skeleton.js';
import { Icon } from '../../ui/icon/icon.js';
import styles from '../deploy/deploy.module.css';
import { messages } from '../messages/index.gen.js';
import { type Outcome, type Sources, scenariosOf } from './scenario.js';

/** What became of the scenarios of a project; `passed` is undefined while they run. */
export interface Gate {
  readonly count: number;
  readonly passed: boolean | undefined;
  readonly failed: readonly Outcome[];
  readonly problems: readonly string[];
  readonly error: Error | null;
}

/** Runs the scenarios that a document names, with its files. */
export function useGate(subProjectId: string, sources: Sources | undefined): Gate {
  const scenarios = sources === undefined ? {} : scenariosOf(sources);
  const count = Object.keys(scenarios).length;
  const { data, error } = useQuery({
    queryKey: ['studio.gate', subProjectId, sources],
    queryFn: ({ signal }) =>
      call(
        'testSubProject',
        { subProjectId, document: sources?.document ?? '', files: sources?.files ?? {}, scenarios },
        { signal, timeout: 60_000 },
      ),
    enabled: count > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return {
    count,
    passed: sources === undefined ? undefined : count === 0 ? true : error === null ? data?.passed : false,
    failed: data?.scenarios.filter(({ outcome }) => outcome === 'failed') ?? [],
    problems: [...(data?.configurationErrors ?? []), ...(data?.errors ?? [])].map(({ message }) => message),
    error,
  };
}

/** What the scenarios say about a deployment. */
export function GateReport({ gate }: { readonly gate: Gate }) {
  const m = messages.use();
  const { count, passed, failed, problems, error } = gate;
  if (count === 0) return <p className="t2">{m.noScenarios}</p>;
  return (
    <section aria-label={m.scenarios}>
      <h3 className="label">{m.scenarios}</h3>
      {error !== null && <ProblemView error={error} title={m.notRun} />}
      {passed === undefined && error === null && <StillWorking />}
      {passed === true && (
        <p className="ok-t row">
          <Icon of={CircleCheck} />
          {m.scenariosPassed}
        </p>
      )}
      <ul className={styles.sentences}>
        {problems.map((problem) => (
          <li key={problem} className="danger-t">
            {problem}
          </li>
        ))}
        {failed.map(({ file, line, name, failure }) => (
          <li key={`${file} ${line}`}>
            <span className="danger-t">
              <Icon of={CircleAlert} size={14} />
            </span>{' '}
            <span className="b5">{name}</span> <span className="mono t12 t3">{`${file}:${failure?.line ?? line}`}</span>
            <ul>
              {failure?.problem !== undefined && <li>{failure.problem}</li>}
              {failure?.mismatches.map(({ what, expected, got }) => (
                <li key={what}>{m.mismatch({ what, expected, got })}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
