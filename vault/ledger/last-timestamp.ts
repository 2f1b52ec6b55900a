import type { VaultApi } from '../session/api.ts'
import { type Device, lookAtLogs } from './check-ledger.ts'
import { newestStamp } from './newest-stamp.ts'

/** The newest time stamp of the public log, as far as a browser checks it. */
export type LastTimestamp =
  | {
      readonly state: 'of_this_log'
      readonly size: number
      /** As the stamp says. Who signed it is not checked. */
      readonly atMs: number
      /** The server's word. */
      readonly authority: string
    }
  /** Of something else than a state that the public log still contains. */
  | { readonly state: 'of_something_else' }

/**
 * Whether the newest time stamp that the server shows is of the public log as this device verified it.
 *
 * @returns undefined where no authority is asked, and where the log is not what it was.
 */
export async function lastTimestamp(api: VaultApi, device: Device): Promise<LastTimestamp | undefined> {
  const { log, anchor } = await lookAtLogs(api, device)
  if (!anchor || (log && 'problem' in log)) return undefined
  const { facts, head } = anchor
  const found = await newestStamp(api, { id: facts.id, origin: facts.origin, head })
  if (!found) return undefined
  if (found === 'of_something_else') return { state: found }
  return { state: 'of_this_log', size: found.tree.size, atMs: found.atMs, authority: found.authority }
}
