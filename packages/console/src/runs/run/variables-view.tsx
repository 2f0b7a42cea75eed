import type { FlowModel } from '../../diagram/flow-model.js';
import { CopyButton } from '../../ui/copy/copy.js';
import { messages } from '../messages/index.gen.js';
import { elementName } from '../model/element-words.js';
import type { Instance, Moment, TimelineEntry } from '../replay/replay.js';
import styles from './timeline.module.css';
import { textOf } from './values.js';

export interface VariablesViewProps {
  readonly moment: Moment;
  readonly model: FlowModel | undefined;
  /** The newest entry of the moment: what it set is marked. */
  readonly entry: TimelineEntry | undefined;
}

/** The variables of the run and of its active elements at the moment. */
export function VariablesView({ moment, model, entry }: VariablesViewProps) {
  const m = messages.use();
  const scopes = [...moment.instances.values()].filter(({ variables }) => Object.keys(variables).length > 0);
  const nameOf = ({ scopeKey, elementId }: Instance) =>
    scopeKey === null ? m.ofRun : elementName(model, m, elementId);
  const set = entry?.event === 'variables' ? entry : undefined;
  const changed = Object.keys((set?.detail as { variables?: object } | null)?.variables ?? {});
  return (
    <div className={styles.feed}>
      {scopes.length === 0 && <p className="t13 t3">{m.noVariables}</p>}
      {scopes.map((scope) => (
        <section key={scope.key} className={styles.scope}>
          <h2 className={styles.day}>{nameOf(scope)}</h2>
          <dl>
            {Object.entries(scope.variables).map(([name, value]) => (
              <div key={name} className={styles.variable}>
                <dt className="mono">
                  {name}
                  {set?.key === scope.key && changed.includes(name) && <span className="acc-t t12"> {m.justSet}</span>}
                </dt>
                <dd className="mono">
                  <span className={styles.value}>{textOf(value)}</span>
                  <CopyButton text={textOf(value)} label={m.copyValue({ name })} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
