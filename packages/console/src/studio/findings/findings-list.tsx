import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';
import styles from './findings.module.css';
import type { Severity, ShownFinding } from './report.js';

export interface FindingsListProps {
  /** Undefined: the engine has not answered yet. */
  readonly findings: readonly ShownFinding[] | undefined;
  /** What people call an element. */
  nameOf(elementId: string): string;
  onShow(elementId: string): void;
}

const icons: Readonly<Record<Severity, LucideIcon>> = { error: CircleAlert, warning: TriangleAlert, ignored: Info };
const tones: Readonly<Record<Severity, string>> = { error: 'danger-t', warning: 'warn-t', ignored: 't3' };

/** What the engine finds in the diagram. A press on a finding shows its element. */
export function FindingsList({ findings, nameOf, onShow }: FindingsListProps) {
  const m = messages.use();
  if (findings === undefined) return <p className={`${styles.none} t2`}>{m.checking}</p>;
  if (findings.length === 0) {
    return (
      <p className={`${styles.none} ok-t row`}>
        <Icon of={CircleCheck} />
        {m.noFindings}
      </p>
    );
  }
  return (
    <ul className={styles.list} aria-label={m.findings}>
      {findings.map(({ severity, elementId, code, message }, index) => {
        const text = (
          <>
            <span className={tones[severity]}>
              <Icon of={icons[severity]} size={14} />
              <span className="vh">{m.severity({ severity })}</span>
            </span>
            {elementId !== null && <span className="b5">{nameOf(elementId)}</span>}
            <span className={styles.message} title={code}>
              {message}
            </span>
          </>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew with every check
          <li key={index}>
            {elementId === null ? (
              <div className={styles.finding}>{text}</div>
            ) : (
              <button type="button" className={styles.finding} onClick={() => onShow(elementId)}>
                {text}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
