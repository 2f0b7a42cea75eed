import { useQuery } from '@tanstack/react-query';
import { StateWord } from '../../../ui/badge/run-state.js';
import { Card } from '../../../ui/card/card.js';
import { messages } from '../messages/index.gen.js';
import styles from './now.module.css';

const ASK_AGAIN = 10_000;

interface Readiness {
  readonly checks: Readonly<Record<string, string>>;
  readonly warnings?: Readonly<Record<string, string>>;
}

/** What the server that answers says of itself, its database and its store: the same that load balancers ask. */
export function Installation() {
  const m = messages.use();
  const { data, isError } = useQuery({
    queryKey: ['readyz'],
    queryFn: ({ signal }) => readReadiness(signal),
    refetchInterval: ASK_AGAIN,
    retry: false,
  });
  if (data === undefined && !isError) return null;
  return (
    <Card title={m.installation}>
      {data === undefined ? (
        <p className={styles.said}>{m.notTold}</p>
      ) : (
        <ul>
          {Object.entries(data.checks).map(([name, state]) => (
            <li key={name} className={styles.check}>
              <span className="b5">{m.part({ name })}</span>
              <StateWord tone={state === 'ok' ? 'completed' : 'failed'}>{state === 'ok' ? m.works : state}</StateWord>
            </li>
          ))}
          {Object.entries(data.warnings ?? {}).map(([name, text]) => (
            <li key={`warning ${name}`} className={styles.check}>
              <span className="b5">{m.part({ name })}</span>
              <span className="danger-t">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Not ready is 503, and says why all the same. */
async function readReadiness(signal: AbortSignal): Promise<Readiness> {
  const answer = await fetch(new URL('readyz', document.baseURI), { signal });
  const said: unknown = await answer.json();
  if (typeof said === 'object' && said !== null && 'checks' in said) return said as Readiness;
  throw new Error('The server does not tell whether it is ready.');
}
