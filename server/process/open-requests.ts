import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** What has nothing to answer any more gets so long to say goodbye: WebSockets, connections that began a request and said no more. */
const FAREWELL_MS = 1000
const LOOK_MS = 100

type Open = { route: string; since: number }

/** Knows what is being answered, so that a stop waits for that and for nothing else, and can say what it waited for. */
export class OpenRequests {
  readonly #server: Server
  readonly #open = new Map<ServerResponse, Open>()
  readonly #sockets = new Set<Socket>()

  /** Add it before any other hook. */
  constructor(app: FastifyInstance) {
    this.#server = app.server
    app.addHook('onRequest', (request, reply, done) => {
      const { raw } = reply
      // The pattern: addresses themselves carry tokens.
      this.#open.set(raw, { route: `${request.method} ${request.routeOptions.url ?? '*'}`, since: performance.now() })
      raw.once('close', () => this.#open.delete(raw))
      done()
    })
    app.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  /** Such as `PATCH /storage/v1/upload/resumable/:id for 12 s`. */
  describe(): string[] {
    const now = performance.now()
    return [...this.#open.values()].map(({ route, since }) => `${route} for ${Math.round((now - since) / 1000)} s`)
  }

  /** Ends what is open. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /**
   * Ends connections that only wait for a next request, until `closed` settles. Node ends those that are idle at the moment when a server
   * closes, and not those that become so later.
   */
  async endIdle(closed: Promise<unknown>): Promise<void> {
    const settled = closed.then(
      () => true,
      () => true,
    )
    for (let idleMs = 0; !(await Promise.race([settled, sleep(LOOK_MS, false)])); idleMs += LOOK_MS) {
      this.#server.closeIdleConnections?.()
      if (this.#open.size > 0) idleMs = 0
      else if (idleMs >= FAREWELL_MS) this.cut()
    }
  }
}
