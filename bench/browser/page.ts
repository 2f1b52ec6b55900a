/** Messages to a worker of the bench are answered one at a time, in order. */
export type Answer = { value: unknown } | { error: string }

const workers = new Map<string, Worker>()

/** What the Node side calls through `page.evaluate`. */
const bench = {
  /** Starts a worker under a name; a name that is taken keeps its worker. */
  start(name: string, url: string): void {
    if (!workers.has(name)) workers.set(name, new Worker(url, { type: 'module' }))
  },

  stop(name: string): void {
    workers.get(name)?.terminate()
    workers.delete(name)
  },

  /** Sends one message to a worker and waits for its answer. @throws what the worker threw, as text. */
  call(name: string, message: unknown): Promise<unknown> {
    const worker = workers.get(name)
    if (!worker) throw new Error(`no worker ${name}`)
    return new Promise((resolve, reject) => {
      worker.addEventListener('error', (event) => reject(new Error(event.message)), { once: true })
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<Answer>) => {
          if ('error' in data) reject(new Error(data.error))
          else resolve(data.value)
        },
        { once: true },
      )
      worker.postMessage(message)
    })
  },

  /** A file that was chosen, by its name. */
  file(name: string): File {
    const files = [...(document.querySelector('input')?.files ?? [])]
    const file = files.find((one) => one.name === name)
    if (!file) throw new Error(`no file ${name}`)
    return file
  },
}

export type Bench = typeof bench

declare global {
  var bench: Bench
}

globalThis.bench = bench
