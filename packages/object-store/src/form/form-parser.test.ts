import { Busboy } from '@fastify/busboy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDisposition } from './disposition.js';
import { FormParser } from './form-parser.js';

interface Parsed {
  readonly fields: [string, string][];
  fileName: string | undefined;
  file: Buffer | undefined;
}

const boundary = 'a-b';
const contentType = `multipart/form-data; boundary=${boundary}`;

/** Pushes the pieces; throws what the parser throws. */
function parse(pieces: readonly Buffer[], type = contentType): Parsed {
  const parsed: Parsed = { fields: [], fileName: undefined, file: undefined };
  const bytes: Buffer[] = [];
  const parser = new FormParser(type, {
    field: (name, value) => parsed.fields.push([name, value]),
    fileBegins: (name) => {
      parsed.fileName = name;
      parsed.file = Buffer.alloc(0);
    },
    fileBytes: (piece) => bytes.push(Buffer.from(piece)),
  });
  for (const piece of pieces) {
    const lent = Buffer.from(piece);
    parser.push(lent);
    // The parser may look at a piece no longer than that.
    lent.fill('x');
  }
  parser.end();
  if (parsed.file) parsed.file = Buffer.concat(bytes);
  return parsed;
}

/** The same by busboy, which the parser must agree with on every form that both accept. */
async function parseByBusboy(body: Buffer): Promise<Parsed> {
  const parsed: Parsed = { fields: [], fileName: undefined, file: undefined };
  const bytes: Buffer[] = [];
  const busboy = new Busboy({
    headers: { 'content-type': contentType },
    isPartAFile: (name) => name?.toLowerCase() === 'file',
    limits: { files: 1 },
  });
  await new Promise((resolve, reject) => {
    busboy.on('field', (name, value) => parsed.file === undefined && parsed.fields.push([name, value]));
    busboy.on('file', (_name, stream, fileName: unknown) => {
      parsed.file = Buffer.alloc(0);
      parsed.fileName = typeof fileName === 'string' ? fileName : undefined;
      stream.on('data', (piece: Buffer) => bytes.push(piece));
    });
    busboy.on('finish', resolve).on('error', reject);
    busboy.end(body);
  });
  if (parsed.file) parsed.file = Buffer.concat(bytes);
  return parsed;
}

function cut(body: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (body.length + 1)), body.length].sort((a, b) => a - b);
  return ends.map((end, at) => body.subarray(ends[at - 1] ?? 0, end));
}

/** Bytes in which beginnings of the boundary are frequent, and never the whole of it. */
const content = fc
  .array(
    fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '-',
      '--',
      '\r\n-',
      '\r\n--',
      '\r\n--a',
      '\r\n--a-',
      '--a-b',
      '\r\r\n--',
      'a',
      'ä',
      '\0',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => !`\r\n${text}`.includes(`\r\n--${boundary}`));
const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 _-]{0,12}$/).filter((text) => text.toLowerCase() !== 'file');
const form = fc
  .record({
    fields: fc.array(fc.tuple(name, content), { maxLength: 5 }),
    fileName: fc.option(fc.stringMatching(/^[a-zé ()$&;=.]{0,10}$/), { nil: undefined }),
    file: content,
    behind: fc.array(fc.tuple(name, content), { maxLength: 2 }),
    preamble: fc.constantFrom('', 'preamble\r\n', '--a-\r\n'),
    epilogue: fc.constantFrom('', '\r\n', '\r\nepilogue --a-b'),
    padding: fc.constantFrom('', ' \t'),
  })
  .map(({ fields, fileName, file, behind, preamble, epilogue, padding }) => {
    const part = (header: string, value: string): string =>
      `--${boundary}${padding}\r\nContent-Disposition: form-data; ${header}\r\n\r\n${value}\r\n`;
    const parts = fields.map(([field, value]) => part(`name="${field}"`, value));
    const after = behind.map(([field, value]) => part(`name="${field}"`, value));
    const filePart = part(`name="file"${fileName === undefined ? '' : `; filename="${fileName}"`}`, file);
    const body = Buffer.from(`${preamble}${parts.join('')}${filePart}${after.join('')}--${boundary}--${epilogue}`);
    return { fields, fileName, file, body, padding, preamble };
  });
const places = fc.array(fc.nat(), { maxLength: 30 });

describe('a form', () => {
  it('is the same however it is cut into pieces, and what was put in', () => {
    fc.assert(
      fc.property(form, places, ({ fields, fileName, file, body }, at) => {
        const parsed = parse(cut(body, at));
        expect(parsed.fields).toEqual(fields);
        expect(parsed.fileName).toBe(fileName === '.' || fileName === '..' ? '' : fileName);
        expect(parsed.file?.toString()).toBe(file);
      }),
      { numRuns: 500 },
    );
  });

  it('is the same byte by byte', () => {
    fc.assert(
      fc.property(form, ({ body }) => {
        expect(parse([...body].map((byte) => Buffer.of(byte)))).toEqual(parse([body]));
      }),
      { numRuns: 100 },
    );
  });

  it('is what busboy makes of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        // Busboy takes neither blanks behind a boundary nor every preamble.
        form.filter(({ padding, preamble }) => padding === '' && preamble === ''),
        async ({ body }) => {
          expect(parse([body])).toEqual(await parseByBusboy(body));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('cut short anywhere before the end of its last boundary is refused', () => {
    fc.assert(
      fc.property(form, fc.nat(), ({ body }, at) => {
        const whole = body.lastIndexOf(`--${boundary}--`) + boundary.length + 4;
        const end = body.indexOf('epilogue') < 0 ? whole : body.indexOf(`--${boundary}--`) + boundary.length + 4;
        expect(() => parse([body.subarray(0, at % end)])).toThrow();
      }),
      { numRuns: 300 },
    );
  });

  it('hands the file’s bytes on as they come, but for what may begin a boundary', () => {
    const sizes: number[] = [];
    const parser = new FormParser(contentType, {
      field: () => undefined,
      fileBegins: () => undefined,
      fileBytes: (piece) => sizes.push(piece.length),
    });
    parser.push(Buffer.from('--a-b\r\nContent-Disposition: form-data; name=file\r\n\r\n12345\r\n--a'));
    parser.push(Buffer.from('6\r'));
    expect(sizes).toEqual([5, 6]);
  });
});

describe('refused as malformed', () => {
  const file = '--a-b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx';
  const cases: [string, string, string?][] = [
    ['no boundary in the type', `${file}\r\n--a-b--`, 'multipart/form-data'],
    ['a boundary that is too long', `${file}\r\n--a-b--`, `multipart/form-data; boundary=${'x'.repeat(71)}`],
    ['bare line feeds', `${file}\n--a-b--\n`.replaceAll('\r\n', '\n')],
    ['a file that contains its boundary with more behind it', `${file}\r\n--a-bc\r\n--a-b--`],
    ['a part without Content-Disposition', `--a-b\r\nContent-Type: text/plain\r\n\r\nx\r\n${file}\r\n--a-b--`],
    ['a part without a name', `--a-b\r\nContent-Disposition: form-data\r\n\r\nx\r\n${file}\r\n--a-b--`],
    ['a part without a header', `--a-b\r\n\r\nx\r\n${file}\r\n--a-b--`],
    ['a header that does not end', `--a-b\r\nX: ${'x'.repeat(17_000)}`],
  ];
  it.each(cases)('%s', (_name, body, type = contentType) => {
    expect(() => parse([Buffer.from(body)], type)).toThrow(/POST|form|MIME/i);
  });

  it('but a file may be empty, even without a line end of its own', () => {
    for (const empty of ['\r\n\r\n\r\n', '\r\n\r\n']) {
      const body = `--a-b\r\nContent-Disposition: form-data; name="file"${empty}--a-b\r\nContent-Disposition: form-data; name="k"\r\n\r\nv\r\n--a-b--`;
      for (let at = 0; at < body.length; at++) {
        expect(parse(cut(Buffer.from(body), [at])).file?.length).toBe(0);
      }
    }
  });

  it('fields that do not end are given up while they come', () => {
    const parser = new FormParser(contentType, {
      field: () => undefined,
      fileBegins: () => undefined,
      fileBytes: () => undefined,
    });
    parser.push(Buffer.from('--a-b\r\nContent-Disposition: form-data; name="k"\r\n\r\n'));
    const pushed = (): number => {
      let count = 0;
      for (; count < 1000; count++) parser.push(Buffer.alloc(1024));
      return count;
    };
    expect(pushed).toThrow(expect.objectContaining({ code: 'MaxPostPreDataLengthExceeded' }));
  });

  it.each([
    ['a value', '--a-b\r\nContent-Disposition: form-data; name="k"\r\n\r\n'],
    ['a preamble', 'x'],
  ])('%s of nothing but CRs, byte by byte, costs little until then', (_name, begin) => {
    const parser = new FormParser(contentType, {
      field: () => undefined,
      fileBegins: () => undefined,
      fileBytes: () => undefined,
    });
    parser.push(Buffer.from(begin));
    const before = process.cpuUsage();
    expect(() => {
      for (let count = 0; count < 100_000; count++) parser.push(Buffer.from('\r'));
    }).toThrow(expect.objectContaining({ code: 'MaxPostPreDataLengthExceeded' }));
    // Measured: 0.2 s; 16 s when every piece makes the parser look at all that came before it.
    expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
  });
});

describe('Content-Disposition', () => {
  const cases: [string, unknown][] = [
    ['form-data; name="a"', { name: 'a', fileName: undefined }],
    ['FORM-DATA;name=a;filename=b.txt', { name: 'a', fileName: 'b.txt' }],
    ['form-data; name="a\\"b\\\\c"; filename="x\\y"', { name: 'a"b\\c', fileName: 'y' }],
    ['form-data; name="a"; filename="C:\\dir\\é ;=.pdf"', { name: 'a', fileName: 'é ;=.pdf' }],
    ['form-data; name="a"; filename="../.."', { name: 'a', fileName: '' }],
    ['form-data; name="a"; filename="b"; filename*=UTF-8\'\'c', { name: 'a', fileName: 'b' }],
    ['form-data;\r\n name="a"', { name: 'a', fileName: undefined }],
    ['form-data; name="a"; name="b"', undefined],
    ['form-data; name="a', undefined],
    ['form-data; name="a" x', undefined],
    ['attachment; name="a"', undefined],
    ['form-data; filename="a"', undefined],
  ];
  it.each(cases)('%s', (value, expected) => {
    expect(parseDisposition(`X-Other: 1\r\ncontent-disposition: ${value}`)).toEqual(expected);
  });

  it('given twice is refused', () => {
    const line = 'Content-Disposition: form-data; name="a"';
    expect(parseDisposition(`${line}\r\n${line}`)).toBeUndefined();
  });
});
