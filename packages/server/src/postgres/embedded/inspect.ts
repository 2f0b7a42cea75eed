import { clusterUrl, readPassword, readServerPassword, SERVER_USER } from './cluster.js';
import { findCluster } from './home.js';
import { readPostmasterFile } from './postmaster-file.js';

/** The embedded PostgreSQL of a data directory, as it is now. */
export type EmbeddedState =
  /** No server has created it yet. */
  | { readonly state: 'absent' }
  /** `starting` and `stopping` too: it takes no connections. */
  | { readonly state: 'stopped'; readonly cluster: string }
  | { readonly state: 'running'; readonly cluster: string; readonly url: string };

/**
 * Looks for the embedded PostgreSQL of a data directory; starts, creates and changes nothing.
 *
 * @param dataDirectory as for `startEmbeddedPostgres`
 * @throws DataDirectoryError when this process may not read its password, or the place of the cluster is gone
 */
export async function inspectEmbeddedPostgres(dataDirectory: string): Promise<EmbeddedState> {
  const cluster = await findCluster(dataDirectory);
  if (cluster === undefined) return { state: 'absent' };
  const { running } = await readPostmasterFile(cluster);
  if (running?.status !== 'ready') return { state: 'stopped', cluster };
  const { port } = running;
  const password = await readServerPassword(cluster);
  // A server of an older version has no role of its own.
  const url =
    password === undefined ? clusterUrl(await readPassword(cluster), port) : clusterUrl(password, port, SERVER_USER);
  return { state: 'running', cluster, url };
}
