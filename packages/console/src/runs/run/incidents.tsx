import type { FlowModel } from '../../diagram/flow-model.js';
import { StateWord } from '../../ui/badge/run-state.js';
import { CopyButton } from '../../ui/copy/copy.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { elementName } from '../model/element-words.js';
import type { RunDetail } from '../model/use-run.js';
import styles from './timeline.module.css';

export interface IncidentsProps {
  readonly incidents: RunDetail['incidents'];
  readonly model: FlowModel | undefined;
  onSelect(id: string): void;
}

/** The incidents of the run, open ones first. */
export function Incidents({ incidents, model, onSelect }: IncidentsProps) {
  const m = messages.use();
  const ordered = [...incidents].sort(
    (a, b) =>
      Number(a.resolvedTs !== null) - Number(b.resolvedTs !== null) ||
      Date.parse(b.createdTs) - Date.parse(a.createdTs),
  );
  return (
    <div className={styles.feed}>
      {ordered.length === 0 && <p className="t13 t3">{m.noIncidents}</p>}
      <ul className={styles.incidents}>
        {ordered.map(({ id, elementId, message, createdTs, resolvedTs }) => (
          <li key={id} className={styles.incident}>
            <div className="row">
              <StateWord tone={resolvedTs === null ? 'failed' : 'completed'}>
                {resolvedTs === null ? m.open : m.resolved}
              </StateWord>
              <span className="end t12 t3">
                <When at={createdTs} />
              </span>
            </div>
            <button type="button" className={styles.place} onClick={() => onSelect(elementId)}>
              {elementName(model, m, elementId)}
            </button>
            <div className={styles.code}>
              <code className="mono">{message}</code>
              <CopyButton text={message} label={m.copyMessage} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
