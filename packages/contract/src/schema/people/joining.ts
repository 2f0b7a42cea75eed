import { timestamp } from '../common.js';
import { Type } from '../type.js';

/** What became of the e-mail of an invitation. */
const deliverySchema = Type.Object(
  {
    state: Type.String({
      description:
        'waiting: not sent yet, or tried again later; sent: the SMTP server took it; failed: given up; skipped: no longer wanted',
    }),
    attempts: Type.Integer({ description: 'Attempts made so far' }),
    failure: Type.Union([Type.String(), Type.Null()], { description: 'Why the last attempt failed; null if none did' }),
    triedTs: Type.Union([timestamp('When it was tried last'), Type.Null()], {
      description: 'When it was tried last; null before the first attempt',
    }),
  },
  { title: 'MailDelivery', description: 'What became of an e-mail' },
);

/** The roles of an invited person in a sub-project. */
export const invitedMembership = Type.Object(
  {
    subProjectId: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the sub-project' }),
    roles: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
      description: 'Roles that its document declares',
    }),
  },
  { title: 'InvitedMembership', description: 'Roles in a sub-project that an invitation gives' },
);

/** An invitation, as those see it who may invite. */
export const invitationSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the invitation' }),
    email: Type.Union([Type.String(), Type.Null()], {
      description: 'E-mail address of the person; null: the person enters it when accepting',
    }),
    name: Type.String({ description: 'Name that is suggested to the person; may be empty' }),
    administrator: Type.Boolean({ description: 'Whether the person becomes an administrator of the installation' }),
    groups: Type.Array(Type.String(), { description: 'Ids of the groups that the person joins' }),
    memberships: Type.Array(invitedMembership, {
      description: 'Roles that the person is given, as far as the inviting person may still give them then',
    }),
    state: Type.String({ description: 'open, accepted, revoked or expired' }),
    invitedBy: Type.String({ description: 'Name of the person or service who invited' }),
    createdTs: timestamp('When the person was invited'),
    expiresTs: timestamp('When the link ends'),
    userId: Type.Union([Type.String(), Type.Null()], {
      description: 'Id of the user who accepted; null before that',
    }),
    delivery: Type.Union([deliverySchema, Type.Null()], {
      description: 'What became of the newest e-mail; null if the link was shown instead of sent, and after 30 days',
    }),
  },
  { title: 'Invitation', description: 'An invitation to join' },
);

/** The address of a one-time link, in answers that show it once. */
export const linkSchema = Type.Union([Type.String(), Type.Null()], {
  description:
    'Address of the one-time link, for you to pass on: this server sends no e-mail. It is not shown again. null: the link was sent by e-mail',
});

/** The secret of a one-time link, in requests that use it. */
export const linkToken = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Secret of the one-time link: what stands behind /link/ in its address',
});

export const invitationAnswerSchema = Type.Object(
  { invitation: invitationSchema, link: linkSchema },
  { title: 'InvitationResponse', description: 'An invitation and its link' },
);
