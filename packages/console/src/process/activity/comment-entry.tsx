import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { Button } from '../../ui/button/button.js';
import { TextArea } from '../../ui/field/controls.js';
import { ReasonText } from '../../ui/reason/reason-text.js';
import { messages } from '../messages/index.gen.js';
import styles from './activity.module.css';
import type { Entry, EntryProps } from './entry.js';
import { partsOf } from './mentions.js';

type Comment = NonNullable<Entry['comment']>;

/** A comment with its text, and what one may do with it. */
export function CommentEntry({
  entry,
  schema,
  names,
  references,
  comment,
  onReply,
}: EntryProps & { comment: Comment }) {
  const m = messages.use();
  const [isEdited, setEdited] = useState(false);
  const remove = useChange('deleteComment');
  const { subProjectId } = schema;
  const onError = (error: Error) => showFailure(error);
  if (comment.body === null) return <p className="t3">{m.commentDeleted({ name: entry.by.name })}</p>;
  return (
    <div className={styles.comment}>
      <div className="row">
        <b className="b5">{entry.by.name}</b>
        {comment.editedTs !== null && <span className="t12 t3">{m.edited}</span>}
      </div>
      {isEdited ? (
        <EditComment subProjectId={subProjectId} comment={comment} onClose={() => setEdited(false)} />
      ) : (
        <p className={styles.text}>
          {partsOf(comment.body).map((part, index) =>
            part.userId === undefined ? (
              part.text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
              <span key={index} className={styles.mention}>
                @{names[part.userId] ?? references.names?.[part.userId] ?? part.userId}
              </span>
            ),
          )}
        </p>
      )}
      {!isEdited && (
        <div className={styles.actions}>
          {onReply !== undefined && (
            <button type="button" className={styles.action} onClick={onReply}>
              {m.reply}
            </button>
          )}
          {comment.mayUpdate && (
            <button type="button" className={styles.action} onClick={() => setEdited(true)}>
              {m.change}
            </button>
          )}
          {comment.mayDelete && (
            <button
              type="button"
              className={styles.action}
              onClick={() => remove.mutate({ subProjectId, commentId: comment.id }, { onError })}
            >
              {m.remove}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function EditComment({ subProjectId, comment, onClose }: { subProjectId: string; comment: Comment; onClose(): void }) {
  const m = messages.use();
  const [body, setBody] = useState(comment.body ?? '');
  const update = useChange('updateComment', { ifMatch: comment.version });
  return (
    <form
      className="col g6"
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ subProjectId, commentId: comment.id, body }, { onSuccess: onClose });
      }}
    >
      <TextArea aria-label={m.comment} rows={3} value={body} onChange={({ target }) => setBody(target.value)} />
      {update.error !== null && <ReasonText error={update.error} />}
      <span className="row">
        <Button type="submit" size="small" look="primary" isBusy={update.isPending} disabled={body.trim() === ''}>
          {m.save}
        </Button>
        <Button size="small" look="quiet" onClick={onClose}>
          {m.cancel}
        </Button>
      </span>
    </form>
  );
}
