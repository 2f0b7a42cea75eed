import { useQuery } from '@tanstack/react-query';
import { Download, FileText, Image } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { Button, IconButton } from '../../ui/button/button.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';
import type { TaskDetail } from '../tasks/task-query.js';
import styles from './task.module.css';

type StoredFile = TaskDetail['files'][number];

/** Signed addresses are valid for some minutes. */
const FRESH_MS = 5 * 60_000;

/** The files of the process beside the facts, one of them in sight. */
export function Files({ detail }: { detail: TaskDetail }) {
  const m = messages.use();
  const { files, task, subProject } = detail;
  const [chosen, choose] = useState(files[0]?.id);
  const file = files.find(({ id }) => id === chosen) ?? files[0];
  if (file === undefined) return null;
  const download = async () => {
    const { urls } = await call('urlStorage', {
      subProjectId: subProject.id,
      processId: task.processId,
      fileId: file.id,
    });
    if (urls[0] !== undefined) location.assign(urls[0].url);
  };
  return (
    <aside className={styles.files} aria-label={m.files}>
      <div className={styles.fileTabs}>
        {files.map(({ id, fileName, mimeType }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === file.id}
            className={`${styles.file} ${id === file.id ? styles.chosen : ''}`}
            onClick={() => choose(id)}
          >
            <Icon of={mimeType?.startsWith('image/') ? Image : FileText} size={14} />
            <span className="clip">{fileName}</span>
          </button>
        ))}
        <span className="end">
          <IconButton
            size="small"
            icon={Download}
            label={m.download({ name: file.fileName })}
            onClick={() => void download()}
          />
        </span>
      </div>
      <div className={styles.view}>
        <Preview key={file.id} file={file} detail={detail} onDownload={() => void download()} />
      </div>
    </aside>
  );
}

interface PreviewProps {
  readonly file: StoredFile;
  readonly detail: TaskDetail;
  onDownload(): void;
}

function Preview({ file, detail, onDownload }: PreviewProps) {
  const m = messages.use();
  const { id, fileName, mimeType = '', quarantine, locked } = file;
  const kind =
    mimeType === 'application/pdf'
      ? 'frame'
      : mimeType.startsWith('image/') && !mimeType.includes('svg')
        ? 'image'
        : 'none';
  const isThere = quarantine === undefined && !locked;
  const { data, error } = useQuery({
    queryKey: ['urlStorage', id],
    queryFn: ({ signal }) =>
      call(
        'urlStorage',
        { subProjectId: detail.subProject.id, processId: detail.task.processId, fileId: id, disposition: 'inline' },
        { signal },
      ),
    staleTime: FRESH_MS,
    enabled: isThere && kind !== 'none',
  });
  const url = data?.urls[0]?.url;
  if (error !== null) return <ProblemView error={error} />;
  if (!isThere) return <p className={styles.noPreview}>{m.quarantined}</p>;
  if (kind === 'none') {
    return (
      <div className={styles.noPreview}>
        <p className="b5">{fileName}</p>
        <p className="t3">{m.noPreview}</p>
        <Button icon={Download} onClick={onDownload}>
          {m.download({ name: fileName })}
        </Button>
      </div>
    );
  }
  if (url === undefined) return null;
  return kind === 'frame' ? (
    <iframe className={styles.frame} title={fileName} src={`${url}#toolbar=0&navpanes=0&view=FitH`} />
  ) : (
    <img className={styles.image} alt={fileName} src={url} />
  );
}
