import { expose } from 'comlink'
import { logMemory } from './device/log-memory.ts'
import { checkAnchorLog, type CheckedAnchor } from '#vault/ledger/anchor-log.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { roundTrip } from '../site/proof/round-trip.ts'
import { chooseBit, runVectors } from '../site/proof/run-vectors.ts'

/** The anchor log as this browser finds it, and whether it lists the build of this text of `/build.json`. */
const checkLog = (manifest: string | undefined): Promise<CheckedAnchor> =>
  checkAnchorLog({ fetch: askPublicly }, { memory: logMemory, nowMs: Date.now() }, manifest)

async function askPublicly(path: string): Promise<Response> {
  const response = await fetch(path, { cache: 'no-store', credentials: 'omit' })
  if (response.ok) return response
  throw new VaultError(response.status === 404 ? 'not_found' : 'unexpected', `${path} answered ${response.status}`)
}

/** What the public site proves in the visitor's browser. No vault, no keys of anybody; of the network, what the anchor log says to everybody. */
const api = { roundTrip, runVectors, chooseBit, checkLog }
export type ProofWorker = typeof api
expose(api)
