import { crc32 as zlibCrc32 } from 'node:zlib';

/** A checksum that is computed piece by piece; `digest` gives the big-endian bytes that S3 encodes in base64. */
export interface RunningChecksum {
  update(chunk: Uint8Array): void;
  digest(): Buffer;
}

/** CRC-32 (zlib's, native: 6 GB/s). */
export function crc32(): RunningChecksum {
  let value = 0;
  return {
    update: (chunk) => {
      value = zlibCrc32(chunk, value);
    },
    digest: () => bigEndian32(value),
  };
}

const castagnoli = slicingTables32(0x82f63b78);

/** CRC-32C (Castagnoli), eight bytes a step. */
export function crc32c(): RunningChecksum {
  let crc = 0xffffffff;
  return {
    update: (chunk) => {
      crc = advance32(castagnoli, crc, chunk);
    },
    digest: () => bigEndian32((crc ^ 0xffffffff) >>> 0),
  };
}

/** CRC-64/NVME (reflected 0x9a6c9329ac4bc9b5) as two 32-bit halves, because BigInt arithmetic is a hundred times slower. */
export function crc64nvme(): RunningChecksum {
  let high = 0xffffffff;
  let low = 0xffffffff;
  return {
    update: (chunk) => {
      for (const byte of chunk) {
        const index = (low ^ byte) & 0xff;
        low = ((low >>> 8) | (high << 24)) ^ (nvmeLow[index] ?? 0);
        high = (high >>> 8) ^ (nvmeHigh[index] ?? 0);
      }
    },
    digest: () => Buffer.concat([bigEndian32(~high >>> 0), bigEndian32(~low >>> 0)]),
  };
}

const nvmeHigh = new Int32Array(256);
const nvmeLow = new Int32Array(256);
for (let index = 0; index < 256; index++) {
  let value = BigInt(index);
  for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ 0x9a6c9329ac4bc9b5n : value >> 1n;
  nvmeHigh[index] = Number(BigInt.asIntN(32, value >> 32n));
  nvmeLow[index] = Number(BigInt.asIntN(32, value));
}

function bigEndian32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

/** Table k at [k * 256 + b]: the remainder of byte b followed by k zero bytes ("slicing by 8"). */
function slicingTables32(polynomial: number): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let index = 0; index < 256; index++) {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    tables[index] = value;
  }
  for (let index = 256; index < tables.length; index++) {
    const shorter = tables[index - 256] ?? 0;
    tables[index] = (shorter >>> 8) ^ (tables[shorter & 0xff] ?? 0);
  }
  return tables;
}

/** `?? 0` never applies, because the indexes are bytes. It is for the type checker, and V8 keeps plain numbers. */
function advance32(tables: Int32Array, start: number, chunk: Uint8Array): number {
  let crc = start;
  let index = 0;
  const at = (offset: number): number => chunk[index + offset] ?? 0;
  const table = (k: number, byte: number): number => tables[k * 256 + (byte & 0xff)] ?? 0;
  for (; index + 8 <= chunk.length; index += 8) {
    const first = crc ^ (at(0) | (at(1) << 8) | (at(2) << 16) | (at(3) << 24));
    crc =
      table(7, first) ^
      table(6, first >>> 8) ^
      table(5, first >>> 16) ^
      table(4, first >>> 24) ^
      table(3, at(4)) ^
      table(2, at(5)) ^
      table(1, at(6)) ^
      table(0, at(7));
  }
  for (; index < chunk.length; index++) crc = (crc >>> 8) ^ table(0, crc ^ at(0));
  return crc;
}
