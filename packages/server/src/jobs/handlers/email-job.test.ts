import { expect, it } from 'vitest';
import { ConfigError } from '../../kernel/config.js';
import { createMailer } from '../../mail/mailer/mailer.js';
import { emailJob } from './email-job.js';
import { testContext, testJob } from './testing/job.js';
import { startSmtpServer } from './testing/smtp-server.js';

const mail = { to: 'anna@example.com', subject: 'Approved', text: 'Paid tomorrow.' };
const mailerOf = (url: string, from: string) => createMailer({ smtp: { url, from }, mailDirectory: undefined });
const run = (url: string, input: Record<string, unknown>) =>
  emailJob(mailerOf(url, 'Millrace <bpm@example.org>')).run(testJob('email', input), testContext());

it('[email job] hands the message over, with an id that every attempt shares', async () => {
  const server = await startSmtpServer();
  const input = {
    to: ['Anna "A." Ärmel <anna@example.com>', 'ben@example.com'],
    cc: 'cleo@example.com',
    bcc: 'dora@example.com',
    subject: 'Rechnung über 3 €',
    text: 'Hello\n.\nworld',
    html: '<p>Hello</p>',
  };
  const result = await run(server.url, input);
  await run(server.url, input);
  const messageId = '<01900000-0000-7000-8000-00000000000b-7@example.org>';
  const everyone = ['anna@example.com', 'ben@example.com', 'cleo@example.com', 'dora@example.com'];
  expect(result).toEqual({
    outcome: 'completed',
    variables: { email: { messageId, accepted: everyone, rejected: [] } },
  });
  const [first, second] = server.received;
  expect(first?.from).toMatch(/^MAIL FROM:<bpm@example\.org>/);
  expect(first?.to).toEqual(everyone);
  expect(first?.text).toContain('From: Millrace <bpm@example.org>');
  expect(first?.text).toContain('Cc: cleo@example.com');
  expect(first?.text).toContain('Hello\r\n.\r\nworld');
  expect(first?.text).toContain('<p>Hello</p>');
  expect(first?.text).not.toContain('dora');
  for (const received of [first, second]) expect(received?.text).toContain(`Message-ID: ${messageId}`);
});

it.each([
  ['nobody', { to: undefined }, '"to"'],
  ['two recipients in one string', { to: 'a@example.com, b@example.com' }, '"to"'],
  ['two recipients by semicolon', { to: 'a@example.com;b@example.com' }, '"to"'],
  ['a group', { to: 'all: a@example.com;' }, '"to"'],
  ['an object', { to: { path: '/etc/passwd' } }, '"to"'],
  ['a header behind the address', { to: 'a@example.com\r\nBcc: b@example.com' }, '"to"'],
  ['a header in a name', { cc: 'A\r\nBcc: b@example.com <a@example.com>' }, '"cc"'],
  ['two brackets', { bcc: 'A <a@example.com> <b@example.com>' }, '"bcc"'],
  ['an SMTP parameter', { to: 'a@example.com> SIZE=1' }, '"to"'],
  ['a header behind the subject', { subject: 'Hi\r\nBcc: b@example.com' }, '"subject"'],
  ['no subject', { subject: undefined }, '"subject"'],
  ['no text', { text: undefined }, '"text"'],
  ['a text that is a file', { text: { path: '/etc/passwd' } }, '"text"'],
  ['a hundred and one recipients', { to: Array.from({ length: 101 }, (_, i) => `u${i}@example.com`) }, '100'],
])('[email job] is refused for good with %s, before anything is sent', async (_, changes, named) => {
  const server = await startSmtpServer();
  const result = await run(server.url, { ...mail, ...changes });
  expect(result).toMatchObject({ outcome: 'failed', permanent: true, message: expect.stringContaining(named) });
  expect(server.received).toEqual([]);
});

it.each([
  ['greeting', '421 4.3.2 not now', false],
  ['MAIL FROM', '451 4.3.0 busy', false],
  ['RCPT TO', '450 4.2.1 try later', false],
  ['.', '452 4.3.1 full', false],
  ['greeting', '554 5.3.2 never', true],
  ['MAIL FROM', '550 5.7.1 not you', true],
  ['RCPT TO', '550 5.1.1 no such user', true],
  ['DATA', '554 5.6.0 no', true],
  ['.', '554 5.7.1 spam', true],
])('[RFC 5321, 4.2.1] at %s "%s": permanent is %s', async (command, reply, permanent) => {
  const server = await startSmtpServer({ [command]: reply });
  expect(await run(server.url, mail)).toEqual({
    outcome: 'failed',
    message: expect.stringContaining(reply),
    permanent,
  });
});

it('[email job] a message that some recipients get is sent, and says who does not', async () => {
  const server = await startSmtpServer({ 'RCPT TO:<ben@': '550 5.1.1 no such user' });
  expect(await run(server.url, { ...mail, to: ['anna@example.com', 'ben@example.com'] })).toMatchObject({
    outcome: 'completed',
    variables: { email: { accepted: ['anna@example.com'], rejected: ['ben@example.com'] } },
  });
});

it('[email job] a server that is down is tried again, without telling its password', async () => {
  const server = await startSmtpServer();
  await server.stop();
  expect(await run(server.url.replace('//', '//user:s3cret@'), mail)).toEqual({
    outcome: 'failed',
    message: expect.stringMatching(
      /^The SMTP server of MILLRACE_SMTP_URL could not be used \([A-Z, ]*ECONNREFUSED\)\.$/,
    ),
    permanent: false,
  });
});

it('[email job] without an SMTP server no attempt helps', async () => {
  expect(await emailJob(undefined).run(testJob('email', mail), testContext())).toMatchObject({
    outcome: 'failed',
    permanent: true,
    message: expect.stringContaining('MILLRACE_SMTP_URL'),
  });
});

it('[D34] an address or a sender that is none stops the start', () => {
  expect(() => mailerOf('mail.example.com', 'a@example.com')).toThrow(ConfigError);
  expect(() => mailerOf('smtp://mail.example.com', 'nobody')).toThrow(ConfigError);
  expect(() => mailerOf('smtp://mail.example.com', 'millrace@localhost')).not.toThrow();
});
