import { randomId } from '../transport/random-id.js';

/** The bytes before and after the content of the file in a multipart form. */
export interface FormEnvelope {
  readonly contentType: string;
  readonly before: Uint8Array<ArrayBuffer>;
  readonly after: Uint8Array<ArrayBuffer>;
}

/** Every field exactly as given, and `file` last (interface: Upload flow). Not built with FormData, so that its length is known and progress can be reported. */
export function formEnvelope(
  fields: Readonly<Record<string, unknown>>,
  fileName: string,
  mimeType: string,
): FormEnvelope {
  const boundary = `millrace-${randomId()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${String(value)}\r\n`,
  );
  const file = `Content-Disposition: form-data; name="file"; filename="${escapeName(fileName)}"\r\nContent-Type: ${oneLine(mimeType)}`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    before: new TextEncoder().encode(`${parts.join('')}--${boundary}\r\n${file}\r\n\r\n`),
    after: new TextEncoder().encode(`\r\n--${boundary}--\r\n`),
  };
}

/** As the HTML standard escapes names in multipart forms. */
const escapeName = (name: string): string =>
  name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

const oneLine = (value: string): string => value.replaceAll(/[\r\n]/g, ' ');
