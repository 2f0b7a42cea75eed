import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './errors.js';

/** The operating system account PostgreSQL runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root: then it runs as `nobody`, or as the owner of a cluster that exists already.
 * @returns undefined when it can run as the account Millrace itself runs as
 * @throws EmbeddedPostgresError when the machine knows no such account (initdb looks it up)
 */
export async function chooseAccount(clusterOwner: Account | undefined): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (clusterOwner !== undefined && clusterOwner.uid !== 0) return clusterOwner;
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const match = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(users);
  const [, uid, gid] = match ?? [];
  if (uid === undefined || gid === undefined) {
    throw new EmbeddedPostgresError(
      'PostgreSQL does not run as root and /etc/passwd has no user nobody to run it as: ' +
        'run Millrace as another user, or set DATABASE_URL',
    );
  }
  // macOS writes -2 for 4294967294.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

/** Whether the account can enter every directory down to this existing path and read it. Access lists are not seen. */
export async function canReach(path: string, account: Account | undefined): Promise<boolean> {
  if (account === undefined) return true;
  let current = await realpath(path);
  if (!(await allows(current, account, 0o5))) return false;
  while (dirname(current) !== current) {
    current = dirname(current);
    if (!(await allows(current, account, 0o1))) return false;
  }
  return true;
}

async function allows(path: string, account: Account, wanted: number): Promise<boolean> {
  const { uid, gid, mode } = await stat(path);
  const granted = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode;
  return (granted & wanted) === wanted;
}
