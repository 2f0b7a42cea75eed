import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../ui/dialog/dialog.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { StillWorking } from '../../ui/feedback/skeleton.js';
import type { DiagramEditor } from '../drawing/diagram-editor.js';
import { messages } from '../messages/index.gen.js';
import { ChangeList } from './change-list.js';
import { diagramChanges } from './diagram-changes.js';

export interface ChangesDialogProps {
  /** The file as it was deployed. */
  readonly deployed: string;
  readonly version: string;
  readonly editor: DiagramEditor;
  onClose(): void;
}

/** What differs between the drawing and the deployed diagram. */
export function ChangesDialog({ deployed, version, editor, onClose }: ChangesDialogProps) {
  const m = messages.use();
  const { data, error } = useQuery({
    queryKey: ['studio.changes', version],
    queryFn: async () => {
      const bpmn = await editor.save();
      const [before, after] = await Promise.all([editor.parse(deployed), editor.parse(bpmn)]);
      return diagramChanges(before, after);
    },
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog title={m.changesSince({ version })} size="wide" onClose={onClose} back={m.close}>
      {error !== null && <ProblemView error={error} />}
      {data === undefined && error === null && <StillWorking />}
      {data?.length === 0 && <p>{m.noChanges}</p>}
      {data !== undefined && <ChangeList changes={data} />}
    </Dialog>
  );
}
