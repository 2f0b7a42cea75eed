import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Knows which connections of a server carry a request, so that closing waits for those only. Node itself counts a connection
 * as idle once it has carried one: browsers and load balancers open some that never do, and those would hold up closing.
 *
 * Must be told of each request by `serve`. State: one entry for each open connection.
 */
export class Connections {
  readonly #server: Server;
  /** Requests under way on each open connection. */
  readonly #requests = new Map<Socket, number>();
  #closing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#requests.set(socket, 0);
      socket.once('close', () => this.#requests.delete(socket));
    });
  }

  /** Counts a request until it has been answered and has been taken or cut off. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.#requests.set(socket, (this.#requests.get(socket) ?? 0) + 1);
    response.once('close', () => {
      // Of a refused body some is still to come; closing now would reset the connection before the client sees the answer.
      if (request.complete || request.destroyed) this.#served(socket);
      else request.once('end', () => this.#served(socket));
    });
  }

  /**
   * Takes no more connections, closes those without a request at once and the others with their answers, and after
   * `ms` milliseconds all that are left.
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
