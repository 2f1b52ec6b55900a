import { proxy } from 'comlink'
import type { Backend } from '../remote/backend.ts'
import type { OpenedRequest } from '../../workers/calls/requests/delivery-calls.ts'
import { createStore } from '../remote/store.ts'
import { VaultError, type VaultErrorCode } from '#vault/session/vault-error.ts'
import type { Store } from '../remote/store.ts'

/** A file that somebody sends for a request. */
export type SentFile = {
  id: string
  requestId: string
  name: string
  sizeBytes: number
  sentBytes: number
  state: 'waiting' | 'sending' | 'sent' | 'failed'
  /** Why it failed. */
  problem: VaultErrorCode | null
}

/** Requests as senders follow them: `id` from the path, `fragment` with the secret. */
export type SenderClient = {
  knock: (id: string, fragment: string) => Promise<{ hasPassword: boolean }>
  open: (id: string, fragment: string, password: string | null) => Promise<OpenedRequest>
  /** One after the other, in the order they were chosen. */
  files: Store<readonly SentFile[]>
  /** @param given.sender how the person calls themselves; may be empty. */
  send: (requestId: string, files: readonly File[], given: { maxFileBytes: number; sender: string }) => void
  retry: (id: string) => void
  /** Takes it off the list; what is on its way is stopped, and nothing of it stays on the server. */
  remove: (id: string) => void
}

/** What sending needs of the page: the worker that knows the opened requests. */
export type SenderBackend = { workers: { vault: Pick<Backend['workers']['vault'], 'delivery'> } }

/** Sends files for requests, without an account. */
export function createSender(backend: Promise<SenderBackend>): SenderClient {
  const files = createStore<readonly SentFile[]>([])
  const contents = new Map<string, { file: File; sender: string }>()
  let isSending = false

  const change = (id: string, by: Partial<SentFile>) =>
    files.write(files.read().map((file) => (file.id === id ? { ...file, ...by } : file)))

  const sendOne = async ({ id, requestId }: SentFile, content: { file: File; sender: string }): Promise<void> => {
    // The worker counts on a timer: what it says of an attempt may come after its end.
    let isOver = false
    const showSent = (sentBytes: number) => !isOver && change(id, { sentBytes })
    change(id, { state: 'sending', problem: null, sentBytes: 0 })
    try {
      const { vault } = (await backend).workers
      await vault.delivery.send(id, requestId, content, proxy(showSent))
      contents.delete(id)
      change(id, { state: 'sent', sentBytes: content.file.size })
    } catch (error) {
      change(id, { state: 'failed', problem: error instanceof VaultError ? error.code : 'unexpected' })
    } finally {
      isOver = true
    }
  }

  const sendAll = async (): Promise<void> => {
    if (isSending) return
    isSending = true
    for (;;) {
      const next = files.read().find(({ state }) => state === 'waiting')
      const content = next && contents.get(next.id)
      if (!next || !content) break
      await sendOne(next, content)
    }
    isSending = false
  }

  return {
    files,
    knock: async (id, fragment) => (await backend).workers.vault.delivery.knock(id, fragment),
    open: async (id, fragment, password) => (await backend).workers.vault.delivery.open(id, fragment, password),
    send: (requestId, chosen, { maxFileBytes, sender }) => {
      const added = chosen.map((file): SentFile => {
        const id = crypto.randomUUID()
        const isTooLarge = file.size > maxFileBytes
        if (!isTooLarge) contents.set(id, { file, sender })
        const { name, size: sizeBytes } = file
        const state = isTooLarge ? 'failed' : 'waiting'
        return { id, requestId, name, sizeBytes, sentBytes: 0, state, problem: isTooLarge ? 'file_too_large' : null }
      })
      files.write([...files.read(), ...added])
      void sendAll()
    },
    retry: (id) => {
      // What is on its way or was sent is not sent twice; what was too large was not kept.
      if (files.read().find((file) => file.id === id)?.state !== 'failed' || !contents.has(id)) return
      change(id, { state: 'waiting', problem: null })
      void sendAll()
    },
    remove: (id) => {
      const isLeft = files.read().find((file) => file.id === id)?.state !== 'sent'
      files.write(files.read().filter((file) => file.id !== id))
      contents.delete(id)
      // A file that could not be given up on the server loses its place there within a day.
      if (isLeft) void backend.then(({ workers }) => workers.vault.delivery.cancel(id)).catch(() => undefined)
    },
  }
}
