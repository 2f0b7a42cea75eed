import { connect } from 'node:net';

/**
 * One kept-alive HTTP/1.1 connection to a server on this machine, one request at a time: the load generator shares two
 * cores with what it measures, so it must cost little.
 */
export class HttpConnection {
  #socket;
  #received = [];
  #length = 0;
  #missing = 0;
  #waiting;

  constructor(url) {
    const { hostname, port } = new URL(url);
    if (hostname !== '127.0.0.1') throw new Error('load is only sent to 127.0.0.1');
    this.host = `${hostname}:${port}`;
    this.#open();
  }

  /** Servers close connections that were idle for some time: the next request opens another one. */
  #open() {
    const [host, port] = this.host.split(':');
    const socket = connect({ host, port: Number(port), noDelay: true });
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined;
      this.#waiting?.reject(new Error('the server closed the connection'));
    });
    this.#socket = socket;
  }

  /** Resolves to status and body. */
  send({ method, path, headers = {}, body = '' }) {
    const lines = Object.entries({ host: this.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
    if (this.#socket === undefined) this.#open();
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`);
    });
  }

  close() {
    this.#waiting = undefined;
    this.#socket?.destroy();
  }

  #take(chunk) {
    this.#received.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#missing) return;
    const all = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    this.#received = [all];
    const end = all.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = all.toString('latin1', 0, end);
    const size = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    this.#missing = end + 4 + size;
    if (all.length < this.#missing) return;
    const answer = { status: Number(head.slice(9, 12)), body: all.toString('utf8', end + 4, this.#missing) };
    this.#received = [];
    this.#length = 0;
    this.#missing = 0;
    const { resolve } = this.#waiting;
    this.#waiting = undefined;
    resolve(answer);
  }
}

/** One request that must succeed, as JSON. */
export async function call(url, request) {
  const connection = new HttpConnection(url);
  try {
    const { status, body } = await connection.send(request);
    if (status !== 200) throw new Error(`${request.path} answered ${status}: ${body.slice(0, 500)}`);
    return JSON.parse(body);
  } finally {
    connection.close();
  }
}
