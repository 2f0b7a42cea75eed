import { messages } from '../messages/index.gen.js';
import { nameOf, typeOf } from '../model/element-words.js';
import styles from './deploy.module.css';
import type { DiagramChange } from './diagram-changes.js';

/** What differs in the diagram, element by element. */
export function ChangeList({ changes }: { changes: readonly DiagramChange[] }) {
  const m = messages.use();
  if (changes.length === 0) return null;
  return (
    <section aria-label={m.changesOfDiagram}>
      <h3 className="label">{m.changesOfDiagram}</h3>
      <ul className={styles.changes}>
        {changes.map(({ kind, element, properties }) => (
          <li key={`${kind} ${element.id}`}>
            <span className={styles[kind]}>{m.changeKind({ kind })}</span>{' '}
            <span className="b5">{nameOf(element, m)}</span> <span className="t3 t12">{typeOf(element, m)}</span>
            {properties.length > 0 && (
              <ul>
                {properties.map(({ id, before, after }) => (
                  <li key={id}>
                    {id === 'inputParameters' || id === 'outputParameters'
                      ? m.mappings({ list: id })
                      : m.propertyLabel({ id })}
                    :{' '}
                    {before === '' ? <span className="t3">{m.emptyValue}</span> : <del className="mono">{before}</del>}{' '}
                    → {after === '' ? <span className="t3">{m.emptyValue}</span> : <ins className="mono">{after}</ins>}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
