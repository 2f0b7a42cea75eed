import { OctagonAlert, RotateCcw } from 'lucide-react';
import { NoAnswerError, ProblemError } from '../../api/problem.js';
import { Button } from '../button/button.js';
import { CopyButton } from '../copy/copy.js';
import { Icon } from '../icon/icon.js';
import { messages } from '../messages/index.gen.js';
import styles from './feedback.module.css';

export interface ProblemViewProps {
  readonly error: unknown;
  /** What did not happen, where the page can say it better than the server. */
  readonly title?: string;
  /** Sends the same request again. */
  onRetry?(): void;
}

/** What went wrong: what did not happen, what to do, and the ids that support asks for. */
export function ProblemView({ error, title, onRetry }: ProblemViewProps) {
  const m = messages.use();
  const { heading, text, code, traceId, pointers } = describe(error, m);
  return (
    <section className={styles.problem} role="alert">
      <h2>
        <Icon of={OctagonAlert} />
        {title ?? heading}
      </h2>
      <p>{title === undefined || title === heading ? text : `${heading}. ${text}`}</p>
      {pointers.length > 0 && (
        <ul className={styles.pointers}>
          {pointers.map(({ pointer, detail }) => (
            <li key={`${pointer} ${detail}`}>
              <span className="mono">{pointer}</span> {detail}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.trace}>
        {code !== '' && <span className="mono">{code}</span>}
        {traceId !== '' && (
          <span className="row row-4">
            {m.trace} <span className="mono">{traceId}</span>
            <CopyButton text={traceId} label={m.copyTrace} />
          </span>
        )}
      </div>
      {onRetry !== undefined && (
        <div>
          <Button icon={RotateCcw} onClick={onRetry}>
            {m.tryAgain}
          </Button>
        </div>
      )}
    </section>
  );
}

type UiMessages = ReturnType<typeof messages.use>;

function describe(error: unknown, m: UiMessages) {
  const none = { code: '', traceId: '', pointers: [] };
  if (error instanceof NoAnswerError) return { ...none, heading: m.noAnswer, text: m.noAnswerText };
  if (!(error instanceof ProblemError)) {
    return {
      ...none,
      heading: m.consoleFault,
      text: m.consoleFaultText,
      code: error instanceof Error ? error.message : '',
    };
  }
  const { title, detail, code, traceId, errors = [] } = error.problem;
  return { heading: title, text: detail, code, traceId, pointers: errors };
}
