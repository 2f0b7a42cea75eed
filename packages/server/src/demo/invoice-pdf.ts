/** What is printed on an invoice of the demo. */
export interface InvoiceText {
  readonly supplier: string;
  readonly invoiceNumber: string;
  readonly amount: number;
  readonly currency: string;
  readonly dueDate: string;
}

type Font = 'F1' | 'F2';

/** A page of A4 that looks like an invoice, as a PDF 1.4 with the fonts that every reader has. */
export function invoicePdf({ supplier, invoiceNumber, amount, currency, dueDate }: InvoiceText): Buffer {
  const money = (value: number) => `${value.toFixed(2)} ${currency}`;
  const net = Math.round((amount / 1.19) * 100) / 100;
  const content = [
    '0.16 0.45 0.48 rg 56 770 483 3 re f 0 g',
    text(56, 785, 20, 'F2', supplier),
    text(56, 700, 10, 'F1', 'Millrace Demo Ltd'),
    text(56, 686, 10, 'F1', 'Accounts payable'),
    text(56, 620, 16, 'F2', `Invoice ${invoiceNumber}`),
    text(56, 598, 10, 'F1', `Payable by ${dueDate}`),
    '0.85 G 56 560 m 539 560 l S 56 470 m 539 470 l S',
    row(540, 'F1', 'Goods and services as ordered', money(net)),
    row(520, 'F1', 'Value added tax, 19 %', money(amount - net)),
    row(484, 'F2', 'Total', money(amount)),
    text(56, 80, 9, 'F1', 'An invoice of the Millrace demo. Nobody has to pay it.'),
  ].join('\n');
  return document([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${latin(content).length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ]);
}

const row = (y: number, font: Font, left: string, right: string): string =>
  `${text(56, y, 10, font, left)}\n${text(440, y, 10, font, right)}`;

const text = (x: number, y: number, size: number, font: Font, shown: string): string =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${shown.replace(/[\\()]/g, '\\$&')}) Tj ET`;

const latin = (written: string): Buffer => Buffer.from(written, 'latin1');

/** Numbered objects, and the table of where each begins. */
function document(objects: readonly string[]): Buffer {
  let written = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = written.length;
    written += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return latin(`${written}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${written.length}\n%%EOF\n`);
}
