import { ANYBODY } from './anchor-log.ts'
import {
  areSameKeys,
  bareKey,
  type LogMemory,
  NOTHING_SEEN,
  recallLogs,
  rememberLogs,
  type SeenLogs,
} from './log-memory.ts'
import type { LogFacts } from './read-logs.ts'
import type { LogApi } from './read-tiles.ts'
import { continues, type Watched } from './watch-log.ts'

/**
 * A device follows the anchor log for its person, and for anybody who uses it. A server that tells the two apart could show each a history of its own,
 * so what the one finds has to continue what the other saw.
 *
 * @param look nothing else on this device looks meanwhile.
 */
export function lookAtAnchorOfDevice(
  api: LogApi,
  { memory, nowMs }: { memory: LogMemory; nowMs: number },
  log: LogFacts,
  look: () => Promise<Watched>,
): Promise<Watched> {
  return memory.alone(ANYBODY, async () => {
    const seen = (await recallLogs(memory, ANYBODY)) ?? NOTHING_SEEN
    const keys = log.keys.map(bareKey)
    if (seen.keys.length > 0 && !areSameKeys(seen.keys, keys)) return { problem: 'other_keys' }
    const watched = await look()
    if ('problem' in watched) return watched
    const before = seen.heads.get(log.origin)
    const continued = before && (await continues(api, log.id, { before, head: watched.head }))
    if (continued && 'problem' in continued) return continued
    const heads: SeenLogs['heads'] = new Map([...seen.heads, [log.origin, { ...watched.head, atMs: nowMs }]])
    await rememberLogs(memory, ANYBODY, { ...seen, keys, heads })
    return watched
  })
}
