import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.js';
import { useChange } from '../../../api/queries.js';
import { figure } from '../../../messages/instants.js';
import { useLocale } from '../../../messages/locale.js';
import { Button } from '../../../ui/button/button.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { Note } from '../../../ui/feedback/note.js';
import { ProblemView } from '../../../ui/feedback/problem.js';
import { SkeletonRows } from '../../../ui/feedback/skeleton.js';
import { Select, TextInput } from '../../../ui/field/controls.js';
import { Field } from '../../../ui/field/field.js';
import { useWorkflowNames } from '../../model/use-run.js';
import { messages } from '../messages/index.gen.js';
import { PaceFields } from '../repair/pace-fields.js';
import { readPace } from '../repair/repair.js';
import repairStyles from '../repair/repair.module.css';
import styles from './migrate.module.css';
import { elementsToMap, type Plan } from './plan.js';
import { PlanTable } from './plan-table.js';

export interface MigrateDialogProps {
  readonly subProjectId: string;
  onBegan(bulkId: string): void;
  onClose(): void;
}

/** Moves the unfinished runs of a workflow to another version: what would become of them is shown while it is chosen. */
export function MigrateDialog({ subProjectId, onBegan, onClose }: MigrateDialogProps) {
  const m = messages.use();
  const locale = useLocale();
  const workflows = useWorkflowNames(subProjectId);
  const [chosen, setChosen] = useState<string>();
  const [version, setVersion] = useState('');
  const [typed, setTyped] = useState('');
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({});
  const [pace, setPace] = useState({ canary: '', mostFailedPercent: '0', perMinute: '' });
  const [isTold, setTold] = useState(false);
  const begin = useChange('bulkOperateRuns');
  const workflowId = chosen ?? workflows.keys().next().value;
  const isVersion = /^([1-9]\d{0,8})?$/.test(typed);
  const request = {
    subProjectId,
    workflowId: workflowId ?? '',
    mapping,
    ...(version === '' ? {} : { version }),
    ...(typed === '' ? {} : { toVersion: typed }),
  };
  const { data, error, isFetching } = useQuery({
    queryKey: ['planMigration', request],
    queryFn: ({ signal }): Promise<Plan> => call('planMigration', request, { signal }),
    enabled: workflowId !== undefined && isVersion,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  const { request: paced, faults } = readPace(pace);
  const choose = (next: string) => {
    setChosen(next);
    setVersion('');
    setTyped('');
    setMapping({});
  };
  const start = () => {
    setTold(true);
    if (faults.size > 0 || data === undefined || data.possible === 0 || isFetching) return;
    begin.mutate(
      { ...request, toVersion: data.toVersion, ...paced, action: 'MIGRATE' },
      { onSuccess: ({ bulkId }) => onBegan(bulkId) },
    );
  };
  const versions = new Set([
    ...(data?.states.map((state) => state.version) ?? []),
    ...(version === '' ? [] : [version]),
  ]);
  const toMap = data === undefined ? [] : elementsToMap(data, mapping);
  return (
    <Dialog
      title={m.migrateTitle}
      onClose={onClose}
      size="wide"
      back={m.back}
      actions={
        <Button look="primary" isBusy={begin.isPending} aria-disabled={(data?.possible ?? 0) === 0} onClick={start}>
          {m.migrateDeed({ count: data?.possible ?? 0 })}
        </Button>
      }
    >
      <div className={repairStyles.form}>
        <div className={repairStyles.pace}>
          <Field label={m.workflow}>
            {(ids) => (
              <Select {...ids} value={workflowId ?? ''} onChange={({ target }) => choose(target.value)}>
                {[...workflows].map(([id, name]) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={m.fromVersion}>
            {(ids) => (
              <Select {...ids} value={version} onChange={({ target }) => setVersion(target.value)}>
                <option value="">{m.anyOther}</option>
                {[...versions].map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={m.toVersion} hint={m.toVersionHint} {...(isVersion ? {} : { error: m.toVersionFault })}>
            {(ids) => (
              <TextInput
                {...ids}
                inputMode="numeric"
                value={typed}
                onChange={({ target }) => setTyped(target.value.trim())}
              />
            )}
          </Field>
        </div>
        {error !== null && <ProblemView error={error} />}
        {data === undefined && error === null && <SkeletonRows count={3} />}
        {data !== undefined && error === null && (
          <>
            <p role="status" className="b5">
              {m.planTold({
                possible: figure(data.possible, locale),
                runs: figure(data.runs, locale),
                version: data.toVersion,
              })}
            </p>
            {data.runs > 0 && <PlanTable subProjectId={subProjectId} plan={data} />}
            {!data.complete && <Note>{m.planCut}</Note>}
            {toMap.length > 0 && (
              <fieldset className={styles.mapping}>
                <legend className="label">{m.mapping}</legend>
                {toMap.map((elementId) => (
                  <Field key={elementId} label={m.becomes({ elementId })}>
                    {(ids) => (
                      <Select
                        {...ids}
                        value={mapping[elementId] ?? ''}
                        onChange={({ target }) => {
                          const { [elementId]: _, ...others } = mapping;
                          setMapping(target.value === '' ? others : { ...others, [elementId]: target.value });
                        }}
                      >
                        <option value="">{m.sameId}</option>
                        {data.targets.map((target) => (
                          <option key={target.elementId} value={target.elementId}>
                            {target.name === '' ? target.elementId : `${target.name} (${target.elementId})`}
                          </option>
                        ))}
                      </Select>
                    )}
                  </Field>
                ))}
              </fieldset>
            )}
            {data.possible > 1 && <PaceFields pace={pace} faults={isTold ? faults : new Set()} onChange={setPace} />}
          </>
        )}
        {begin.error !== null && <ProblemView error={begin.error} />}
      </div>
    </Dialog>
  );
}
