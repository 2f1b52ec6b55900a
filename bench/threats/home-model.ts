import type { Origin } from '#server/threats/engine/observation.ts'

const DAY_MS = 86_400_000

/** What the server keeps of a made-up person: since when it knows their devices, and where they signed in. */
export type Known = {
  devices: Map<string, number>
  signIns: { atMs: number; from: Origin; isOnOwnDevice: boolean }[]
  recoveredMs?: number
}

export type Session = { id: string; beganMs: number; from: Origin; device: string; isConfirmed?: boolean }

export const newKnown = (): Known => ({ devices: new Map(), signIns: [] })

export function noteSignIn(known: Known, { beganMs, from, device }: Session): void {
  const since = known.devices.get(device) ?? beganMs
  known.devices.set(device, since)
  const isFirst = [...known.devices.values()].every((other) => other >= since)
  known.signIns.push({ atMs: beganMs, from, isOnOwnDevice: isFirst || since < beganMs - DAY_MS })
}

/**
 * `AtHome` of the server for people who exist in memory only; `ordinary-people.ts` shows the same days to the server itself.
 * @param device on which it is read: that of the session, or that of a program whose session was refreshed here.
 */
export function isAtHome(
  known: Known,
  { beganMs, from, device, isConfirmed = false }: Session,
  nowMs: number,
): boolean {
  const since = known.devices.get(device)
  if (since === undefined) return false
  const { recoveredMs } = known
  if (recoveredMs !== undefined && nowMs - recoveredMs < DAY_MS) return since < recoveredMs - DAY_MS
  if (since < nowMs - DAY_MS || isConfirmed) return true
  if ([...known.devices.values()].every((other) => other >= since)) return true
  return known.signIns.some(
    ({ atMs, from: other, isOnOwnDevice }, index) =>
      (atMs < beganMs - DAY_MS || (isOnOwnDevice && atMs < beganMs) || index === 0) && isSamePlace(other, from),
  )
}

const isSamePlace = (a: Origin, b: Origin): boolean =>
  a.ip === b.ip || (a.asn !== undefined && a.asn === b.asn && a.country !== undefined && a.country === b.country)
