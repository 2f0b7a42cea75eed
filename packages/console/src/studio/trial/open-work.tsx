import { type ReactNode, useMemo, useState } from 'react';
import { FormFields } from '../../form/form-fields.js';
import type { JsonObject } from '../../form/schema/entered.js';
import { fieldsOf } from '../../form/schema/form-field.js';
import type { JsonSchema } from '../../form/schema/schema.js';
import { useForm } from '../../form/state/use-form.js';
import { Button } from '../../ui/button/button.js';
import { Select, TextArea } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { TextField } from '../../ui/field/text-field.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import type { StateAfter, Step } from './scenario.js';
import styles from './trial.module.css';

export interface OpenWorkProps {
  readonly after: StateAfter;
  readonly isBusy: boolean;
  nameOf(elementId: string): string;
  onStep(step: Step): void;
}

/** What the test run waits for, each with what a person, a program or the time may do. */
export function OpenWork({ after, isBusy, nameOf, onStep }: OpenWorkProps) {
  const m = messages.use();
  const { tasks, jobs, timers, subscriptions, incidents } = after;
  const card = (key: string, title: string, children: ReactNode) => (
    <li key={key} className={styles.card}>
      <h4 className="t13 b5">{title}</h4>
      {children}
    </li>
  );
  const common = { isBusy, onStep };
  return (
    <ul className={styles.cards} aria-label={m.waitsFor}>
      {tasks.map((task, index) => card(`task ${index} ${task.elementId}`, task.name, <Task task={task} {...common} />))}
      {jobs.map((job, index) =>
        card(`job ${index} ${job.elementId}`, nameOf(job.elementId), <Job job={job} {...common} />),
      )}
      {timers.map(({ elementId, due }, index) =>
        card(
          `timer ${index} ${elementId}`,
          nameOf(elementId),
          <>
            <p className="t12 t2">
              {m.firesAt} <When at={due} />
            </p>
            <Button size="small" disabled={isBusy} onClick={() => onStep({ wait: { until: due } })}>
              {m.fastForward}
            </Button>
          </>,
        ),
      )}
      {subscriptions.map((wait, index) =>
        card(
          `wait ${index} ${wait.elementId}`,
          nameOf(wait.elementId),
          wait.kind === 'condition' ? (
            <p className="t12 t2">{m.waitsForCondition}</p>
          ) : (
            <Wait wait={wait} {...common} />
          ),
        ),
      )}
      {incidents.map(({ elementId, message }, index) =>
        card(
          `incident ${index} ${elementId}`,
          nameOf(elementId),
          <>
            <p className="t12 danger-t">{message}</p>
            <Button size="small" disabled={isBusy} onClick={() => onStep({ retry: elementId })}>
              {m.retry}
            </Button>
          </>,
        ),
      )}
    </ul>
  );
}

interface WorkProps {
  readonly isBusy: boolean;
  onStep(step: Step): void;
}

function Task({ task, isBusy, onStep }: WorkProps & { readonly task: StateAfter['tasks'][number] }) {
  const m = messages.use();
  const schema = task.form as JsonSchema | null;
  const form = useForm(useMemo(() => (schema === null ? [] : fieldsOf(schema)), [schema]));
  const [as, setAs] = useState('');
  const [reason, setReason] = useState('');
  const act = (action: 'approve' | 'reject' | 'submit') => {
    const payload = form.submit();
    if (payload === undefined) return;
    const more = { ...(as === '' ? {} : { as }), ...(reason === '' ? {} : { reason }) };
    const given = Object.keys(payload).length === 0 ? {} : { payload };
    onStep({ [action]: { task: task.elementId, ...more, ...given } });
  };
  const who = [...task.candidateGroups, ...task.candidateUsers].join(', ');
  return (
    <>
      {(task.assignee ?? who) !== '' && <p className="t12 t2">{m.forWhom({ who: task.assignee ?? who })}</p>}
      <FormFields form={form} />
      <TextField label={m.actsAs} hint={m.actsAsHint} value={as} onChange={setAs} />
      {task.kind === 'votes' && <TextField label={m.reason} value={reason} onChange={setReason} />}
      <div className={styles.actions}>
        {task.kind === 'data' ? (
          <Button size="small" disabled={isBusy} onClick={() => act('submit')}>
            {m.submit}
          </Button>
        ) : (
          <>
            <Button size="small" disabled={isBusy} onClick={() => act('approve')}>
              {m.approve}
            </Button>
            <Button size="small" disabled={isBusy} onClick={() => act('reject')}>
              {m.reject}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

type Result = 'complete' | 'fail' | 'error';

/** Jobs are done by programs elsewhere: the person says what they would answer. */
function Job({ job, isBusy, onStep }: WorkProps & { readonly job: StateAfter['jobs'][number] }) {
  const m = messages.use();
  const [result, setResult] = useState<Result>('complete');
  const [text, setText] = useState('');
  const json = useJson(text);
  const isWrong = result === 'complete' && json === undefined;
  const report = () =>
    onStep({ job: { element: job.elementId, [result]: result === 'complete' ? (json ?? {}) : text } });
  return (
    <>
      <p className="t12 t2">{m.jobOfType({ type: job.type })}</p>
      <Field label={m.result}>
        {(ids) => (
          <Select {...ids} value={result} onChange={({ target }) => setResult(target.value as Result)}>
            {(['complete', 'fail', 'error'] as const).map((one) => (
              <option key={one} value={one}>
                {m.resultName({ result: one })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={m.resultValue({ result })} error={isWrong ? m.noJson : undefined}>
        {(ids) => <TextArea {...ids} rows={2} value={text} onChange={({ target }) => setText(target.value)} />}
      </Field>
      <Button size="small" disabled={isBusy || isWrong || (result !== 'complete' && text === '')} onClick={report}>
        {m.report}
      </Button>
    </>
  );
}

function Wait({ wait, isBusy, onStep }: WorkProps & { readonly wait: StateAfter['subscriptions'][number] }) {
  const m = messages.use();
  const [text, setText] = useState('');
  const variables = useJson(text);
  const { kind, name, correlationKey } = wait;
  const send = () =>
    onStep(
      kind === 'signal'
        ? { signal: { name, variables: variables ?? {} } }
        : { message: { name, correlationKey, variables: variables ?? {} } },
    );
  return (
    <>
      <p className="t12 t2">{m.waitsForName({ kind, name: name ?? '' })}</p>
      <Field label={m.variablesJson} error={variables === undefined ? m.noJson : undefined}>
        {(ids) => <TextArea {...ids} rows={2} value={text} onChange={({ target }) => setText(target.value)} />}
      </Field>
      <Button size="small" disabled={isBusy || variables === undefined} onClick={send}>
        {m.send}
      </Button>
    </>
  );
}

/** A JSON object that was typed; empty: one without members. Undefined: it is none. */
function useJson(text: string): JsonObject | undefined {
  return useMemo(() => {
    if (text.trim() === '') return {};
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
    } catch {
      return undefined;
    }
  }, [text]);
}
