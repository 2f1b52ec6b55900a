import { deleteDelivery } from '#vault/requests/deliveries.ts'
import { listReceivedIds } from '#vault/requests/received-ids.ts'
import { type Received, receiveFiles } from '#vault/requests/receive-files.ts'
import { type NewRequest, type OwnRequest, createRequest, endRequest, listRequests } from '#vault/requests/requests.ts'
import { withApi } from '../bind-calls.ts'
import { connected, unlocked } from '../../vault-state.ts'

/** Requests for files, as their maker handles them. */
export const requestCalls = {
  /** `discard` deletes a delivery that did not pass. */
  ...withApi({ discard: deleteDelivery, listReceivedIds }),

  /** @returns the whole address, its secret included. */
  create: async (wanted: NewRequest): Promise<string> =>
    location.origin + (await createRequest(connected(), unlocked(), wanted, new Date())),

  /** Those that were not ended by hand. */
  async list(): Promise<(OwnRequest & { address: string | null })[]> {
    const requests = await listRequests(connected(), unlocked())
    return requests.map((request) => ({ ...request, address: request.path && location.origin + request.path }))
  },

  end: (id: string): Promise<void> => endRequest(connected(), id, new Date()),

  /** Checks what arrived and takes it into the vault. */
  receive: (): Promise<Received> => receiveFiles(connected(), unlocked(), new Date()),
}
