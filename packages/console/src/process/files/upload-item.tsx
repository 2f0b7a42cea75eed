import { FileUp, RotateCcw, X } from 'lucide-react';
import { Button, IconButton } from '../../ui/button/button.js';
import { Progress } from '../../ui/feedback/progress.js';
import { Icon } from '../../ui/icon/icon.js';
import { ReasonText } from '../../ui/reason/reason-text.js';
import { messages } from '../messages/index.gen.js';
import styles from './files.module.css';
import type { Upload } from './upload.js';

/** A file on its way. */
export function UploadItem({
  upload: { file, sent, failure },
  onAgain,
  onCancel,
}: {
  upload: Upload;
  onAgain(): void;
  onCancel(): void;
}) {
  const m = messages.use();
  return (
    <li className={styles.item}>
      <span className={styles.icon}>
        <Icon of={FileUp} />
      </span>
      <span className={styles.text}>
        <span className="b5 clip">{file.name}</span>
        {failure === undefined ? (
          <Progress label={m.uploading({ name: file.name })} value={sent} />
        ) : (
          <span className="t12 danger-t">
            {m.notUploaded} <ReasonText error={failure} />
          </span>
        )}
      </span>
      {failure === undefined ? (
        <span className="t12 t3 num">{Math.round(sent * 100)} %</span>
      ) : (
        <Button size="small" icon={RotateCcw} onClick={onAgain}>
          {m.again}
        </Button>
      )}
      <IconButton icon={X} size="small" label={m.cancelUpload({ name: file.name })} onClick={onCancel} />
    </li>
  );
}
