import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isProblem } from '../../api/problem.js';
import { read, useChange } from '../../api/queries.js';
import { instantOf } from '../../form/schema/instants.js';
import { showToast } from '../../frame/toasts.js';
import { useMe } from '../../session/session.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { Checkbox, Select, TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import styles from '../account.module.css';
import { messages } from '../messages/index.gen.js';

const FORM = 'name-substitute';
const MOST_PEOPLE = '1000';
const nothing = { substituteId: '', from: '', until: '', condition: '', reason: '' };

/** Asks who decides for the person, from when and until when, and for which tasks. */
export function SubstituteDialog({ subProjectId, onClose }: { readonly subProjectId: string; onClose(): void }) {
  const m = messages.use();
  const { user } = useMe();
  const people = useQuery(read('getUsersForProcess', { subProjectId, perPageCount: MOST_PEOPLE }));
  const [entered, setEntered] = useState(nothing);
  const [workflowIds, setWorkflowIds] = useState<ReadonlySet<string>>(new Set());
  const { mutate, error, isPending } = useChange('createDelegation');
  const others = (people.data?.users ?? []).filter(({ id }) => id !== user.id);
  const enter = (change: Partial<typeof nothing>): void => setEntered({ ...entered, ...change });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { substituteId, from, until, condition, reason } = entered;
    if (substituteId === '') return;
    mutate(
      {
        subProjectId,
        substituteId,
        fromTs: instantOf(from),
        untilTs: instantOf(until),
        workflowIds: workflowIds.size === 0 ? undefined : [...workflowIds],
        condition: condition.trim() === '' ? undefined : condition.trim(),
        reason: reason.trim() === '' ? undefined : reason.trim(),
      },
      {
        onSuccess: ({ delegation }) => {
          showToast({ text: m.awayNamed({ name: delegation.substitute.name }) });
          onClose();
        },
      },
    );
  };
  const shown = people.error ?? (isProblem(error, 'ERROR_STEP_UP_REQUIRED') ? null : error);
  return (
    <Dialog
      title={m.nameSubstitute}
      onClose={onClose}
      back={m.cancel}
      actions={
        <Button look="primary" type="submit" form={FORM} isBusy={isPending} disabled={entered.substituteId === ''}>
          {m.nameSubstitute}
        </Button>
      }
    >
      <form id={FORM} className="col g16" onSubmit={submit}>
        <Field label={m.substitute} isRequired>
          {(ids) => (
            <Select
              {...ids}
              value={entered.substituteId}
              onChange={({ target }) => enter({ substituteId: target.value })}
            >
              <option value="" />
              {others.map(({ id, name, role }) => (
                <option key={id} value={id}>
                  {name} ({role})
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className={styles.pair}>
          <Field label={m.awayFrom} hint={m.awayFromHint}>
            {(ids) => (
              <TextInput
                {...ids}
                type="datetime-local"
                value={entered.from}
                onChange={({ target }) => enter({ from: target.value })}
              />
            )}
          </Field>
          <Field label={m.awayUntil} hint={m.awayUntilHint}>
            {(ids) => (
              <TextInput
                {...ids}
                type="datetime-local"
                value={entered.until}
                onChange={({ target }) => enter({ until: target.value })}
              />
            )}
          </Field>
        </div>
        <WorkflowChoice subProjectId={subProjectId} chosen={workflowIds} onChange={setWorkflowIds} />
        <Field label={m.awayCondition} hint={m.awayConditionHint}>
          {(ids) => (
            <TextInput
              {...ids}
              className="mono"
              maxLength={1000}
              value={entered.condition}
              onChange={({ target }) => enter({ condition: target.value })}
            />
          )}
        </Field>
        <Field label={m.awayReason} hint={m.awayReasonHint}>
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={500}
              value={entered.reason}
              onChange={({ target }) => enter({ reason: target.value })}
            />
          )}
        </Field>
        {shown !== null && <ProblemView error={shown} />}
      </form>
    </Dialog>
  );
}

interface WorkflowChoiceProps {
  readonly subProjectId: string;
  readonly chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
}

/** Nothing is chosen: the tasks of all workflows. */
function WorkflowChoice({ subProjectId, chosen, onChange }: WorkflowChoiceProps) {
  const m = messages.use();
  const { data } = useQuery(read('getWorkflows', { subProjectId }));
  if (data === undefined || data.workflows.length < 2) return null;
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <fieldset className={styles.choices}>
      <legend className="label">{m.awayWorkflows}</legend>
      <Checkbox checked={chosen.size === 0} onChange={() => onChange(new Set())}>
        {m.awayAll}
      </Checkbox>
      {data.workflows.map(({ id, name }) => (
        <Checkbox key={id} checked={chosen.has(id)} onChange={({ target }) => choose(id, target.checked)}>
          {name}
        </Checkbox>
      ))}
    </fieldset>
  );
}
