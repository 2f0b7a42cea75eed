import {
  Download,
  Ellipsis,
  Eye,
  FileText,
  FileUp,
  History,
  Image,
  type LucideIcon,
  Pencil,
  Unlink,
} from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { useLocale } from '../../messages/locale.js';
import { Badge } from '../../ui/badge/badge.js';
import { IconButton } from '../../ui/button/button.js';
import { Icon } from '../../ui/icon/icon.js';
import { Menu } from '../../ui/menu/menu.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { download } from './download.js';
import styles from './files.module.css';
import { Preview } from './preview.js';
import { RenameDialog } from './rename-dialog.js';
import { sizeText } from './size-text.js';
import { VersionsDialog } from './versions-dialog.js';

type StoredFile = AnswerOf<'listStorage'>['files'][number];

interface FileItemProps {
  readonly subProjectId: string;
  readonly processId: string;
  readonly file: StoredFile;
  readonly mayChange: boolean;
  /** Asks for a file that becomes the newest version of this one. */
  onReplace(): void;
}

const previewable = /^(application\/pdf|image\/(png|jpeg|gif|webp|avif)|text\/plain)/;
const iconOf = (mimeType = ''): LucideIcon => (mimeType.startsWith('image/') ? Image : FileText);

/** A file with what one may do with it. */
export function FileItem({ subProjectId, processId, file, mayChange, onReplace }: FileItemProps) {
  const m = messages.use();
  const locale = useLocale();
  const [open, setOpen] = useState<'preview' | 'rename' | 'versions'>();
  const detach = useChange('detachFile');
  const { id: fileId, fileName, mimeType = '', quarantine } = file;
  const tell = (error: Error) => showFailure(error);
  const version = file.versions?.find((one) => one.processId === processId)?.version;
  const entries = [
    { id: 'replace', label: m.replace, icon: FileUp, run: onReplace },
    { id: 'rename', label: m.rename, icon: Pencil, run: () => setOpen('rename') },
    {
      id: 'detach',
      label: m.detach,
      icon: Unlink,
      run: () =>
        detach.mutate(
          { subProjectId, processId, fileId },
          { onSuccess: () => showToast({ text: m.detached({ name: fileName }) }), onError: tell },
        ),
    },
  ];
  return (
    <li className={styles.item}>
      <span className={styles.icon}>
        <Icon of={iconOf(mimeType)} />
      </span>
      <span className={styles.text}>
        <span className="b5 clip">{fileName}</span>
        <span className="t12 t3">
          {version !== undefined && `${m.fileVersion({ number: version })} · `}
          {sizeText(Number(file.size), locale)} · <When at={file.createdTs} />
        </span>
      </span>
      {quarantine !== undefined && <Badge tone="waiting">{m.quarantine({ state: quarantine })}</Badge>}
      {quarantine === undefined && previewable.test(mimeType) && (
        <IconButton icon={Eye} label={m.previewOf({ name: fileName })} onClick={() => setOpen('preview')} />
      )}
      {quarantine === undefined && (
        <IconButton
          icon={Download}
          label={m.downloadOf({ name: fileName })}
          onClick={() => void download(subProjectId, processId, file).catch(tell)}
        />
      )}
      {version !== undefined && (
        <IconButton icon={History} label={m.versionsOf({ name: fileName })} onClick={() => setOpen('versions')} />
      )}
      {mayChange && (
        <Menu label={m.moreOf({ name: fileName })} placement="bottom end" entries={entries}>
          {(trigger) => <IconButton icon={Ellipsis} label={m.moreOf({ name: fileName })} {...trigger} />}
        </Menu>
      )}
      {open === 'preview' && (
        <Preview subProjectId={subProjectId} processId={processId} file={file} onClose={() => setOpen(undefined)} />
      )}
      {open === 'versions' && (
        <VersionsDialog
          subProjectId={subProjectId}
          processId={processId}
          file={file}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'rename' && <RenameDialog subProjectId={subProjectId} file={file} onClose={() => setOpen(undefined)} />}
    </li>
  );
}
