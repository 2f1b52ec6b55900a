import type { FastifyInstance } from 'fastify'
import { OpenRequests } from './open-requests.ts'
import type { StopSettings } from './stop-settings.ts'
import { Stop, type Stoppable } from './stop.ts'

/** What the app and the end of the process know of each other. */
export class Life {
  #requests: OpenRequests | undefined
  #isStopping = false

  /** For `buildApp`. */
  readonly services = {
    onCreated: (app: FastifyInstance): void => void (this.#requests = new OpenRequests(app)),
    isStopping: () => this.#isStopping,
  }

  /** Takes no new connections, and waits for what is being answered. */
  async close(app: FastifyInstance): Promise<void> {
    const closed = app.close()
    await Promise.all([closed, this.#requests?.endIdle(closed)])
  }

  stopBy(app: FastifyInstance, settings: StopSettings, steps: Stoppable['steps']): Stop {
    return new Stop({
      settings,
      steps,
      unready: () => (this.#isStopping = true),
      openRequests: () => this.#requests?.describe() ?? [],
      cut: () => this.#requests?.cut(),
      say: (text) => console.error(text),
    })
  }
}
