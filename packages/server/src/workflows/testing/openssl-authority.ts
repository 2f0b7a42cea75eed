import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** An authority of time stamps over HTTP, with `openssl ts`. */
export interface OpensslAuthority {
  readonly url: string;
  /** The certificate that auditors trust. */
  readonly caFile: string;
  readonly folder: string;
  /** What it answers in place of a time stamp; undefined: a time stamp. */
  fault: { readonly status: number; readonly body: string } | undefined;
  requests: number;
  close(): Promise<void>;
}

const CONFIGURATION = `
[tsa]
default_tsa = authority
[authority]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ordering = no
tsa_name = no
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[stamps]
extendedKeyUsage = critical,timeStamping
keyUsage = critical,digitalSignature
`;

export async function startOpensslAuthority(): Promise<OpensslAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-authority-'));
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  writeFileSync(join(folder, 'openssl.cnf'), CONFIGURATION);
  writeFileSync(join(folder, 'serial'), '01\n');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Test root', '-days', '2');
  openssl('req', ...key, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=Test authority');
  const extensions = ['-extfile', 'openssl.cnf', '-extensions', 'stamps'];
  const issued = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', ...extensions];
  openssl('x509', '-req', '-in', 'tsa.csr', '-out', 'tsa.pem', ...issued);
  const run = promisify(execFile);
  const authority = { fault: undefined as OpensslAuthority['fault'], requests: 0 };
  const server = createServer(async (request, response) => {
    authority.requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (authority.fault !== undefined) {
      response.writeHead(authority.fault.status).end(authority.fault.body);
      return;
    }
    const query = join(folder, `${authority.requests}.tsq`);
    writeFileSync(query, Buffer.concat(chunks));
    const signer = ['-config', 'openssl.cnf', '-signer', 'tsa.pem', '-inkey', 'tsa.key'];
    const { stdout } = await run('openssl', ['ts', '-reply', '-queryfile', query, ...signer], {
      cwd: folder,
      encoding: 'buffer',
    });
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(stdout);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(authority, {
    url: `http://127.0.0.1:${port}/`,
    caFile: join(folder, 'ca.pem'),
    folder,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  });
}
