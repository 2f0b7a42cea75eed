import { createdTs } from '../../../operation/example-values.js';

/** An open invitation whose e-mail was sent. */
export const exampleInvitation = {
  id: '01971f2e-6c00-7a11-8000-000000000171',
  email: 'ben@example.com',
  name: 'Ben Roe',
  administrator: false,
  groups: [],
  memberships: [],
  state: 'open',
  invitedBy: 'Ann Lee',
  createdTs,
  expiresTs: '2026-02-07T09:30:00.000Z',
  userId: null,
  delivery: { state: 'sent', attempts: 1, failure: null, triedTs: createdTs },
} as const;
