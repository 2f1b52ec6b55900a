import type { Reason } from '#contract/threats.ts'
import { detector, type Finding, type Of } from '../engine/detector.ts'
import type { Counters } from '../engine/counters.ts'
import type { DeviceRefusal } from '../engine/observation.ts'

const DAY = 24 * 60 * 60_000
const MIB = 1024 * 1024
/** How many files more than on a usual day a device may send: one that was away sends those of some days at once. */
const TIMES_USUAL = 6
const TIMES_LARGEST = 20

/** Refused requests that are let pass, of which one is forgotten every so many seconds. */
const REFUSALS = {
  replay: { most: 5, drainSeconds: 60, code: 'device_replays' },
  old_key: { most: 5, drainSeconds: 60, code: 'device_old_key' },
  // Behind the limit of requests, which a device that waits as it was asked to does not reach.
  flood: { most: 60, drainSeconds: 1, code: 'device_flood' },
} as const satisfies Record<DeviceRefusal, { most: number; drainSeconds: number; code: Reason['code'] }>

type Shown = Of<'device_refused' | 'device_seen' | 'device_file'>
type Circumstances = { counters: Counters; nowMs: number; factor: number }

/** A device that does what it never did, or whose key somebody else has. Each request counts only if a key of the device signed it. */
export const deviceMisuse = detector({
  name: 'device_misuse',
  kinds: ['device_refused', 'device_seen', 'device_file'],
  inspect: (shown, circumstances): Finding | undefined => {
    const reasons = reasonsOf(shown, circumstances)
    if (reasons.length === 0) return undefined
    // There is nothing left to pause of a device that was revoked.
    const enforcement = shown.kind === 'device_refused' && shown.isRevoked ? { enforcement: 'none' as const } : {}
    const { deviceId, userId } = shown
    return { detector: 'device_misuse', subject: `device ${deviceId}`, userId, ...enforcement, reasons }
  },
})

function reasonsOf(shown: Shown, circumstances: Circumstances): Reason[] {
  switch (shown.kind) {
    case 'device_refused':
      return refused(shown, circumstances)
    case 'device_file':
      return unlikeHabit(shown, circumstances)
    case 'device_seen':
      return moved(shown)
  }
}

function refused({ deviceId, since, why }: Of<'device_refused'>, { counters, nowMs, factor }: Circumstances): Reason[] {
  const { most, drainSeconds, code } = REFUSALS[why]
  const requests = counters.pour(`device-${why}/${deviceId}/${since}`, { drainSeconds, nowMs })
  return requests > most * factor ? [{ code, requests: Math.round(requests) }] : []
}

function unlikeHabit(
  { deviceId, since, sizeBytes, habit }: Of<'device_file'>,
  { counters, nowMs, factor }: Circumstances,
): Reason[] {
  const files = counters.count(`device-files/${deviceId}/${since}`, { windowMs: DAY, nowMs })
  if (!habit) return []
  const reasons: Reason[] = []
  if (files > Math.max(100, TIMES_USUAL * habit.files) * factor)
    reasons.push({ code: 'device_files', files, usual: Math.round(habit.files) })
  if (sizeBytes > Math.max(MIB, TIMES_LARGEST * habit.largestBytes) * factor)
    reasons.push({ code: 'device_size', bytes: sizeBytes, largest: habit.largestBytes })
  return reasons
}

/** Another country and another network at once: a change of the provider, or a van that crosses a border, is one of the two. */
function moved({ place: { country, asn }, before }: Of<'device_seen'>): Reason[] {
  const hasMoved = country !== undefined && before?.country !== undefined && country !== before.country
  return hasMoved && asn !== before.asn ? [{ code: 'device_moved', from: before.country ?? '', to: country }] : []
}
