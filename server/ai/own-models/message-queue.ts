/** Messages of a process, in their order, for one reader. */
export class MessageQueue<Message> {
  #waiting: Message[] = []
  #failure: Error | undefined
  #wake: (() => void) | undefined

  push(message: Message): void {
    this.#waiting.push(message)
    this.#wake?.()
  }

  /** Messages that came before are still read. */
  fail(error: Error): void {
    this.#failure ??= error
    this.#wake?.()
  }

  /** @throws what it failed with, or the reason of `signal` */
  async next(signal: AbortSignal): Promise<Message> {
    for (;;) {
      signal.throwIfAborted()
      const message = this.#waiting.shift()
      if (message !== undefined) return message
      if (this.#failure) throw this.#failure
      const { promise, resolve } = Promise.withResolvers<void>()
      const wake = (): void => resolve()
      this.#wake = wake
      signal.addEventListener('abort', wake, { once: true })
      await promise
      signal.removeEventListener('abort', wake)
      this.#wake = undefined
    }
  }
}
