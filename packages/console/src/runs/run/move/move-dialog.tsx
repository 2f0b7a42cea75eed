import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerOf, call } from '../../../api/call.js';
import { useChange } from '../../../api/queries.js';
import type { FlowModel } from '../../../diagram/flow-model.js';
import { Button } from '../../../ui/button/button.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { ProblemView } from '../../../ui/feedback/problem.js';
import { Select } from '../../../ui/field/controls.js';
import { Field } from '../../../ui/field/field.js';
import { messages } from '../../messages/index.gen.js';
import { elementName } from '../../model/element-words.js';
import type { RunDetail } from '../../model/use-run.js';
import styles from './move.module.css';

type Modified = AnswerOf<'modifyRun'>;

export interface MoveDialogProps {
  readonly subProjectId: string;
  readonly runId: string;
  readonly active: RunDetail['active'];
  readonly model: FlowModel;
  /** The element whose token is offered first. */
  readonly from: string | undefined;
  /** The element that is offered first. */
  readonly to: string | undefined;
  onClose(): void;
}

/** Moves a token to another element: what would follow is tried by the server while it is chosen, and undone. */
export function MoveDialog({ subProjectId, runId, active, model, from, to: offered, onClose }: MoveDialogProps) {
  const m = messages.use();
  const tokens = active.filter(({ elementId }) => model.elements.has(elementId));
  const [key, setKey] = useState(() => (tokens.find(({ elementId }) => elementId === from) ?? tokens[0])?.key ?? 0);
  const [to, setTo] = useState(offered ?? '');
  const move = useChange('modifyRun');
  const request = { subProjectId, runId, move: [{ key, toElementId: to }] };
  const { data, error, isFetching } = useQuery({
    queryKey: ['modifyRun', request],
    queryFn: ({ signal }): Promise<Modified> => call('modifyRun', { ...request, dryRun: true }, { signal }),
    enabled: to !== '',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const canMove = data !== undefined && error === null && !isFetching;
  const named = (id: string) => elementName(model, m, id);
  const several = new Set(tokens.map(({ elementId }) => elementId)).size < tokens.length;
  return (
    <Dialog
      title={m.moveTitle}
      onClose={onClose}
      back={m.back}
      actions={
        <Button
          look="primary"
          isBusy={move.isPending}
          aria-disabled={!canMove}
          onClick={() => canMove && move.mutate(request, { onSuccess: onClose })}
        >
          {m.moveDeed}
        </Button>
      }
    >
      <div className={styles.form}>
        <p>{m.moveText}</p>
        <Field label={m.moveFrom}>
          {(ids) => (
            <Select {...ids} value={String(key)} onChange={({ target }) => setKey(Number(target.value))}>
              {tokens.map((token) => (
                <option key={token.key} value={token.key}>
                  {several ? `${named(token.elementId)} (${token.key})` : named(token.elementId)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={m.moveTo}>
          {(ids) => (
            <Select {...ids} value={to} onChange={({ target }) => setTo(target.value)}>
              <option value="">{m.moveChoose}</option>
              {[...model.elements.keys()].map((id) => (
                <option key={id} value={id}>
                  {named(id)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {error !== null && <ProblemView error={error} />}
        {canMove && <Preview changes={data.changes} named={named} />}
        {move.error !== null && <ProblemView error={move.error} />}
      </div>
    </Dialog>
  );
}

function Preview({ changes, named }: { changes: Modified['changes']; named(id: string): string }) {
  const m = messages.use();
  const { begun, ended, opened, closed } = changes;
  const work = (items: Modified['changes']['opened']) =>
    items.map(({ kind, elementId }) => m.moveWork({ kind, element: named(elementId) }));
  const lines = [
    [m.moveEnds, ended.map(({ elementId }) => named(elementId))],
    [m.moveBegins, begun.map(({ elementId }) => named(elementId))],
    [m.moveCloses, work(closed)],
    [m.moveOpens, work(opened)],
  ] as const;
  return (
    <div role="status" aria-label={m.movePreview}>
      <dl className={styles.preview}>
        {lines
          .filter(([, items]) => items.length > 0)
          .map(([label, items]) => (
            <div key={label}>
              <dt className="t3">{label}</dt>
              <dd>{items.join(', ')}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
