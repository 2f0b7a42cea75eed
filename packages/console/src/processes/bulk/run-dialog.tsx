import { useState } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { useChange } from '../../api/queries.js';
import { figure } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { Select } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import styles from './bulk-bar.module.css';
import { CheckedDialog } from './checked-dialog.js';
import { Outcomes } from './outcomes.js';
import { Reasons } from './reasons.js';

export interface RunDialogProps {
  readonly count: number;
  readonly filters: Readonly<Record<string, unknown>>;
  onClose(): void;
  onStarted(bulkId: string): void;
}

type DryRun = AnswerOf<'bulkExecuteWorkflow'>;

/** A workflow for many processes: first what would become of the runs, then the start. */
export function RunDialog({ count, filters, onClose, onStarted }: RunDialogProps) {
  const m = messages.use();
  const { schema } = useList();
  const [chosen, setChosen] = useState(schema.workflows[0]?.id);
  const [told, setTold] = useState<DryRun>();
  const attempt = useChange('bulkExecuteWorkflow');
  const workflow = schema.workflows.find(({ id }) => id === chosen);
  const stageKey = workflow?.stageKeys[0];
  if (workflow === undefined || stageKey === undefined) return null;
  const request = { subProjectId: schema.subProjectId, filters, workflowId: workflow.id, stageKey };
  return (
    <CheckedDialog
      title={m.runTitle({ count })}
      start={m.runStart({ count: Number(told?.total ?? count) })}
      canCheck
      canStart={Number(told?.dryRun?.started ?? 0) > 0}
      isBusy={attempt.isPending}
      error={attempt.error}
      onCheck={() => attempt.mutate({ ...request, dryRun: true }, { onSuccess: setTold })}
      onBack={() => setTold(undefined)}
      onStart={() => attempt.mutate(request, { onSuccess: ({ bulkId }) => onStarted(bulkId) })}
      onClose={onClose}
      told={told === undefined ? undefined : <Told told={told} />}
      form={
        <div className={styles.form}>
          <Field label={m.workflow} {...(workflow.description === '' ? {} : { hint: workflow.description })}>
            {(ids) => (
              <Select {...ids} value={workflow.id} onChange={({ target }) => setChosen(target.value)}>
                {schema.workflows.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      }
    />
  );
}

/** What a dry run said. */
function Told({ told: { total, dryRun } }: { told: DryRun }) {
  const m = messages.use();
  const locale = useLocale();
  if (dryRun === undefined) return null;
  const { tried, started, refused, outcomes, reasons } = dryRun;
  return (
    <div className={styles.outcome}>
      <p className="b5">{m.runWould({ count: Number(started) })}</p>
      <Outcomes label={m.runAfter} outcomes={outcomes} />
      {refused !== '0' && <p className="warn-t">{m.bulkRefused({ count: Number(refused) })}</p>}
      <Reasons reasons={reasons} />
      {tried !== total && (
        <p className="t3 t12">
          {m.bulkTried({ total: figure(Number(total), locale), tried: figure(Number(tried), locale) })}
        </p>
      )}
      <p className="t3 t12">{m.runNext}</p>
    </div>
  );
}
