import { expect, test } from 'vitest';
import { invoicePdf } from './invoice-pdf.js';

test('the scan of an invoice is a PDF whose table says where each object begins', () => {
  const invoice = {
    supplier: 'Bürger (Köln)',
    invoiceNumber: '7',
    amount: 119,
    currency: 'EUR',
    dueDate: '2026-03-02',
  };
  const text = invoicePdf(invoice).toString('latin1');
  const [, table = ''] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
  expect(text.slice(Number(table), Number(table) + 4)).toBe('xref');
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual([1, 2, 3, 4, 5, 6].map((n) => `${n} 0 obj`));
  expect(text).toContain('(Bürger \\(Köln\\)) Tj');
  expect(text).toContain('(100.00 EUR) Tj');
});
