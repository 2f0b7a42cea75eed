import type { Take } from '../http/read-body.js';
import { S3Error } from '../kernel/error.js';
import type { Exchange } from '../request/exchange.js';
import { FormParser } from './form-parser.js';

/** A form up to its file; what comes behind the file is read but ignored. */
export interface UploadForm {
  /** By lower-case name; values of a repeated field are joined with a comma, as S3 does. */
  readonly fields: Map<string, string>;
  /** As sent, without directories; undefined if the file part names none. */
  readonly fileName: string | undefined;
  /**
   * Hands the file's bytes to `take`, once. Resolves when the whole body has been read and its last boundary seen; only then
   * is the file complete. Rejects with what `take` throws, MalformedPOSTRequest, or an Error if the client goes.
   */
  receive(take: Take): Promise<void>;
  /** Stops reading. To be called when the form is given up; harmless afterwards. */
  cancel(): void;
}

/**
 * Reads a multipart/form-data body up to its file.
 * @throws PreconditionFailed (412) if the body is not multipart/form-data, MalformedPOSTRequest,
 * MaxPostPreDataLengthExceeded, or InvalidArgument without a file
 */
export async function readUploadForm(exchange: Exchange): Promise<UploadForm> {
  const contentType = exchange.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data[ \t]*(;|$)/i.test(contentType)) {
    throw new S3Error('PreconditionFailed', undefined, {
      Condition: 'Bucket POST must be of the enclosure-type multipart/form-data',
    });
  }
  const fields = new Map<string, string>();
  const file = new FormFile();
  let fileName: string | undefined;
  let begun: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const parser = new FormParser(contentType, {
    field: (name, value) => addField(fields, name.toLowerCase(), value),
    fileBegins: (name) => {
      fileName = name;
      file.opened = true;
      begun();
    },
    fileBytes: (piece) => file.add(piece),
  });
  const read = exchange
    .body()
    .flow((piece) => {
      parser.push(piece);
      return file.forward();
    })
    .then(() => parser.end());
  // Whoever receives the file is told; before that, the race is.
  read.catch(() => undefined);
  await Promise.race([opened, read]);
  return {
    fields,
    fileName,
    receive: async (take) => {
      file.receiver(take);
      await read;
    },
    cancel: () => file.giveUp(),
  };
}

/** The file's bytes on their way from the parser to whoever receives them, who comes later than the first of them. */
class FormFile {
  opened = false;
  #pieces: Buffer[] = [];
  #take: Take | undefined;
  #held: { readonly go: () => void; readonly stop: (error: Error) => void } | undefined;
  #ended: Error | undefined;

  add(piece: Buffer): void {
    this.#pieces.push(piece);
  }

  receiver(take: Take): void {
    this.#take = take;
    this.#held?.go();
  }

  giveUp(): void {
    this.#ended = new Error('the form was given up');
    this.#held?.stop(this.#ended);
  }

  /** Hands over what has come; holds the client up while there is nobody to take it. */
  forward(): Promise<void> | undefined {
    if (this.#ended) throw this.#ended;
    if (!this.opened) return undefined;
    if (!this.#take) return this.#hold();
    for (let piece = this.#pieces.shift(); piece; piece = this.#pieces.shift()) {
      const taken = this.#take(piece);
      if (taken) return this.#pieces.length === 0 ? taken : taken.then(() => this.forward());
    }
    return undefined;
  }

  async #hold(): Promise<void> {
    await new Promise<void>((go, stop) => {
      this.#held = { go, stop };
    });
    await this.forward();
  }
}

function addField(fields: Map<string, string>, name: string, value: string): void {
  const earlier = fields.get(name);
  fields.set(name, earlier === undefined ? value : `${earlier},${value}`);
}
