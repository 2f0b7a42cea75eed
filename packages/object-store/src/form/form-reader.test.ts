import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseDisposition } from './disposition.js';
import { FormReader } from './form-reader.js';

interface Parsed {
  readonly fields: [string, string][];
  readonly fileName: string | undefined;
  readonly file: Buffer;
}

const boundary = 'a-b';
const contentType = `multipart/form-data; boundary=${boundary}`;

/** Writes the pieces one by one. Rejects with the refusal of the reader. */
async function parse(pieces: readonly Buffer[], type = contentType): Promise<Parsed> {
  const bytes: Buffer[] = [];
  const reader = new FormReader(type);
  const written = writeAll(reader, pieces);
  // `fileBegun` rejects with the same error.
  written.catch(() => undefined);
  await reader.fileBegun;
  const received = reader.receiveFile((piece) => {
    bytes.push(piece);
    return undefined;
  });
  await Promise.all([received, written]);
  return { fields: [...reader.fields], fileName: reader.fileName, file: Buffer.concat(bytes) };
}

async function writeAll(reader: FormReader, pieces: readonly Buffer[]): Promise<void> {
  try {
    for (const piece of pieces) await reader.write(piece);
    await reader.end();
  } catch (error) {
    reader.fail(error);
    throw error;
  }
}

async function writeOften(reader: FormReader, piece: Buffer, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await reader.write(piece);
}

/** Fields by lower-case name, the values of a repeated one joined with a comma. */
function joined(fields: readonly (readonly [string, string])[]): [string, string][] {
  const map = new Map<string, string>();
  for (const [name, value] of fields) {
    const earlier = map.get(name.toLowerCase());
    map.set(name.toLowerCase(), earlier === undefined ? value : `${earlier},${value}`);
  }
  return [...map];
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
  })
  .map(({ fields, fileName, file, behind, preamble, epilogue }) => {
    const part = (header: string, value: string): string =>
      `--${boundary}\r\nContent-Disposition: form-data; ${header}\r\n\r\n${value}\r\n`;
    const parts = fields.map(([field, value]) => part(`name="${field}"`, value));
    const after = behind.map(([field, value]) => part(`name="${field}"`, value));
    const filePart = part(`name="file"${fileName === undefined ? '' : `; filename="${fileName}"`}`, file);
    const body = Buffer.from(`${preamble}${parts.join('')}${filePart}${after.join('')}--${boundary}--${epilogue}`);
    return { fields, fileName, file, body };
  });
const places = fc.array(fc.nat(), { maxLength: 30 });

describe('a form', () => {
  it('is the same however it is cut into pieces, and has what was put in', async () => {
    await fc.assert(
      fc.asyncProperty(form, places, async ({ fields, fileName, file, body }, at) => {
        const parsed = await parse(cut(body, at));
        expect(parsed.fields).toEqual(joined(fields));
        expect(parsed.fileName).toBe(fileName === '.' || fileName === '..' ? '' : fileName);
        expect(parsed.file.toString()).toBe(file);
      }),
      { numRuns: 500 },
    );
  });

  it('is the same byte by byte', async () => {
    await fc.assert(
      fc.asyncProperty(form, async ({ body }) => {
        expect(await parse([...body].map((byte) => Buffer.of(byte)))).toEqual(await parse([body]));
      }),
      { numRuns: 100 },
    );
  });

  it('is refused if it is cut anywhere before the end of its last boundary', async () => {
    await fc.assert(
      fc.asyncProperty(form, fc.nat(), async ({ body }, at) => {
        const whole = body.lastIndexOf(`--${boundary}--`) + boundary.length + 4;
        const end = body.indexOf('epilogue') < 0 ? whole : body.indexOf(`--${boundary}--`) + boundary.length + 4;
        await expect(parse([body.subarray(0, at % end)])).rejects.toThrow(/form|file/);
      }),
      { numRuns: 300 },
    );
  });

  it('passes on the bytes of the file as they come, and keeps those that could begin a boundary', async () => {
    const sizes: number[] = [];
    const reader = new FormReader(contentType);
    await reader.write(Buffer.from('--a-b\r\nContent-Disposition: form-data; name=file\r\n\r\n12345\r\n--a'));
    await reader.fileBegun;
    const received = reader.receiveFile((piece) => {
      sizes.push(piece.length);
      return undefined;
    });
    await vi.waitFor(() => expect(sizes).toEqual([5]));
    await reader.write(Buffer.from('6\r'));
    await vi.waitFor(() => expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(11));
    reader.fail(new Error('enough'));
    await expect(received).rejects.toThrow('enough');
  });

  it('makes the sender wait while nothing takes the file, with little of it in memory', async () => {
    const reader = new FormReader(contentType);
    await reader.write(Buffer.from('--a-b\r\nContent-Disposition: form-data; name=file\r\n\r\n'));
    let written = 0;
    let waiting: Promise<void> | undefined;
    for (; !waiting; written++) {
      expect(written).toBeLessThan(100);
      waiting = reader.write(Buffer.alloc(65_536));
    }
    let taken = 0;
    const received = reader.receiveFile(async (piece) => {
      taken += piece.length;
    });
    await waiting;
    await reader.write(Buffer.from('\r\n--a-b--'));
    await Promise.all([received, reader.end()]);
    expect(taken).toBe(written * 65_536);
  });

  it('rejects with what the taker throws, and reads no further', async () => {
    const reader = new FormReader(contentType);
    await reader.write(Buffer.from('--a-b\r\nContent-Disposition: form-data; name=file\r\n\r\n12345'));
    const refused = reader.receiveFile(() => {
      throw new Error('too large');
    });
    await expect(refused).rejects.toThrow('too large');
    expect(() => reader.write(Buffer.from('6'))).toThrow('too large');
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
    [
      'two Content-Dispositions',
      `--a-b\r\nContent-Disposition: form-data; name="a"\r\nContent-Disposition: form-data; name="b"\r\n\r\nx\r\n${file}\r\n--a-b--`,
    ],
    ['blanks behind a boundary', `${file.replace('--a-b', '--a-b \t')}\r\n--a-b--`],
    ['a header on the line of a boundary', `--a-bContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--a-b--`],
    ['text on the line of a later boundary', `${file}\r\n--a-b;X: y\r\n${file.replace('--a-b\r\n', '')}\r\n--a-b--`],
    ['one hyphen behind a boundary', `--a-b-\r\n${file.replace('--a-b\r\n', '')}\r\n--a-b--`],
    ['a header that does not end', `--a-b\r\nX: ${'x'.repeat(17_000)}`],
  ];
  it.each(cases)('%s', async (_name, body, type = contentType) => {
    const bytes = Buffer.from(body);
    const places = bytes.length < 1000 ? [...bytes.keys()] : [];
    for (const pieces of [[bytes], cut(bytes, places)]) {
      await expect(parse(pieces, type)).rejects.toMatchObject({ code: 'MalformedPOSTRequest' });
    }
  });

  it('but a file may be empty', async () => {
    const body = Buffer.from(
      '--a-b\r\nContent-Disposition: form-data; name="file"\r\n\r\n\r\n--a-b\r\nContent-Disposition: form-data; name="k"\r\n\r\nv\r\n--a-b--',
    );
    for (let at = 0; at < body.length; at++) expect((await parse(cut(body, [at]))).file.length).toBe(0);
  });

  it('fields that do not end are given up while they come', async () => {
    const reader = new FormReader(contentType);
    await reader.write(Buffer.from('--a-b\r\nContent-Disposition: form-data; name="k"\r\n\r\n'));
    await expect(writeOften(reader, Buffer.alloc(1024), 1000)).rejects.toMatchObject({
      code: 'MaxPostPreDataLengthExceeded',
    });
  });

  it.each([
    ['a value', '--a-b\r\nContent-Disposition: form-data; name="k"\r\n\r\n'],
    ['a preamble', 'x'],
  ])('%s of nothing but CRs, byte by byte, costs little until then', async (_name, begin) => {
    const reader = new FormReader(contentType);
    await reader.write(Buffer.from(begin));
    const before = process.cpuUsage();
    await expect(writeOften(reader, Buffer.from('\r'), 100_000)).rejects.toMatchObject({
      code: 'MaxPostPreDataLengthExceeded',
    });
    // A search that looks at all earlier bytes for each piece would take 16 s.
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
    ['form-data;  name="a"', { name: 'a', fileName: undefined }],
    ['form-data; name="a"; name="b"', undefined],
    ['form-data; name="a', undefined],
    ['form-data; name="a" x', undefined],
    ['attachment; name="a"', undefined],
    ['form-data; filename="a"', undefined],
  ];
  it.each(cases)('%s', (value, expected) => {
    expect(parseDisposition(value)).toEqual(expected);
  });
});
