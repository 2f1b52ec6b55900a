import { expose } from 'comlink'
import { checkAnchorLog, type CheckedAnchor } from '#vault/ledger/anchor-log.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { logMemory } from './device/log-memory.ts'

/** The anchor log as this browser finds it, and whether it lists the build of this text of `/build.json`. */
const checkLog = (manifest: string | undefined): Promise<CheckedAnchor> =>
  checkAnchorLog({ fetch: askPublicly }, { memory: logMemory, nowMs: Date.now() }, manifest)

async function askPublicly(path: string): Promise<Response> {
  // The worker's own address is that of its code, which was compared before it started.
  const response = await fetch(self.origin + path, { cache: 'no-store', credentials: 'omit' })
  if (response.ok) return response
  throw new VaultError(response.status === 404 ? 'not_found' : 'unexpected', `${path} answered ${response.status}`)
}

/** What a visitor's browser finds out about the public log. */
const api = { checkLog }
export type LogWorker = typeof api
expose(api)
