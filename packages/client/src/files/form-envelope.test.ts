import { expect, it } from 'vitest';
import { formEnvelope } from './form-envelope.js';

const text = new TextDecoder();

it('[D29] is the form of the interface: the fields in order as they are, and file last', () => {
  const fields = { key: 'a/b/ü.pdf', Policy: 'e30=', 'Content-Type': 'application/pdf' };
  const { contentType, before, after } = formEnvelope(fields, 'ü "1".pdf', 'application/pdf');
  const boundary = contentType.replace('multipart/form-data; boundary=', '');
  expect(`${text.decode(before)}BYTES${text.decode(after)}`.replaceAll(boundary, 'B').split('\r\n')).toEqual([
    '--B',
    'Content-Disposition: form-data; name="key"',
    '',
    'a/b/ü.pdf',
    '--B',
    'Content-Disposition: form-data; name="Policy"',
    '',
    'e30=',
    '--B',
    'Content-Disposition: form-data; name="Content-Type"',
    '',
    'application/pdf',
    '--B',
    'Content-Disposition: form-data; name="file"; filename="ü %221%22.pdf"',
    'Content-Type: application/pdf',
    '',
    'BYTES',
    '--B--',
    '',
  ]);
});

it('no name and no type can end its line', () => {
  const { before } = formEnvelope({}, 'a\r\nX: y', 'text/plain\r\nX: y');
  expect(text.decode(before)).toContain('filename="a%0D%0AX: y"\r\nContent-Type: text/plain  X: y\r\n\r\n');
});

it('two forms have different boundaries', () => {
  expect(formEnvelope({}, 'a', 'b').contentType).not.toBe(formEnvelope({}, 'a', 'b').contentType);
});
