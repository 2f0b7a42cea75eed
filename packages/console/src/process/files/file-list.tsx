import { useInfiniteQuery } from '@tanstack/react-query';
import { Upload as UploadIcon } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { call } from '../../api/call.js';
import { keyOf } from '../../api/queries.js';
import { ShowMore } from '../../list/page/show-more.js';
import { useMay } from '../../session/can.js';
import { Count } from '../../ui/badge/badge.js';
import { Button } from '../../ui/button/button.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { messages } from '../messages/index.gen.js';
import type { SubProjectSchema } from '../model/use-process.js';
import { filesRequest } from '../model/use-references.js';
import { FileItem } from './file-item.js';
import styles from './files.module.css';
import { pluginOf } from './upload.js';
import { UploadItem } from './upload-item.js';
import { useUploads } from './use-uploads.js';

/** The files of the process. Files are dropped on it, or chosen. */
export function FileList({ schema, processId }: { schema: SubProjectSchema; processId: string }) {
  const m = messages.use();
  const { subProjectId } = schema;
  const mayAdd = useMay({ grant: 'file.create', subProjectId });
  const isAllowed = useMay({ grant: 'file.read', subProjectId });
  const request = filesRequest(subProjectId, processId);
  const query = useInfiniteQuery({
    queryKey: keyOf('listStorage', request),
    queryFn: ({ pageParam, signal }) => call('listStorage', { ...request, page: String(pageParam) }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (Number(meta.page) < Number(meta.totalPages) ? Number(meta.page) + 1 : undefined),
    enabled: isAllowed,
  });
  const { data, error, refetch } = query;
  const { uploads, add, again, cancel } = useUploads({
    subProjectId,
    processId,
    pluginName: pluginOf(schema.storage.plugins),
  });
  const input = useRef<HTMLInputElement>(null);
  const replacing = useRef<{ input: HTMLInputElement | null; fileId?: string }>({ input: null });
  const [isOver, setOver] = useState(false);
  if (!isAllowed && !mayAdd) return null;
  const files = data?.pages.flatMap((page) => page.files) ?? [];
  const total = Number(data?.pages[0]?.meta.totalCount ?? 0);
  const replace = (fileId: string) => {
    replacing.current.fileId = fileId;
    replacing.current.input?.click();
  };
  const drop = mayAdd
    ? {
        onDragOver: (event: DragEvent) => {
          event.preventDefault();
          setOver(true);
        },
        onDragLeave: () => setOver(false),
        onDrop: (event: DragEvent) => {
          event.preventDefault();
          setOver(false);
          add(event.dataTransfer.files);
        },
      }
    : {};
  return (
    <section aria-labelledby="files" className={isOver ? styles.over : undefined} {...drop}>
      <div className={styles.head}>
        <h2 id="files">{m.files}</h2>
        {total > 0 && <Count value={total} />}
        {mayAdd && (
          <span className="end">
            <Button size="small" look="quiet" icon={UploadIcon} onClick={() => input.current?.click()}>
              {m.addFiles}
            </Button>
            <input
              ref={input}
              type="file"
              multiple
              className="vh"
              tabIndex={-1}
              aria-label={m.addFiles}
              onChange={({ target }) => {
                add([...(target.files ?? [])]);
                target.value = '';
              }}
            />
            <input
              ref={(element) => {
                replacing.current.input = element;
              }}
              type="file"
              hidden
              onChange={({ target }) => {
                add([...(target.files ?? [])], replacing.current.fileId);
                target.value = '';
              }}
            />
          </span>
        )}
      </div>
      {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
      {isAllowed && data === undefined && error === null && <SkeletonRows count={2} />}
      {files.length === 0 && uploads.length === 0 && data !== undefined && (
        <p className="t3 t13">{mayAdd ? m.noFilesDrop : m.noFiles}</p>
      )}
      {(files.length > 0 || uploads.length > 0) && (
        <ul className={styles.list}>
          {uploads.map((one) => (
            <UploadItem key={one.id} upload={one} onAgain={() => again(one)} onCancel={() => cancel(one)} />
          ))}
          {files.map((file) => (
            <FileItem
              key={file.id}
              subProjectId={subProjectId}
              processId={processId}
              file={file}
              mayChange={mayAdd}
              onReplace={() => replace(file.id)}
            />
          ))}
        </ul>
      )}
      <ShowMore of={query} />
    </section>
  );
}
