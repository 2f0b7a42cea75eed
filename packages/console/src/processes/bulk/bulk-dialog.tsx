import { useState } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { useChange } from '../../api/queries.js';
import { figure } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { Select } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import type { ListKey } from '../model/schema.js';
import styles from './bulk-bar.module.css';
import { CheckedDialog } from './checked-dialog.js';
import { NewValue } from './new-value.js';
import { Reasons } from './reasons.js';

export interface BulkDialogProps {
  readonly count: number;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly keys: readonly ListKey[];
  /** The key that is offered first. */
  readonly first: string;
  onClose(): void;
  onStarted(bulkId: string): void;
}

type DryRun = AnswerOf<'bulkUpdateProcesses'>;

/** A value for many processes: first what it would do and who refuses, then the deed. */
export function BulkDialog({ count, filters, keys, first, onClose, onStarted }: BulkDialogProps) {
  const m = messages.use();
  const { schema } = useList();
  const [key, setKey] = useState(first);
  const [value, setValue] = useState<unknown>(undefined);
  const [told, setTold] = useState<DryRun>();
  const attempt = useChange('bulkUpdateProcesses');
  const of = keys.find((one) => one.key === key) ?? keys[0];
  if (of === undefined) return null;
  const request = { subProjectId: schema.subProjectId, filters, updates: { [of.updates ?? '']: value } };
  return (
    <CheckedDialog
      title={m.bulkTitle({ count })}
      start={m.bulkUpdate({ count: Number(told?.total ?? count) })}
      canCheck={value !== undefined}
      canStart={Number(told?.dryRun?.changed ?? 0) > 0}
      isBusy={attempt.isPending}
      error={attempt.error}
      onCheck={() => attempt.mutate({ ...request, dryRun: true }, { onSuccess: setTold })}
      onBack={() => setTold(undefined)}
      onStart={() => attempt.mutate(request, { onSuccess: ({ bulkId }) => onStarted(bulkId) })}
      onClose={onClose}
      told={told === undefined ? undefined : <Told told={told} />}
      form={
        <div className={styles.form}>
          <Field label={m.field}>
            {(ids) => (
              <Select
                {...ids}
                value={of.key}
                onChange={({ target }) => {
                  setKey(target.value);
                  setValue(undefined);
                }}
              >
                {keys.map((one) => (
                  <option key={one.key} value={one.key}>
                    {one.label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <NewValue key={of.key} of={of} onValue={setValue} />
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
  const { tried, changed, unchanged, refused, reasons } = dryRun;
  return (
    <div className={styles.outcome}>
      <p className="b5">{m.bulkChanged({ count: Number(changed) })}</p>
      {unchanged !== '0' && <p>{m.bulkUnchanged({ count: Number(unchanged) })}</p>}
      {refused !== '0' && <p className="warn-t">{m.bulkRefused({ count: Number(refused) })}</p>}
      <Reasons reasons={reasons} />
      {tried !== total && (
        <p className="t3 t12">
          {m.bulkTried({ total: figure(Number(total), locale), tried: figure(Number(tried), locale) })}
        </p>
      )}
      <p className="t3 t12">{m.bulkNext}</p>
    </div>
  );
}
