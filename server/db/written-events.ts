import { AsyncLocalStorage } from 'node:async_hooks'

/** What the transactions of one answer wrote into the audit log. */
export type WrittenEvents = {
  /** Who asks, by a token that was verified; undefined without one. */
  caller: string | undefined
  readonly ids: string[]
}

/** Ids of so many are kept: nobody is promised more in one answer. */
const MOST_IDS = 64

/** `ledger.await_place` announces the events of each statement with this code, on the connection that wrote them. */
const ANNOUNCED = 'QS201'

const answers = new AsyncLocalStorage<WrittenEvents>()

/** Runs what makes an answer. What its transactions write is in `written` once they are committed. */
export const whileAnswering = (written: WrittenEvents, work: () => void): void => answers.run(written, work)

/** The token of the request was verified. */
export function noteCaller(userId: string): void {
  const written = answers.getStore()
  if (written) written.caller = userId
}

/** What a connection hears while a transaction runs on it, and what becomes of that. */
export class HeardEvents {
  #ids: string[] = []

  hear({ code, detail }: { code?: string | undefined; detail?: string | undefined }): void {
    if (code === ANNOUNCED && detail && this.#ids.length < MOST_IDS) this.#ids.push(...detail.split(','))
  }

  /** Nobody else's stay behind on a connection. */
  begin(): void {
    this.#ids = []
  }

  committed(): void {
    const written = this.#ids.length > 0 ? answers.getStore() : undefined
    if (written) written.ids.push(...this.#ids.slice(0, MOST_IDS - written.ids.length))
    this.#ids = []
  }
}
