import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { useState } from 'react';
import { read } from '../../api/queries.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { Icon } from '../../ui/icon/icon.js';
import styles from '../members.module.css';
import { messages } from '../messages/index.gen.js';
import { messageKey, operationOf, rights } from '../model/rights.js';

export interface ExplainedRightsProps {
  readonly subProjectId: string;
  readonly userId: string;
}

/** Every right of a person; each tells, when it is opened, why the person has it or has it not: check by check, down to the rule. */
export function ExplainedRights({ subProjectId, userId }: ExplainedRightsProps) {
  const m = messages.use();
  const [typed, setTyped] = useState('');
  const [processId, setProcessId] = useState('');
  const send = () => setProcessId(typed.trim());
  return (
    <div className="col g12">
      <Field label={m.onProcess} hint={m.onProcessHint}>
        {(ids) => (
          <TextInput
            {...ids}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={send}
            onKeyDown={({ key }) => key === 'Enter' && send()}
          />
        )}
      </Field>
      <ul className={styles.explained}>
        {rights.map((right) => (
          <Cell
            key={right}
            label={m.right({ right: messageKey(right) })}
            request={{
              ...{ subProjectId, userId, operation: operationOf(right) },
              ...(processId === '' ? {} : { processId }),
            }}
          />
        ))}
      </ul>
    </div>
  );
}

type Request = Parameters<typeof read<'explainAccess'>>[1];

function Cell({ label, request }: { readonly label: string; readonly request: Request }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{label}</summary>
        {isOpen && <Explanation request={request} />}
      </details>
    </li>
  );
}

const icons = { passed: CircleCheck, failed: CircleX, skipped: CircleMinus } as const;
const tones = { passed: 'ok-t', failed: 'danger-t', skipped: 't3' } as const;

function Explanation({ request }: { readonly request: Request }) {
  const m = messages.use();
  const { data, error, refetch } = useQuery({ ...read('explainAccess', request), staleTime: 0, retry: false });
  if (error !== null) return <ProblemView error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows count={3} />;
  return (
    <div className={styles.explanation}>
      <p className={data.allowed ? 'ok-t b5' : 'danger-t b5'}>{data.allowed ? m.allowed : m.notAllowed}</p>
      <ol>
        {data.checks.map(({ check, outcome, detail }) => (
          <li key={check}>
            <span className={tones[outcome]}>
              <Icon of={icons[outcome]} size={16} />
              <span className="vh">{m.outcome({ outcome })}</span>
            </span>
            <span>
              <b className="b5">{m.check({ check })}</b> {detail}
            </span>
          </li>
        ))}
      </ol>
      <p className="t3 t12">
        {m.decidedBy} <code>{data.decidedBy}</code>
      </p>
    </div>
  );
}
