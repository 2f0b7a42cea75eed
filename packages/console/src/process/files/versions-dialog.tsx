import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call } from '../../api/call.js';
import { showFailure } from '../../frame/failure.js';
import { useLocale } from '../../messages/locale.js';
import { Badge } from '../../ui/badge/badge.js';
import { Button, IconButton } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { download } from './download.js';
import styles from './files.module.css';
import { sizeText } from './size-text.js';

interface VersionsDialogProps {
  readonly subProjectId: string;
  readonly processId: string;
  readonly file: { readonly id: string; readonly fileName: string };
  onClose(): void;
}

const PER_PAGE = 50;

/** The versions of a file, newest first, each to be downloaded. */
export function VersionsDialog({ subProjectId, processId, file, onClose }: VersionsDialogProps) {
  const m = messages.use();
  const locale = useLocale();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['getFileVersions', processId, file.id],
    queryFn: ({ pageParam }) =>
      call('getFileVersions', {
        subProjectId,
        processId,
        fileId: file.id,
        page: String(pageParam),
        perPageCount: String(PER_PAGE),
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (Number(meta.page) < Number(meta.totalPages) ? Number(meta.page) + 1 : undefined),
  });
  const versions = data?.pages.flatMap((page) => page.versions);
  return (
    <Dialog
      title={m.versionsOf({ name: file.fileName })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{m.close}</Button>}
    >
      {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
      {versions === undefined && error === null && <SkeletonRows count={2} />}
      {versions !== undefined && (
        <ul className={styles.list}>
          {versions.map((one) => (
            <li key={one.id} className={styles.item}>
              <span className={styles.text}>
                <span className="row">
                  <b className="b5">{m.fileVersion({ number: one.version })}</b>
                  {one.current && <Badge tone="completed">{m.currentVersion}</Badge>}
                </span>
                <span className="t12 t3 clip">
                  {one.fileName} · {sizeText(Number(one.size), locale)} · <When at={one.createdTs} />
                </span>
              </span>
              {one.quarantine !== undefined ? (
                <Badge tone="waiting">{m.quarantine({ state: one.quarantine })}</Badge>
              ) : (
                <IconButton
                  icon={Download}
                  label={m.downloadVersion({ number: one.version })}
                  onClick={() => void download(subProjectId, processId, one).catch((failed) => showFailure(failed))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.olderVersions}
        </Button>
      )}
    </Dialog>
  );
}
