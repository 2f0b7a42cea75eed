import { call } from '../../api/call.js';

/** Saves a file of a process on the device of the person. */
export async function download(subProjectId: string, processId: string, file: { id: string; fileName: string }) {
  const { urls } = await call('urlStorage', { subProjectId, processId, fileId: file.id });
  const link = document.createElement('a');
  link.href = urls[0]?.url ?? '';
  link.download = file.fileName;
  link.click();
}
