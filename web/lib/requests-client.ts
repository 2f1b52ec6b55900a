import type { Received } from '#vault/receive-files.ts'
import type { NewRequest, OwnRequest } from '#vault/requests.ts'
import type { Backend } from './create-vault-client.ts'
export type { ReceivedFile } from '#vault/deliveries.ts'

export type { NewRequest, OwnRequest } from '#vault/requests.ts'

/** What a sender sees of a request; no account is needed. */
export type OpenedRequest = {
  title: string
  note: string
  /** As far as the requester chose to say. */
  name: string
  email: string
  /** ISO 8601. */
  expiresAt: string
  filesLeft: number
  bytesLeft: number
  /** Largest file the server takes. */
  maxFileBytes: number
}

/** Requests for files, as their maker handles them. */
export type RequestsClient = {
  /** @returns the whole address, its secret included. */
  create: (wanted: NewRequest) => Promise<string>
  /** Those that were not ended by hand. */
  list: () => Promise<(OwnRequest & { address: string | null })[]>
  end: (id: string) => Promise<void>
  /** Checks what arrived and takes it into the vault. */
  receive: () => Promise<Received>
  /** Deletes what did not pass. */
  discard: (deliveryId: string) => Promise<void>
}

/** Everything is done in the vault worker. */
export function createRequests(backend: Promise<Backend>): RequestsClient {
  const vault = async () => (await backend).workers.vault
  return {
    create: async (wanted) => location.origin + (await (await vault()).createRequest(wanted)),
    list: async () =>
      (await (await vault()).listRequests()).map((request) => ({
        ...request,
        address: request.path && location.origin + request.path,
      })),
    end: async (id) => (await vault()).endRequest(id),
    receive: async () => (await vault()).receiveFiles(),
    discard: async (id) => (await vault()).deleteDelivery(id),
  }
}
