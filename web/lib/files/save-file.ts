import { ExchangedServiceWorker, registerServiceWorker } from '../remote/trusted-worker.ts'
import { VaultError } from '#vault/session/vault-error.ts'

/** How long the browser may take for each step before the first byte; from then on a download may take as long as it takes. */
const TAKE_UP_MS = 15_000
/** Chromium ends a service worker after 30 seconds without an event, also in the middle of a stream. */
const PING_EVERY_MS = 10_000
const FRAME_LIFETIME_MS = 60_000

export type FileToSave = { id: string; name: string; sizeBytes: number }

/**
 * Hands `port`, which brings the pieces of a file, to the service worker and has the browser download from it.
 * Watches over it until `signal` aborts; then the service worker drops what is not complete.
 *
 * @returns never: that the file is saved is known at the other end of the port.
 * @throws {VaultError} `save_not_started` | `worker_exchanged` | `save_stopped`
 */
export async function saveThroughServiceWorker(
  file: FileToSave,
  port: MessagePort,
  signal: AbortSignal,
): Promise<never> {
  const worker = await withinLimit(activeWorker())
  return new Promise((_resolve, reject) => {
    const { serviceWorker } = navigator
    let ping: ReturnType<typeof setInterval> | undefined
    const isLate = (): void => reject(notStarted())
    let deadline = setTimeout(isLate, TAKE_UP_MS)
    const listen = ({ data }: MessageEvent<{ type?: string; id?: string }>): void => {
      if (data.id !== file.id) return
      clearTimeout(deadline)
      if (data.type === 'save-ready') {
        deadline = setTimeout(isLate, TAKE_UP_MS)
        openFrame(file.id)
      }
      if (data.type === 'save-started') {
        ping = setInterval(() => worker.postMessage({ type: 'save-ping', id: file.id }), PING_EVERY_MS)
      }
      if (data.type === 'save-lost') reject(new VaultError('save_stopped', 'The browser ended the download.'))
    }
    const end = (): void => {
      clearTimeout(deadline)
      clearInterval(ping)
      serviceWorker.removeEventListener('message', listen)
      worker.postMessage({ type: 'save-stop', id: file.id })
    }
    serviceWorker.addEventListener('message', listen)
    serviceWorker.startMessages()
    worker.postMessage({ type: 'save', ...file }, [port])
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}

// A link with `download` would bypass the service worker; a hidden frame does not.
function openFrame(id: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = `/vault-save/${id}`
  document.body.append(frame)
  setTimeout(() => frame.remove(), FRAME_LIFETIME_MS)
}

/** The newest service worker, once it is ready: an older one would be replaced in the middle of the download. */
export async function activeWorker(): Promise<ServiceWorker> {
  const registration = await registerServiceWorker().catch((cause: unknown) => {
    if (cause instanceof ExchangedServiceWorker) throw new VaultError('worker_exchanged', cause.message, { cause })
    throw notStarted(cause)
  })
  const newest = registration?.installing ?? registration?.waiting ?? registration?.active
  if (!newest) throw notStarted()
  while (newest.state !== 'activated' && newest.state !== 'redundant') {
    await new Promise((resolve) => newest.addEventListener('statechange', resolve, { once: true }))
  }
  const worker = newest.state === 'activated' ? newest : registration?.active
  if (!worker) throw notStarted()
  return worker
}

export async function withinLimit<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(notStarted()), TAKE_UP_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function notStarted(cause?: unknown): VaultError {
  return new VaultError('save_not_started', 'The browser did not start to save the file.', { cause })
}
