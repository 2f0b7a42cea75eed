import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy/copy.js';
import { messages } from '../messages/index.gen.js';
import styles from './evidence.module.css';
import { decisionsOf, type Proof } from './read-evidence.js';

/** How the proof works, step by step, with what was found at each. */
export function Steps({ proof: { file, report } }: { readonly proof: Proof }) {
  const m = messages.use();
  const { rows, seals } = file;
  const unsealed = rows.filter(({ seal }) => seal === null).length;
  const stamped = seals.filter(({ timeStamp }) => timeStamp !== null).length;
  const decisions = decisionsOf(file);
  const signed = decisions.filter(({ isSigned }) => isSigned).length;
  return (
    <ol className={styles.steps}>
      <Step title={m.stepWritten}>
        {m.stepWrittenText({ rows: rows.length, decisions: decisions.length })}
        {signed > 0 && ` ${m.stepWrittenSigned({ signed })}`}
      </Step>
      <Step title={m.stepHashed}>{m.stepHashedText({ sealed: rows.length - unsealed, unsealed })}</Step>
      <Step title={m.stepSigned}>
        {m.stepSignedText({ seals: seals.length })}
        {/* Computed from the keys that signed: what the file calls a key, somebody could have written there. */}
        {report?.keys.map((key) => (
          <span key={key} className={`${styles.key} mono`}>
            {key} <CopyButton text={key} />
          </span>
        ))}
      </Step>
      <Step title={m.stepWhole}>
        {m.stepWholeText}
        {report !== undefined && ` ${m.stepWholeFound({ hidden: report.hidden, forgotten: report.forgotten })}`}
      </Step>
      <Step title={m.stepTime}>
        {stamped === 0 ? m.stepTimeNone : m.stepTimeText({ stamped, seals: seals.length })}
      </Step>
      <Step title={m.stepYourself}>
        {m.stepYourselfText}
        <code className={styles.command}>millrace evidence verify evidence.json --key {m.fingerprint}</code>
      </Step>
    </ol>
  );
}

const Step = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <li>
    <h2>{title}</h2>
    <div className="t2">{children}</div>
  </li>
);
