import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.js';
import { messages } from '../messages/index.gen.js';
import styles from './feedback.module.css';

/** The reason why something is hidden, closed or asked, on demand; `rule` is the path of the rule in the document. */
export function Why({ label, rule, children }: { label?: string; rule?: string; children: ReactNode }) {
  const m = messages.use();
  return (
    <details className={styles.why}>
      <summary>
        <Icon of={CircleHelp} size={14} />
        {label ?? m.why}
      </summary>
      <div className={styles.whyText}>
        {children}
        {rule !== undefined && <div className={styles.rule}>{rule}</div>}
      </div>
    </details>
  );
}
