import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, Ellipsis, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { Button, IconButton } from '../../ui/button/button.js';
import { Menu } from '../../ui/menu/menu.js';
import { messages } from '../messages/index.gen.js';
import type { ShownProcess } from '../model/use-process.js';
import { DeleteDialog } from './delete-dialog.js';

/** What one may do with the process as a whole; what one may not is not there. */
export function ProcessTools({ shown: { schema, process } }: { shown: ShownProcess }) {
  const m = messages.use();
  const [isDeleting, setDeleting] = useState(false);
  const start = useChange('executeWorkflow');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { subProjectId } = schema;
  const workflows = schema.workflows.filter(({ id }) => process.allowed?.workflows.includes(id));
  const run = (workflowId: string, name: string) =>
    start.mutate(
      { subProjectId, processId: process.id, stageKey: process.stageKey ?? '', workflowId },
      {
        onSuccess: () => showToast({ text: m.started({ name }) }),
        onError: (error) => showFailure(error),
      },
    );
  return (
    <>
      {process.allowed?.delete === true && (
        <Menu
          label={m.more}
          placement="bottom end"
          entries={[
            { id: 'delete', label: m.deleteProcess, icon: Trash2, isDanger: true, run: () => setDeleting(true) },
          ]}
        >
          {(trigger) => <IconButton icon={Ellipsis} label={m.more} {...trigger} />}
        </Menu>
      )}
      {workflows.length > 0 && (
        <Menu
          label={m.runWorkflow}
          placement="bottom end"
          entries={workflows.map(({ id, name }) => ({ id, label: name, run: () => run(id, name) }))}
        >
          {(trigger) => (
            <Button icon={Play} after={ChevronDown} isBusy={start.isPending} {...trigger}>
              {m.runWorkflow}
            </Button>
          )}
        </Menu>
      )}
      {isDeleting && (
        <DeleteDialog
          subProjectId={subProjectId}
          processId={process.id}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false);
            showToast({ text: m.deleted });
            void navigate({ to: '/' }).then(() => queries.invalidateQueries());
          }}
        />
      )}
    </>
  );
}
