import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RefusedDelivery } from '#web/lib/remote/vault-client.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { filesQuery } from '../drive/files.queries.ts'
import { receivedQuery } from '../requests/requests.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { devicesQuery, REFUSED_KEY } from './devices.queries.ts'

/** As for what comes through requests. */
const LOOK_EVERY_MS = 30_000

/**
 * While the vault is open, takes what devices sent into it, and says so.
 * @returns what did not pass its check; undefined while nobody has looked.
 */
export function useDeviceFiles(): readonly RefusedDelivery[] | undefined {
  const { devices, files, requests } = useVault()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: REFUSED_KEY,
    queryFn: async () => {
      const { accepted, refused } = await devices.receive()
      if (accepted.length > 0) {
        const { done, doneFromDevices } = requestWords.received
        const names = [...new Set(accepted.map(({ title }) => title))]
        const only = accepted.length === 1 ? accepted[0]?.name : undefined
        toastDone(done(accepted.length), doneFromDevices(names, only), 'received')
        void queries.invalidateQueries(receivedQuery(requests))
        void queries.invalidateQueries(filesQuery(files))
        void queries.invalidateQueries({ queryKey: ['folders'] })
        void queries.invalidateQueries(devicesQuery(devices))
      }
      return refused
    },
    refetchInterval: LOOK_EVERY_MS,
    refetchOnWindowFocus: true,
    meta: { failed: requestWords.received.devicesFailed },
  })
  return data
}
