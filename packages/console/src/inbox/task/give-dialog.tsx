import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { useMe } from '../../session/session.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { Select, TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { messages as uiMessages } from '../../ui/messages/index.gen.js';
import { messages } from '../messages/index.gen.js';
import type { TaskDetail } from '../tasks/task-query.js';
import styles from './task.module.css';

/** Gives the task to another person, with a note. */
export function GiveDialog({ detail, onClose }: { detail: TaskDetail; onClose(): void }) {
  const m = messages.use();
  const ui = uiMessages.use();
  const { task, subProject, title } = detail;
  const { user } = useMe();
  const [assignee, setAssignee] = useState('');
  const [note, setNote] = useState('');
  const people = useQuery(
    read('getUsersForProcess', {
      subProjectId: subProject.id,
      processId: task.processId,
      page: '1',
      perPageCount: '200',
    }),
  );
  const give = useChange('assignTask');
  const others = (people.data?.users ?? []).filter(({ id }) => id !== user.id && id !== task.assignee);
  const send = () =>
    give.mutate(
      { subProjectId: subProject.id, taskId: task.id, assignee, ...(note === '' ? {} : { note }) },
      {
        onSuccess: () => {
          showToast({ text: m.given({ title, name: others.find(({ id }) => id === assignee)?.name ?? m.somebody }) });
          onClose();
        },
      },
    );
  const error = people.error ?? give.error;
  return (
    <Dialog
      title={m.give}
      onClose={onClose}
      back={ui.cancel}
      actions={
        <Button look="primary" disabled={assignee === ''} isBusy={give.isPending} onClick={send}>
          {m.giveButton}
        </Button>
      }
    >
      <div className={styles.dialog}>
        {error !== null && <ProblemView error={error} />}
        <Field label={m.giveTo} isRequired>
          {(ids) => (
            <Select {...ids} value={assignee} onChange={({ target }) => setAssignee(target.value)}>
              <option value="" />
              {others.map(({ id, name, role }) => (
                <option key={id} value={id}>
                  {name} ({role})
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={m.note}>
          {(ids) => <TextInput {...ids} value={note} onChange={({ target }) => setNote(target.value)} />}
        </Field>
      </div>
    </Dialog>
  );
}
