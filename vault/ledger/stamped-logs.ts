import { z } from 'zod'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import type { VaultApi } from '../session/api.ts'
import { VaultError } from '../session/vault-error.ts'
import { type FoundStamp, newestStamp } from './newest-stamp.ts'
import type { LogFacts } from './read-logs.ts'
import type { WatchedTree } from './verify-events.ts'
import { type Anchored, proveAnchored, readAnchorEntry } from './watch-log.ts'

const NOT_ANCHORED = { problem: 'not_anchored' } as const
const answer = z.object({ index: z.int().nonnegative() })

/** The newest time stamp of the anchor log, and what that log said of others by then: log by id. */
export type StampedLogs = {
  readonly stamp: FoundStamp
  readonly named: ReadonlyMap<string, Anchored>
}

/**
 * The newest entry that names a log is mostly younger than the newest stamp, so the server says which one came before. All of it is proved.
 *
 * @returns undefined where nobody stamped the anchor log.
 * @throws {VaultError} `evidence_refused` for a stamp, or an entry, that is not of these logs.
 */
export async function findStampedLogs(
  api: VaultApi,
  anchor: { readonly facts: LogFacts; readonly head: TreeHead },
  trees: ReadonlyMap<string, WatchedTree>,
): Promise<StampedLogs | undefined> {
  const { id, origin } = anchor.facts
  const stamp = await newestStamp(api, { id, origin, head: anchor.head })
  if (stamp === 'of_something_else') throw refused('the time stamp is not of the public log')
  if (!stamp) return undefined
  const named = new Map<string, Anchored>()
  for (const [log, { facts, head }] of trees) {
    const index = await indexOf(api, log, stamp.tree.size)
    if (index === undefined) continue
    const entry = index < stamp.tree.size ? await readAnchorEntry(api, anchor.facts, stamp.tree, index) : undefined
    const anchoring = { anchor: anchor.facts, anchorHead: stamp.tree, log: facts, head }
    const proved = entry ? await proveAnchored(api, anchoring, { index, entry }) : NOT_ANCHORED
    if (proved && 'problem' in proved) throw refused(`the stamped log does not name ${facts.origin} as the server says`)
    // A stamp of a moment ago may name more than was read of the log.
    if (proved) named.set(log, proved)
  }
  return { stamp, named }
}

/** Undefined where the log came later. */
async function indexOf(api: VaultApi, log: string, size: number): Promise<number | undefined> {
  try {
    return answer.parse(await (await api.fetch(`/audit/v1/logs/${log}/stamped/${size}`, {})).json()).index
  } catch (error) {
    if (error instanceof VaultError && error.code === 'not_found') return undefined
    throw error
  }
}

const refused = (why: string): VaultError => new VaultError('evidence_refused', why)
