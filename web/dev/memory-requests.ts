import { createStore } from '#web/lib/store.ts'
import type { OwnRequest, RequestsClient, SenderClient, SentFile } from '#web/lib/vault-client.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** Requests for files in memory; nothing ever arrives. */
export function createMemoryRequests(): RequestsClient {
  let list: (OwnRequest & { address: string | null })[] = []
  return {
    create: async ({ title, folderId, days, maxFiles, maxBytes, password }) => {
      const id = crypto.randomUUID()
      const address = `${location.origin}/r/${id}#${'A'.repeat(43)}`
      const limits = { maxFiles, maxBytes, filesDelivered: 0, bytesDelivered: 0 }
      const times = { createdAt: inDays(0), expiresAt: inDays(days), endedAt: null }
      const request = { id, title, folderId, path: null, address, hasPassword: password !== null, ...limits, ...times }
      list = [request, ...list]
      return address
    },
    list: async () => list,
    end: async (id) => void (list = list.filter((request) => request.id !== id)),
    receive: async () => ({ accepted: [], refused: [] }),
    discard: async () => undefined,
  }
}

/** A request as senders see it; what they choose waits for ever. */
export function createMemorySender(): SenderClient {
  const files = createStore<readonly SentFile[]>([])
  return {
    knock: async () => ({ hasPassword: false }),
    open: async () => ({
      title: 'Plans of the new building',
      note: 'As PDF, please.',
      name: 'Ada Example',
      email: 'ada@example.org',
      expiresAt: inDays(14),
      filesLeft: 20,
      bytesLeft: 1_000_000_000,
      maxFileBytes: 100_000_000,
    }),
    files,
    send: (requestId, chosen) =>
      files.write([
        ...files.read(),
        ...chosen.map(({ name, size: sizeBytes }) => ({
          id: crypto.randomUUID(),
          requestId,
          name,
          sizeBytes,
          sentBytes: 0,
          state: 'waiting' as const,
          problem: null,
        })),
      ]),
    retry: () => undefined,
    remove: (id) => files.write(files.read().filter((file) => file.id !== id)),
  }
}
