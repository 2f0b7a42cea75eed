import { Button } from '../../ui/button/button.js';
import { Note } from '../../ui/feedback/note.js';
import type { Draft } from '../drafts/local-draft.js';
import { messages } from '../messages/index.gen.js';

interface DraftNoteProps {
  readonly other: Draft;
  onKeep(): void;
  onTake(): void;
}

/** The person wrote something else on another device: which of the two counts? */
export function DraftNote({ other: { comment = '' }, onKeep, onTake }: DraftNoteProps) {
  const m = messages.use();
  return (
    <Note tone="waiting">
      <p>{comment === '' ? m.draftOther : m.draftOtherComment({ comment })}</p>
      <div className="row wrap">
        <Button size="small" onClick={onTake}>
          {m.draftTake}
        </Button>
        <Button size="small" onClick={onKeep}>
          {m.draftKeep}
        </Button>
      </div>
    </Note>
  );
}
