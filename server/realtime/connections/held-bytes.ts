/** Memory that is held for clients, counted for each address and in all. */
export class HeldBytes {
  readonly #most: { perAddress: number; inAll: number }
  readonly #byAddress = new Map<string, number>()
  #inAll = 0

  constructor(most: { perAddress: number; inAll: number }) {
    this.#most = most
  }

  /** False when there is no room for so many bytes; then nothing is counted. */
  take(address: string, bytes: number): boolean {
    const held = (this.#byAddress.get(address) ?? 0) + bytes
    if (held > this.#most.perAddress || this.#inAll + bytes > this.#most.inAll) return false
    this.#byAddress.set(address, held)
    this.#inAll += bytes
    return true
  }

  release(address: string, bytes: number): void {
    const held = (this.#byAddress.get(address) ?? 0) - bytes
    if (held > 0) this.#byAddress.set(address, held)
    else this.#byAddress.delete(address)
    this.#inAll -= bytes
  }
}

/** Bytes that wait for clients to read them, over all connections. */
export class WaitingBytes {
  readonly #most: number
  #inAll = 0

  constructor(most: number) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.#inAll > this.#most
  }

  change(bytes: number): void {
    this.#inAll += bytes
  }
}
