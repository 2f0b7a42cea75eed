import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What Debian's packages put in place of the images that are not ours. Each behaves as far as compose.yaml relies on it. */
export const standIns = {
  postgres: async (layer) => {
    // The image's entry point: makes the cluster on first start, with user, password and database from the environment.
    await script(
      layer,
      `export PATH=/usr/lib/postgresql/15/bin:$PATH PGDATA=/var/lib/postgresql/data
mkdir -p $PGDATA && chown -R postgres /var/lib/postgresql
as() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
if [ ! -s $PGDATA/PG_VERSION ]; then
  printf %s "$POSTGRES_PASSWORD" >/tmp/password && chmod 644 /tmp/password
  as initdb -U "$POSTGRES_USER" --pwfile=/tmp/password -A scram-sha-256 -E UTF8 --locale=C.UTF-8 >/dev/null
  echo "host all all all scram-sha-256" >>$PGDATA/pg_hba.conf
  echo "create database \\"$POSTGRES_DB\\"" | as postgres --single -D $PGDATA postgres >/dev/null
fi
exec setpriv --reuid postgres --regid postgres --clear-groups "$@" -c listen_addresses='*' -c unix_socket_directories=/tmp`,
    );
    return { entrypoint: ['sh', '/entrypoint.sh'], path: '/usr/lib/postgresql/15/bin' };
  },
  nginx: async (layer) => {
    await script(layer, 'exec nginx -g "daemon off;"');
    return { entrypoint: ['sh', '/entrypoint.sh'], path: '/usr/sbin' };
  },
};

const script = (layer, text) => writeFile(join(layer.root, 'entrypoint.sh'), `${text}\n`);
