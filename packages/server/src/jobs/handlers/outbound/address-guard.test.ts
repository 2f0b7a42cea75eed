import { expect, it } from 'vitest';
import { quietLog } from '../../../testing/quiet-log.js';
import { PermanentFailure, TemporaryFailure } from '../../worker/job-failure.js';
import { createAddressGuard } from './address-guard.js';

const guard = (allowed: readonly string[] = [], answers: readonly string[] = []) =>
  createAddressGuard({
    allowed,
    log: quietLog,
    resolve: async () => answers.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });
const vet = async (allowed: readonly string[], url: string, answers: readonly string[] = []) =>
  (await guard(allowed, answers).vet(new URL(url))).map(({ address }) => address);

it.each([
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://１２７.0.0.1/',
])('[http job] a private address is refused in every spelling: %s', async (url) => {
  await expect(guard().vet(new URL(url))).rejects.toThrow(PermanentFailure);
});

it('[http job] a refusal says how to allow the address and does not tell what the name stands for', async () => {
  const refusal = vet([], 'http://db.internal:5432/secret', ['10.0.0.5']);
  await expect(refusal).rejects.toThrow('"db.internal" is not a public address');
  await expect(refusal).rejects.toThrow('http.allowPrivateAddresses');
  await expect(refusal).rejects.not.toThrow('10.0.0.5');
});

it('[http job] of a name with public and private addresses only the public ones are used', async () => {
  expect(await vet([], 'http://mixed.example/', ['10.0.0.5', '1.1.1.1', '::1', 'fe80::1%eth0'])).toEqual(['1.1.1.1']);
});

it.each([
  ['a host', 'erp.internal', 'http://ERP.internal./', '10.0.0.5'],
  ['an address', '10.0.0.5', 'http://erp.internal/', '10.0.0.5'],
  ['a range', '10.0.0.0/8', 'http://erp.internal/', '10.0.0.5'],
  ['an IPv6 range', 'fd00::/8', 'http://erp.internal/', 'fd12::1'],
  ['a link-local range', 'fe80::/10', 'http://erp.internal/', 'fe80::1%eth0'],
  ['an IPv4 range, for its IPv4-mapped form', '10.0.0.0/8', 'http://erp.internal/', '::ffff:10.0.0.5'],
])('[http job] the configuration may allow %s', async (_, allowed, url, address) => {
  expect(await vet([allowed], url, [address])).toEqual([address]);
});

it.each([
  ['another host', 'erp.internal'],
  ['a suffix of the host', 'internal'],
  ['a range without it', '10.1.0.0/16'],
])('[http job] allowing %s allows nothing else', async (_, allowed) => {
  await expect(vet([allowed], 'http://db.erp.internal/', ['10.0.0.5'])).rejects.toThrow(PermanentFailure);
});

it('[http job] a name that cannot be resolved may be there later', async () => {
  const failing = createAddressGuard({
    allowed: [],
    log: quietLog,
    resolve: async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    },
  });
  await expect(failing.vet(new URL('https://gone.example/a?key=s3cret'))).rejects.toThrow(TemporaryFailure);
  await expect(failing.vet(new URL('https://gone.example/a?key=s3cret'))).rejects.toThrow(
    /^https:\/\/gone\.example could not be reached \(ENOTFOUND\)\.$/,
  );
});
