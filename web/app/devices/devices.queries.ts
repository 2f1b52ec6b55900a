import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** Events of one device that its details show. */
const SHOWN_EVENTS = 20

export function devicesQuery(devices: VaultClient['devices']) {
  return queryOptions({ queryKey: ['devices', 'mine'], queryFn: () => devices.list() })
}

/** Those of everybody in the organisation, for who looks after its security. */
export function fleetQuery(devices: VaultClient['devices']) {
  return queryOptions({ queryKey: ['devices', 'fleet'], queryFn: () => devices.fleet() })
}

/** Of the key of a device, checked by the vault; null where it has none that counts. */
export function fingerprintQuery(devices: VaultClient['devices'], id: string) {
  return queryOptions({ queryKey: ['devices', 'fingerprint', id], queryFn: () => devices.fingerprint(id) })
}

export function historyQuery(audit: VaultClient['audit'], id: string) {
  return queryOptions({
    queryKey: ['devices', 'history', id],
    queryFn: () => audit.list({ filter: { about: id }, limit: SHOWN_EVENTS }),
  })
}

/** What arrived and did not pass its check. Filled by `useDeviceFiles`. */
export const REFUSED_KEY = ['devices', 'refused'] as const

export function refreshDevices(queries: QueryClient): Promise<unknown> {
  return queries.invalidateQueries({ queryKey: ['devices'] })
}
