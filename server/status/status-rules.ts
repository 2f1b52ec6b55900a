import { STATUS_PROBES, type ServiceId, type ServiceStatus } from '#contract/status.ts'

/** One probe of one service. `slow` answered, but late or with something wrong. */
export type Outcome = 'up' | 'slow' | 'down'
export type Sample = {
  service: ServiceId
  /** Half minutes since 1970; one round has one. */
  slot: number
  at: Date
  outcome: Outcome
  /** Null when there was no answer. */
  responseMs: number | null
}
/** A sample as it was kept: whether a maintenance window was open at its time. */
export type KeptSample = Sample & { isPlanned: boolean }

/** An incident is opened after an outage of so long, and closed after so long of nothing but good answers. */
const OPEN_AFTER_MS = 2 * 60_000
const CLOSE_AFTER_MS = 5 * 60_000
/** The walk over samples begins so long before the first new one. */
export const LOOK_BACK_MS = 2 * CLOSE_AFTER_MS
const STALE_MS = STATUS_PROBES.staleSeconds * 1000

/** The half minute that a moment belongs to. */
export const slotOf = (at: Date): number => Math.floor(at.getTime() / 1000 / STATUS_PROBES.everySeconds)

/**
 * What a service is found in.
 *
 * - no data (null): nothing was measured in the last 90 seconds, because the server did not run or nothing measures it;
 * - maintenance: a window is open, whatever the probes say;
 * - outage: the last two probes failed;
 * - degraded: the last one failed, or was slow;
 * - operational otherwise.
 *
 * @param newestFirst samples of one service.
 */
export function serviceStatus(
  newestFirst: readonly Sample[],
  { now, isInMaintenance }: { now: Date; isInMaintenance: boolean },
): ServiceStatus | null {
  const [last, before] = newestFirst
  if (!last || now.getTime() - last.at.getTime() > STALE_MS) return null
  if (isInMaintenance) return 'maintenance'
  if (last.outcome === 'up') return 'operational'
  if (last.outcome === 'slow') return 'degraded'
  const followed = before && last.at.getTime() - before.at.getTime() <= STALE_MS
  return followed && before.outcome === 'down' ? 'outage' : 'degraded'
}

export type DayCounts = { up: number; slow: number; down: number; planned: number; hadOutage: boolean }

/** A day in a bar: outage when five minutes of it held two failed probes, degraded when any failed or one in twenty was slow. */
export function dayStatus({ up, slow, down, planned, hadOutage }: DayCounts): ServiceStatus | null {
  if (hadOutage) return 'outage'
  if (down > 0 || (slow > 0 && slow * 20 >= up + slow)) return 'degraded'
  if (up + slow > 0) return 'operational'
  return planned > 0 ? 'maintenance' : null
}

/** What the rules do about one service after one of its samples. */
export type Move = { kind: 'open' | 'close'; at: Date; slot: number; since: Date }

/**
 * Walks over the samples of one service and says when an incident is opened or closed. A gap (the server was stopped) and
 * planned maintenance reset every count: they are neither up nor down.
 *
 * @param oldestFirst samples of one service, from `LOOK_BACK_MS` before the first new one on.
 * @param known `after`: moves are made for later slots only, earlier ones were walked before; `isOpen`: an incident is.
 */
export function movesOf(oldestFirst: readonly KeptSample[], known: { after: number; isOpen: boolean }): Move[] {
  const moves: Move[] = []
  let { isOpen } = known
  let run: { outcome: Outcome; since: Date; last: Date } | undefined
  for (const { outcome, at, slot, isPlanned } of oldestFirst) {
    if (isPlanned) {
      run = undefined
      continue
    }
    const goesOn = run && run.outcome === outcome && at.getTime() - run.last.getTime() <= STALE_MS
    run = { outcome, since: goesOn && run ? run.since : at, last: at }
    if (slot <= known.after) continue
    const lastedMs = at.getTime() - run.since.getTime()
    if (!isOpen && outcome === 'down' && lastedMs >= OPEN_AFTER_MS) {
      moves.push({ kind: 'open', at, slot, since: run.since })
      isOpen = true
    } else if (isOpen && outcome === 'up' && lastedMs >= CLOSE_AFTER_MS) {
      moves.push({ kind: 'close', at, slot, since: run.since })
      isOpen = false
    }
  }
  return moves
}
