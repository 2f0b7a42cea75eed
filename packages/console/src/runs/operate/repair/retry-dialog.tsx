import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { AnswerOf } from '../../../api/call.js';
import { read, useChange } from '../../../api/queries.js';
import { Button, IconButton } from '../../../ui/button/button.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { ProblemView } from '../../../ui/feedback/problem.js';
import { Select, TextInput } from '../../../ui/field/controls.js';
import { Field } from '../../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';
import { type Correction, type CorrectionKind, correctionKinds, variablesOf } from './corrections.js';
import { PaceFields } from './pace-fields.js';
import { type IncidentGroup, paceFor, type RepairTarget, readPace } from './repair.js';
import styles from './repair.module.css';
import { DryRunTold } from './told.js';

export interface RetryDialogProps {
  readonly target: RepairTarget;
  readonly group: IncidentGroup;
  readonly count: number;
  onBegan(bulkId: string): void;
  onClose(): void;
}

/** Tries again, with more attempts and corrected variables; many of them a few first, and not too fast. */
export function RetryDialog({ target, group, count, onBegan, onClose }: RetryDialogProps) {
  const m = messages.use();
  const names = useId();
  const [retries, setRetries] = useState('1');
  const [corrections, setCorrections] = useState<readonly (Correction & { readonly id: number })[]>([]);
  const [isTold, setTold] = useState(false);
  const [pace, setPace] = useState(() => paceFor(count));
  const [dryRun, setDryRun] = useState<AnswerOf<'bulkOperateRuns'>>();
  const attempt = useChange('bulkOperateRuns');
  // The names that the newest of the runs has are offered.
  const { data } = useQuery(read('getWorkflowRun', { subProjectId: target.subProjectId, runId: group.newestRunId }));
  const { variables, faults } = variablesOf(corrections);
  const isCount = /^[1-9]\d{0,2}$|^1000$/.test(retries);
  const change = (at: number, next: Partial<Correction>) =>
    setCorrections(corrections.map((one, index) => (index === at ? { ...one, ...next } : one)));
  const { request: paced, faults: paceFaults } = readPace(pace);
  const ask = (isDry: boolean) => {
    setTold(true);
    if (!isCount || faults.size > 0 || paceFaults.size > 0) return;
    const corrected = Object.keys(variables).length === 0 ? {} : { variables };
    const request = { ...target, action: 'RETRY' as const, retries: Number(retries), ...corrected, ...paced };
    if (isDry) attempt.mutate({ ...request, dryRun: true }, { onSuccess: setDryRun });
    else attempt.mutate(request, { onSuccess: ({ bulkId }) => onBegan(bulkId) });
  };
  return (
    <Dialog
      title={m.retryTitle({ count })}
      onClose={onClose}
      size="wide"
      back={m.back}
      actions={
        <>
          <Button isBusy={attempt.isPending} onClick={() => ask(true)}>
            {m.check}
          </Button>
          <Button look="primary" isBusy={attempt.isPending} onClick={() => ask(false)}>
            {m.retryDeed}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{m.retryText}</p>
        {group.kind === 'job' && (
          <Field label={m.attempts} hint={m.attemptsHint} {...(isCount ? {} : { error: m.attemptsFault })}>
            {(ids) => (
              <TextInput
                {...ids}
                inputMode="numeric"
                value={retries}
                onChange={({ target }) => setRetries(target.value.trim())}
              />
            )}
          </Field>
        )}
        <div className={styles.variables}>
          <h3 className="label">{m.variables}</h3>
          <datalist id={names}>
            {Object.keys(data?.detail.variables ?? {}).map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          {corrections.map((one, at) => {
            const fault = isTold ? faults.get(at) : undefined;
            return (
              <div key={one.id} className={styles.variable}>
                <Field label={m.variableName} {...(fault === 'name' ? { error: m.nameFault } : {})}>
                  {(ids) => (
                    <TextInput
                      {...ids}
                      list={names}
                      autoComplete="off"
                      value={one.name}
                      onChange={({ target }) => change(at, { name: target.value })}
                    />
                  )}
                </Field>
                <Field label={m.variableKind}>
                  {(ids) => (
                    <Select
                      {...ids}
                      value={one.kind}
                      onChange={({ target }) => change(at, { kind: target.value as CorrectionKind })}
                    >
                      {correctionKinds.map((kind) => (
                        <option key={kind} value={kind}>
                          {m.kindOfValue({ kind })}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
                <Field
                  label={m.variableValue}
                  {...(fault === 'value' ? { error: m.valueFault({ kind: one.kind }) } : {})}
                >
                  {(ids) => (
                    <TextInput
                      {...ids}
                      value={one.value}
                      onChange={({ target }) => change(at, { value: target.value })}
                    />
                  )}
                </Field>
                <IconButton
                  icon={Trash2}
                  label={m.removeVariable}
                  onClick={() => setCorrections(corrections.filter(({ id }) => id !== one.id))}
                />
              </div>
            );
          })}
          <Button
            icon={Plus}
            onClick={() =>
              setCorrections([
                ...corrections,
                { id: (corrections.at(-1)?.id ?? 0) + 1, name: '', kind: 'text', value: '' },
              ])
            }
          >
            {m.addVariable}
          </Button>
        </div>
        {count > 1 && <PaceFields pace={pace} faults={isTold ? paceFaults : new Set()} onChange={setPace} />}
        {dryRun !== undefined && <DryRunTold told={dryRun} />}
        {attempt.error !== null && <ProblemView error={attempt.error} />}
      </div>
    </Dialog>
  );
}
