import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../api/call.js';
import { call } from '../../api/call.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { messages } from '../messages/index.gen.js';
import styles from './files.module.css';

interface PreviewProps {
  readonly subProjectId: string;
  readonly processId: string;
  readonly file: AnswerOf<'listStorage'>['files'][number];
  onClose(): void;
}

/** The file as the browser shows it, from the store's own origin. */
export function Preview({
  subProjectId,
  processId,
  file: { id: fileId, fileName, mimeType = '' },
  onClose,
}: PreviewProps) {
  const m = messages.use();
  const { data, error } = useQuery({
    queryKey: ['urlStorage', fileId, 'inline'],
    queryFn: () => call('urlStorage', { subProjectId, processId, fileId, disposition: 'inline' }),
    // The address is valid for 15 minutes.
    staleTime: 10 * 60_000,
  });
  const url = data?.urls[0]?.url;
  return (
    <Dialog title={fileName} size="wide" onClose={onClose} actions={<Button onClick={onClose}>{m.close}</Button>}>
      {error !== null && <ProblemView error={error} />}
      {url === undefined && error === null && <SkeletonRows count={4} />}
      {url !== undefined && mimeType.startsWith('image/') && <img className={styles.image} src={url} alt={fileName} />}
      {url !== undefined && !mimeType.startsWith('image/') && (
        <iframe className={styles.frame} src={url} title={fileName} />
      )}
    </Dialog>
  );
}
