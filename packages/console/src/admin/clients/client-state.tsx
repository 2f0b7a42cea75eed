import type { AnswerOf } from '../../api/call.js';
import { Badge } from '../../ui/badge/badge.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';

export type Client = AnswerOf<'getClients'>['clients'][number];

/** Since when its secrets are there, and when the old ones end. */
export function ClientSecrets({ client: { secrets } }: { readonly client: Client }) {
  const m = messages.use();
  if (secrets.length === 0) return m.noSecret;
  return secrets.map(({ createdTs, expiresTs }, index) => (
    <span key={createdTs}>
      {index > 0 && ' · '}
      {expiresTs === null ? m.secretOf : m.oldSecretEnds} <When at={expiresTs ?? createdTs} />
    </span>
  ));
}

export function ClientName({ client: { clientId, disabled } }: { readonly client: Client }) {
  const m = messages.use();
  return (
    <span className="row wrap">
      <span className="clip b5">{clientId}</span>
      {disabled && <Badge tone="cancelled">{m.disabled}</Badge>}
    </span>
  );
}
