import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/call.js';
import { type Upload, type UploadTarget, uploadWhole } from './upload.js';
import { abandonParts, uploadInParts } from './upload-in-parts.js';

/** Bytes from which a file is sent in parts, so that a broken upload goes on where it stopped. */
const PARTS_FROM = 16 * 1024 ** 2;

/** Uploads of this page. What has failed stays, to be sent again. */
export function useUploads(target: UploadTarget) {
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const cancels = useRef(new Map<string, AbortController>());
  const change = (id: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  const forget = (id: string) => setUploads((all) => all.filter((one) => one.id !== id));

  const run = async ({ id, file, replaces, uploaded }: Upload) => {
    const cancel = new AbortController();
    cancels.current.set(id, cancel);
    change(id, { failure: undefined, sent: 0 });
    try {
      const upload = file.size < PARTS_FROM ? uploadWhole : uploadInParts;
      const newFileId = uploaded ?? (await upload(target, file, (sent) => change(id, { sent }), cancel.signal));
      if (replaces !== undefined) {
        change(id, { uploaded: newFileId });
        const { subProjectId, processId } = target;
        await call('replaceFile', { subProjectId, processId, fileId: replaces, newFileId });
      }
      await Promise.all(
        ['listStorage', 'getFileVersions', 'getProcessActivity'].map((read) =>
          queries.invalidateQueries({ queryKey: [read] }),
        ),
      );
      forget(id);
    } catch (error) {
      if (cancel.signal.aborted) forget(id);
      else change(id, { failure: error });
    }
  };
  return {
    uploads,
    /** @param replaces id of the file that they are newer versions of */
    add(files: Iterable<File>, replaces?: string) {
      for (const file of files) {
        const upload = { id: crypto.randomUUID(), file, sent: 0, failure: undefined, replaces };
        setUploads((all) => [...all, upload]);
        void run(upload);
      }
    },
    again: (upload: Upload) => void run(upload),
    cancel({ id, file, failure }: Upload) {
      if (failure === undefined) return cancels.current.get(id)?.abort();
      abandonParts(target, file);
      forget(id);
    },
  };
}
