import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { isProblem } from '../../api/problem.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';

interface DeleteDialogProps {
  readonly subProjectId: string;
  readonly processId: string;
  onClose(): void;
  onDeleted(): void;
}

/** Deleting for good, with what would go first. */
export function DeleteDialog({ subProjectId, processId, onClose, onDeleted }: DeleteDialogProps) {
  const m = messages.use();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const plan = useQuery({
    queryKey: ['deleteProcess', 'dryRun', processId],
    queryFn: () => call('deleteProcess', { subProjectId, processId, dryRun: true }),
    gcTime: 0,
  });
  const remove = async () => {
    setBusy(true);
    try {
      const given = reason.trim() === '' ? {} : { reason };
      await call('deleteProcess', { subProjectId, processId, endRuns: true, ...given });
      onDeleted();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={m.deleteProcess}
      onClose={onClose}
      back={m.keepProcess}
      actions={
        <Button look="danger" isBusy={isBusy} disabled={plan.data === undefined} onClick={() => void remove()}>
          {m.deleteForGood}
        </Button>
      }
    >
      {plan.isPending && <SkeletonRows count={2} />}
      {plan.error !== null && <ProblemView error={plan.error} />}
      {failure !== undefined && !isProblem(failure, 'ERROR_STEP_UP_REQUIRED') && <ProblemView error={failure} />}
      {plan.data !== undefined && (
        <>
          <p>{m.deletePlan({ runs: Number(plan.data.runs), files: Number(plan.data.files) })}</p>
          {Number(plan.data.unfinishedRuns) > 0 && (
            <p className="danger-t">{m.deleteUnfinished({ runs: Number(plan.data.unfinishedRuns) })}</p>
          )}
          <Field label={m.reason}>
            {(ids) => <TextInput {...ids} value={reason} onChange={({ target }) => setReason(target.value)} />}
          </Field>
        </>
      )}
    </Dialog>
  );
}
