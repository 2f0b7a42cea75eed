import { Link } from '@tanstack/react-router';
import { absoluteTime } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { Button, lookOf } from '../../ui/button/button.js';
import { ShortId } from '../../ui/copy/copy.js';
import styles from '../audit.module.css';
import { messages } from '../messages/index.gen.js';
import { changesOf, shortValue } from '../model/changes.js';
import type { Log } from './log-table.js';

export interface DetailsProps {
  readonly subProjectId: string | undefined;
  readonly log: Log;
  onTrace(traceId: string): void;
  /** Undefined: the log of one process cannot be asked for here. */
  readonly onProcess: ((processId: string) => void) | undefined;
}

const LONGEST = 4000;

/** Everything that a row says: what was before and after, when exactly, by which request. */
export function Details({ subProjectId, log, onTrace, onProcess }: DetailsProps) {
  const m = messages.use();
  const locale = useLocale();
  const changes = changesOf(log.before, log.after);
  const { processId } = log;
  return (
    <div className={styles.details}>
      {changes.length === 0 ? (
        <p className="t3">{m.noChange}</p>
      ) : (
        <table className={styles.diff} aria-label={m.change}>
          <thead>
            <tr>
              <th scope="col">{m.member}</th>
              <th scope="col">{m.before}</th>
              <th scope="col">{m.after}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{before === undefined ? <None /> : <del>{shortValue(before, LONGEST) ?? 'null'}</del>}</td>
                <td>{after === undefined ? <None /> : <ins>{shortValue(after, LONGEST) ?? 'null'}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.facts}>
        <span className="num">{absoluteTime(new Date(log.createdTs), locale)}</span>
        <span className="row row-4">
          {m.kindName({ kind: log.subjectType })} <ShortId id={log.subjectId} />
        </span>
        <Button size="small" look="quiet" onClick={() => onTrace(log.traceId)}>
          {m.sameRequest}
        </Button>
        {processId !== null && subProjectId !== undefined && log.action !== 'process.delete' && (
          <Link
            className={lookOf({ size: 'small', look: 'quiet' })}
            to="/audit/$subProjectId/evidence/$processId"
            params={{ subProjectId, processId }}
          >
            {m.evidence}
          </Link>
        )}
        {processId !== null && onProcess !== undefined && (
          <Button size="small" look="quiet" onClick={() => onProcess(processId)}>
            {m.sameProcess}
          </Button>
        )}
      </div>
    </div>
  );
}

const None = () => (
  <span className="t3" aria-hidden="true">
    –
  </span>
);
