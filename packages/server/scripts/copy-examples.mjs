// Puts the demo's example into the package while it is packed, or removes it again (--remove).
import { cpSync, rmSync } from 'node:fs';

const copy = new URL('../examples/', import.meta.url);
rmSync(copy, { recursive: true, force: true });
if (!process.argv.includes('--remove')) {
  cpSync(new URL('../../../examples/invoice-approvals/', import.meta.url), new URL('invoice-approvals/', copy), {
    recursive: true,
  });
}
