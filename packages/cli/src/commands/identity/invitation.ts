import type { MillraceClient, ResponseOf } from '@millrace/client';
import { type Command, Option } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { isUuid } from '../../session/sub-project-choice.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import type { Output } from '../../terminal/output.js';
import { shortTime } from '../../terminal/text.js';

type Invited = ResponseOf<'inviteUser'>;
type Invitation = Invited['invitation'];

/** `invitation list|resend|revoke`; `user invite` is in `user.ts`, `member invite` in `member.ts` */
export function addInvitation(program: Command, io: Io): void {
  const invitation = program
    .command('invitation')
    .helpGroup('Administration:')
    .description('invitations of people; `user invite` and `member invite` make one (of others: administrator only)');
  addList(invitation, io);
  addResend(invitation, io);
  addRevoke(invitation, io);
}

type State = 'open' | 'accepted' | 'revoked' | 'expired';

function addList(invitation: Command, io: Io): void {
  withPaging(invitation.command('list'))
    .description('list invitations, the newest first')
    .addOption(
      new Option('--state <state>', 'only those in this state. Default: all').choices([
        'open',
        'accepted',
        'revoked',
        'expired',
      ]),
    )
    .option('--email <address>', 'only invitations of this address')
    .addHelpText('after', examples('millrace invitation list --state open'))
    .action(async (options: PagingOptions & { readonly state?: State; readonly email?: string }, command: Command) => {
      const session = await openSession(io, command);
      const { state, email } = options;
      const answer = await session.client.getInvitations({ ...pageOf(options), state, email });
      await session.output.page(
        [
          ['ID', 'id'],
          ['EMAIL', (row) => row.email ?? ''],
          ['STATE', 'state'],
          ['E-MAIL SENT', deliveryOf],
          ['INVITED BY', 'invitedBy'],
          ['UNTIL', ({ expiresTs }) => shortTime(expiresTs)],
        ],
        answer.invitations,
        answer,
        'No invitation matches.',
      );
    });
}

const deliveryOf = ({ delivery }: Invitation): string =>
  delivery === null ? '' : delivery.failure === null ? delivery.state : `${delivery.state}: ${delivery.failure}`;

function addResend(invitation: Command, io: Io): void {
  invitation
    .command('resend')
    .description('make a new link, for 7 days, and send it; the link before ends')
    .argument('<invitation>', 'invitation id or e-mail address')
    .option('--show', 'print the link instead of sending it')
    .addHelpText('after', examples('millrace invitation resend ben@example.com'))
    .action(async (wanted: string, { show }: { readonly show?: boolean }, command: Command) => {
      const { client, output } = await openSession(io, command);
      const invitationId = await findInvitation(client, wanted);
      const link = show === true ? 'show' : undefined;
      await tellInvited(io, output, await client.resendInvitation({ invitationId, link }));
    });
}

function addRevoke(invitation: Command, io: Io): void {
  invitation
    .command('revoke')
    .description('end the link of an invitation')
    .argument('<invitation>', 'invitation id or e-mail address')
    .addHelpText('after', examples('millrace invitation revoke ben@example.com'))
    .action(async (wanted: string, _options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.revokeInvitation({ invitationId: await findInvitation(client, wanted) });
      await output.done(`The invitation of ${answer.invitation.email ?? 'an administrator'} is revoked`, answer);
    });
}

/** Says where the link of an invitation is: in an e-mail, or here. */
export async function tellInvited(io: Io, output: Output, answer: Invited): Promise<void> {
  const { invitation, link } = answer;
  const who = invitation.email ?? 'the new administrator';
  if (link === null) return output.done(`An e-mail with a link is on its way to ${who}`, answer);
  await output.done(`Invited ${who}. Pass on this link; it is not shown again:\n${link}`, answer);
  io.err('Whoever has the link can accept the invitation.\n');
}

/** Id of an invitation by its id, or of the newest one of an address. @throws CommandError when there is none */
async function findInvitation(client: MillraceClient, wanted: string): Promise<string> {
  if (isUuid(wanted)) return wanted;
  const { invitations } = await client.getInvitations({ email: wanted, perPageCount: '1' });
  const [found] = invitations;
  if (found === undefined) throw new CommandError(`There is no invitation of ${wanted}.`, exitCodes.notFound);
  return found.id;
}
