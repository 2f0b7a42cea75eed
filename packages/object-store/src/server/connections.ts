import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tracks which connections of a server carry a request, so that closing waits for those only. Node treats a connection as
 * idle only after its first request. Browsers and load balancers open connections without any request, and those would
 * delay closing.
 *
 * Call `serve` for each request. State: one entry for each open connection.
 */
export class Connections {
  readonly #server: Server;
  /** Number of unfinished requests on each open connection. */
  readonly #requests = new Map<Socket, number>();
  #closing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#requests.set(socket, 0);
      socket.once('close', () => this.#requests.delete(socket));
    });
  }

  /** Counts a request until its answer is sent and its body is read or the connection is lost. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.#requests.set(socket, (this.#requests.get(socket) ?? 0) + 1);
    response.once('close', () => {
      // The rest of a refused body is still coming. Closing now would reset the connection before the client sees the answer.
      if (request.complete || request.destroyed) this.#served(socket);
      else request.once('end', () => this.#served(socket));
    });
  }

  /**
   * Accepts no more connections, closes connections without a request at once and the others after their answer. After
   * `ms` milliseconds it closes all that are left.
   */
  async close(ms: number): Promise<void> {
    this.#closing = true;
    const timer = setTimeout(() => this.#server.closeAllConnections(), ms);
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      for (const [socket, requests] of this.#requests) {
        if (requests === 0) socket.destroy();
      }
    });
    clearTimeout(timer);
  }

  #served(socket: Socket): void {
    const left = (this.#requests.get(socket) ?? 1) - 1;
    if (this.#requests.has(socket)) this.#requests.set(socket, left);
    if (this.#closing && left === 0) socket.destroySoon();
  }
}
