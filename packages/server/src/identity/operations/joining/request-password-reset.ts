import type { UseCase } from '../../../use-case/caller.js';
import { checkEmail } from '../../directory/email.js';
import type { JoiningDeps } from '../../joining/joining-deps.js';

/**
 * Asks for a link to set a new password. Does the same for every address: whether it belongs to somebody is looked up when the
 * e-mail is sent (D84). Every request counts for the limit of its network, as failed sign-ins do, so that nobody fills mailboxes or the
 * queue.
 */
export const requestPasswordReset =
  ({ mails, limit }: JoiningDeps): UseCase<'requestPasswordReset'> =>
  async (caller, { email }) => {
    checkEmail(email);
    const subjects = limit.subjects(`\0reset ${email.toLowerCase()}`, caller.sender.address);
    await limit.guess(subjects, async () => undefined);
    if (!mails.isOpen) {
      return {
        status: 'noEmail',
        message: 'This server sends no e-mail. Ask an administrator for a link to set a new password.',
      };
    }
    await caller.write(async (tx) => {
      await mails.add(tx, { template: 'passwordReset', to: { name: '', address: email }, data: {} });
      return {};
    });
    return {
      status: 'accepted',
      message: 'If the address is known, an e-mail with a link is on its way. The link works for 30 minutes.',
    };
  };
