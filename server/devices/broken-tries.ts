/** Of a fleet on a bad line; what is forgotten counts a second time. */
const MOST = 10_000

/**
 * Files whose connection broke, so that they count as one for the detectors however often they are tried. In memory: after a restart, or on
 * another server, a file counts once more.
 */
export class BrokenTries {
  readonly #tries = new Set<string>()

  add(deviceId: string, file: { fileId: string; plainBytes: number }): void {
    const [oldest] = this.#tries
    if (this.#tries.size >= MOST && oldest !== undefined) this.#tries.delete(oldest)
    this.#tries.add(nameOf(deviceId, file))
  }

  has(deviceId: string, file: { fileId: string; plainBytes: number }): boolean {
    return this.#tries.has(nameOf(deviceId, file))
  }
}

/** With its size: what comes under the same id and is larger is looked at. */
const nameOf = (deviceId: string, { fileId, plainBytes }: { fileId: string; plainBytes: number }): string =>
  `${deviceId}/${fileId}/${plainBytes}`
