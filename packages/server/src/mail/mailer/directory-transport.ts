import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transport } from './transport.js';

/**
 * Writes each message to a file `<message id>.eml` instead of sending it, for the demo and for development. An attempt that is
 * repeated replaces its file. Only the owner can read the files, because messages contain links that sign people in.
 */
export const createDirectoryTransport = (directory: string): Transport => ({
  async send(message) {
    const { createTransport } = await import('nodemailer');
    const composer = createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const { message: content, envelope } = await composer.sendMail(message);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const name = message.messageId.replace(/[^\w.@-]/g, '');
    const temporary = join(directory, `.${name}.${randomBytes(6).toString('hex')}`);
    await writeFile(temporary, content as Buffer, { mode: 0o600, flag: 'wx' });
    await rename(temporary, join(directory, `${name}.eml`));
    return { messageId: message.messageId, accepted: [...envelope.to], rejected: [] };
  },
});
