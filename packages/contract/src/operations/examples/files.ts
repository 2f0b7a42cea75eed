import { createdTs, type Examples, ids, meta, page } from './example.js';

const { subProjectId, processId, fileId, reconciliationId } = ids;
const upload = { fileName: 'invoice.pdf', mimeType: 'application/pdf', pluginName: 'knowledgeRepo' };
const reserved = { id: fileId, fileName: upload.fileName, locked: true };
const closed = { id: fileId, fileName: upload.fileName, size: '48213', locked: false };

export const fileExamples = {
  createSignedStorage: {
    request: { subProjectId, ...upload },
    answer: {
      file: reserved,
      aws: {
        url: 'http://127.0.0.1:9000/millrace',
        fields: {
          key: `${subProjectId}/${fileId}/invoice.pdf`,
          'Content-Type': upload.mimeType,
          Policy: 'eyJleHBpcmF0aW9uIjoi…',
          'X-Amz-Signature': '9f86d081884c7d65…',
        },
      },
    },
  },
  closeSignedStorage: { request: { subProjectId, fileId }, answer: { file: closed } },
  listStorage: { request: { subProjectId, ...page }, answer: { meta, files: [{ ...closed, createdTs }] } },
  urlStorage: {
    request: { subProjectId, processId, fileId },
    answer: { urls: [{ fileId, url: 'http://127.0.0.1:9000/millrace/…&X-Amz-Expires=900&X-Amz-Signature=…' }] },
  },
  deleteStorage: {
    request: { fileIds: [fileId], recover: false },
    answer: { success: true, message: '1 file deleted.' },
  },
  createMultipartStorage: {
    request: { subProjectId, ...upload, size: '20971520' },
    answer: { file: reserved, partSize: '8388608', partCount: '3' },
  },
  signStorageParts: { request: { subProjectId, fileId, partNumbers: [1, 2, 3] } },
  completeMultipartStorage: { request: { subProjectId, fileId }, answer: { file: closed } },
  abortMultipartStorage: { request: { subProjectId, fileId } },
  reconcileStorage: { request: { repair: false, subProjectId } },
  getStorageReconciliation: { request: { id: reconciliationId } },
} satisfies Examples;
