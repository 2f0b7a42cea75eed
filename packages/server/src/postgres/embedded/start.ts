import type { Log } from '../../kernel/log.js';
import { clusterUrl, ensureCluster, SERVER_USER } from './cluster.js';
import { findHome } from './home.js';
import { recordOwnership } from './owners.js';
import { ensureRunning, stopPostmaster } from './postmaster.js';
import { findRunning } from './postmaster-file.js';
import { findPrograms } from './programs.js';
import { ensureServerUser } from './server-user.js';
import { Supervisor } from './supervisor.js';

export interface EmbeddedOptions {
  /** Belongs to the embedded PostgreSQL alone; created when missing, with its parents. */
  readonly dataDirectory: string;
  readonly log: Log;
  /** Where the cluster goes when PostgreSQL cannot enter the data directory, see `findHome`. Default /var/lib/millrace. */
  readonly fallbackDirectory?: string;
  /** False only for test databases: commits may be lost when the machine fails. Default true. */
  readonly durable?: boolean;
}

export interface EmbeddedPostgres {
  /**
   * Of the role the servers work as, which may do nothing before `grantToServer`. Like `ownerUrl` the same for as long as
   * this object lives, also after PostgreSQL was started again.
   */
  readonly url: string;
  /** Of the superuser, which owns the schema: for migrations and backups. */
  readonly ownerUrl: string;
  /** Data directory of PostgreSQL. */
  readonly cluster: string;
  /** Where its files are: the data directory, or the place in the fallback directory. */
  readonly directory: string;
  /** Stops PostgreSQL unless another server process uses it. Close the pools first. */
  stop(): Promise<void>;
}

/**
 * Runs the PostgreSQL that npm brought on the data directory, on a loopback port with a password. A server left running
 * by a Millrace that was killed is adopted, and so is one that another Millrace started; the last to stop stops it. It is
 * started again when it dies. Run as root, PostgreSQL runs as `nobody`; see `findHome` for where its files are then.
 * @throws DataDirectoryError when the directory cannot be used; EmbeddedPostgresError when this machine cannot run it
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
  const home = await findHome(options.dataDirectory, options.fallbackDirectory);
  const programs = await findPrograms(home.path, home.account);
  const password = await ensureCluster(home, programs, durable);
  const launch = { home, programs, durable, log };
  const ownership = await recordOwnership(home.cluster);
  try {
    const running = await ensureRunning(launch, undefined);
    const ownerUrl = clusterUrl(password, running.port);
    const serverPassword = await ensureServerUser(home, ownerUrl, log);
    const supervisor = new Supervisor(launch, running);
    log.info({ cluster: home.cluster, postmaster: running.pid, port: running.port }, 'embedded PostgreSQL runs');
    return {
      directory: home.path,
      cluster: home.cluster,
      url: clusterUrl(serverPassword, running.port, SERVER_USER),
      ownerUrl,
      async stop() {
        await supervisor.end();
        const last = await ownership.release();
        const pid = (await findRunning(home.cluster))?.pid;
        if (!last) log.info({ pid }, 'another server uses PostgreSQL, which keeps running');
        else if (pid !== undefined) await stopPostmaster(pid, log);
      },
    };
  } catch (error) {
    await ownership.release();
    throw error;
  }
}
