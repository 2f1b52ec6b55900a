import type { Backend } from '../remote/backend.ts'
import { activeWorker, withinLimit } from './save-file.ts'
import { createStore } from '../remote/store.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import type { AccountState } from '../account/account-state.ts'
import type { FilesClient, FileView } from './files-types.ts'
import type { Store } from '../remote/store.ts'
import type { WorkerPool } from '../remote/worker-pool.ts'

type Shown = {
  name: string
  mimeType: string
  sizeBytes: number
  /** A visitor of a link has none to lock. */
  needsVault: boolean
  read: FileView['read']
  fail: (error: unknown) => void
  close: () => void
}
type Question = { type?: string; id?: string; from?: number; to?: number }

/** Opens files to look at them in the page; all are closed when the vault locks. */
export function createViews(
  backend: Promise<Backend>,
  account: Store<AccountState>,
): Pick<FilesClient, 'view' | 'show'> {
  const shown = new Map<string, Shown>()
  const closeAll = () => shown.forEach(({ needsVault, close }) => needsVault && close())
  account.subscribe(() => account.read().kind !== 'open' && closeAll())
  navigator.serviceWorker?.addEventListener('message', ({ data, ports: [port] }: MessageEvent<Question>) => {
    if (data.type === 'view' && port) void answer(shown.get(data.id ?? ''), data, port)
  })
  navigator.serviceWorker?.startMessages()

  const show: FilesClient['show'] = async (prepare, { needsVault } = { needsVault: true }) => {
    const { workers } = await backend
    const { ticket, name, mimeType, sizeBytes } = await prepare()
    const [worker] = await workers.transfers()
    const problem = createStore<unknown>(undefined)
    const close = (): void => {
      shown.delete(ticket)
      void forget(workers, ticket)
    }
    try {
      await worker.openView(ticket)
    } catch (error) {
      close()
      throw error
    }
    const read = (from: number, to: number) => readSpans(workers, ticket, { from, to: Math.min(to, sizeBytes) })
    const view: Shown = {
      name,
      mimeType,
      sizeBytes,
      needsVault,
      read: (from, to) => readSpan(workers, ticket, { from, to }),
      fail: problem.write,
      close,
    }
    shown.set(ticket, view)
    const address = async (type: string) => {
      view.mimeType = type
      await controlled()
      return `/vault-view/${ticket}`
    }
    return { name, mimeType, sizeBytes, read, address, problem, close }
  }

  return {
    show,
    async view(id) {
      const { vault } = (await backend).workers
      const view = await show(() => vault.downloads.prepare(id))
      // The list shows when a file was last used; that it could not be noted is no failure of looking.
      vault.files.touch(id, 'preview').catch(() => undefined)
      return view
    },
  }
}

type Span = { from: number; to: number }

async function readSpan(workers: WorkerPool, ticket: string, { from, to }: Span) {
  const [worker] = await workers.transfers()
  return [await worker.readView(ticket, from, to)]
}

/** All of a span, in as many pieces as it takes. */
async function readSpans(workers: WorkerPool, ticket: string, { from, to }: Span) {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let at = from; at < to;) {
    const [piece] = await readSpan(workers, ticket, { from: at, to })
    if (!piece?.length) break
    pieces.push(piece)
    at += piece.length
  }
  return pieces
}

async function answer(
  view: Shown | undefined,
  { from = 0, to = Infinity }: Question,
  port: MessagePort,
): Promise<void> {
  try {
    const [bytes] = (await view?.read(from, to)) ?? []
    if (!view || !bytes) return port.postMessage(null)
    const { name, mimeType, sizeBytes } = view
    port.postMessage({ name, mimeType, sizeBytes, bytes }, [bytes.buffer])
  } catch (error) {
    view?.fail(error)
    port.postMessage(null)
  }
}

async function forget({ vault, transfers }: WorkerPool, ticket: string): Promise<void> {
  const [worker] = await transfers()
  await Promise.allSettled([worker.closeView(ticket), vault.downloads.forget(ticket)])
}

/** Waits until the service worker answers for this page; a hard reload leaves it aside. */
async function controlled(): Promise<void> {
  const worker = await withinLimit(activeWorker())
  const { serviceWorker } = navigator
  if (serviceWorker.controller) return
  const taken = new Promise<void>((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  })
  worker.postMessage({ type: 'view-claim' })
  await withinLimit(taken)
  if (!serviceWorker.controller)
    throw new VaultError('save_not_started', 'The browser did not start its service worker.')
}
