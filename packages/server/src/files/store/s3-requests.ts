import {
  abortMultipart,
  abortMultiparts,
  completeMultipart,
  createMultipart,
  listMultipartsPage,
  listParts,
  signPart,
} from './multipart-requests.js';
import { copy, digest, head, listPage, remove, signDownload, signRead } from './object-requests.js';
import { signUpload } from './sign-upload.js';

export { probeBucket } from './object-requests.js';
export { s3Target } from './s3-target.js';

/** What can be asked of one store; each function says what it answers. */
export const requests = {
  signUpload,
  signDownload,
  signRead,
  head,
  digest,
  copy,
  remove,
  listPage,
  createMultipart,
  signPart,
  listParts,
  completeMultipart,
  abortMultipart,
  abortMultiparts,
  listMultipartsPage,
};
