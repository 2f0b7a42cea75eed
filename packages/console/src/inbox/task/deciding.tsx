import { lazy, Suspense } from 'react';
import { useDraft } from '../drafts/use-draft.js';
import { DecideForm, type DecideFormProps } from './decide-form.js';

const DraftNote = lazy(() => import('./draft-note.js').then(({ DraftNote: component }) => ({ default: component })));

/** Comment, form and the two buttons of an open task, with what the person began to write on any of their devices. */
export function Deciding(props: Pick<DecideFormProps, 'detail' | 'schema' | 'onDecided'>) {
  const { task, allowed } = props.detail;
  const { draft, other, revision, type, keepOwn, takeOther } = useDraft(
    task.id,
    task.state === 'OPEN' && allowed.decide,
  );
  const note = other !== undefined && (
    <Suspense>
      <DraftNote other={other} onKeep={keepOwn} onTake={takeOther} />
    </Suspense>
  );
  return <DecideForm key={revision} {...props} draft={draft} note={note} onType={type} />;
}
