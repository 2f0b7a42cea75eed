import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { editedInstant, localText } from '../../form/schema/instants.js';
import { showToast } from '../../frame/toasts.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { messages as uiMessages } from '../../ui/messages/index.gen.js';
import { messages } from '../messages/index.gen.js';
import type { TaskDetail } from '../tasks/task-query.js';
import styles from './task.module.css';

const textOf = (instant: string | null): string => (instant === null ? '' : localText(instant));

/** Due date and follow-up of the task. */
export function DatesDialog({ detail, onClose }: { detail: TaskDetail; onClose(): void }) {
  const m = messages.use();
  const ui = uiMessages.use();
  const { task, subProject } = detail;
  const [due, setDue] = useState(textOf(task.dueTs));
  const [followUp, setFollowUp] = useState(textOf(task.followUpTs));
  const update = useChange('updateTask');
  const save = () =>
    update.mutate(
      {
        subProjectId: subProject.id,
        taskId: task.id,
        dueTs: editedInstant(task.dueTs, due),
        followUpTs: editedInstant(task.followUpTs, followUp),
      },
      {
        onSuccess: () => {
          showToast({ text: m.datesSaved });
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={m.dates}
      onClose={onClose}
      back={ui.cancel}
      actions={
        <Button look="primary" isBusy={update.isPending} onClick={save}>
          {m.save}
        </Button>
      }
    >
      <div className={styles.dialog}>
        {update.error !== null && <ProblemView error={update.error} />}
        <Field label={m.dueDate}>
          {(ids) => (
            <TextInput {...ids} type="datetime-local" value={due} onChange={({ target }) => setDue(target.value)} />
          )}
        </Field>
        <Field label={m.followUp}>
          {(ids) => (
            <TextInput
              {...ids}
              type="datetime-local"
              value={followUp}
              onChange={({ target }) => setFollowUp(target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
