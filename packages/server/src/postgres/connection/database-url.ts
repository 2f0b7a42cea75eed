import { accessSync, constants } from 'node:fs';

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const SSL_FILES = ['sslrootcert', 'sslcert', 'sslkey'];
const EXAMPLE = 'e.g. postgres://user:password@host:5432/database';

/** What is wrong with an address of PostgreSQL that can be said without trying it; never shows the password. */
export function checkDatabaseUrl(text: string): string[] {
  if (!/^postgres(ql)?:\/\//.test(text)) return [`DATABASE_URL: must start with postgres:// (${EXAMPLE})`];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hash !== '' || url.pathname.includes('@')) {
    const hint = 'characters such as # / ? : @ in the password are written as %23 %2F %3F %3A %40';
    return [`DATABASE_URL: is not a well-formed address (${EXAMPLE}; ${hint})`];
  }
  const mode = url.searchParams.get('sslmode');
  const modes =
    mode === null || SSL_MODES.includes(mode)
      ? []
      : [`DATABASE_URL: sslmode must be one of ${SSL_MODES.join(', ')}; it is not ${JSON.stringify(mode)}`];
  const files = SSL_FILES.flatMap((name) => {
    const path = url.searchParams.get(name);
    // libpq's word for the operating system's certificates.
    if (path === null || path === 'system' || isReadable(path)) return [];
    return [`DATABASE_URL: ${name} names the file ${path}, which cannot be read`];
  });
  return [...modes, ...files];
}

/** The address without its password, for people to read. */
export function withoutPassword(text: string): string {
  if (!URL.canParse(text)) return 'an address that is not well-formed';
  const url = new URL(text);
  const user = url.username === '' ? '' : `${url.username}${url.password === '' ? '' : ':***'}@`;
  const mode = url.searchParams.get('sslmode');
  return `postgres://${user}${url.host}${url.pathname}${mode === null ? '' : `?sslmode=${mode}`}`;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
