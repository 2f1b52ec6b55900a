/** Minutes without a touch after which the vault locks; 0 is never. */
export const IDLE_MINUTES = [0, 5, 15, 30, 60] as const
export type IdleMinutes = (typeof IDLE_MINUTES)[number]

const KEY = 'lock-after-minutes'
const MINUTE_MS = 60_000

/** What was chosen in this browser; never, without a choice or with one that this version does not know. */
export function readIdleMinutes(storage: Pick<Storage, 'getItem'>): IdleMinutes {
  // By hand: a schema here would bring its library to every page of the app before anybody signed in.
  const stored = Number(storage.getItem(KEY))
  return IDLE_MINUTES.find((minutes) => minutes === stored) ?? 0
}

export function saveIdleMinutes(storage: Pick<Storage, 'setItem'>, minutes: IdleMinutes): void {
  storage.setItem(KEY, String(minutes))
}

/** Another tab hears of a touch this often, in ms: far less than the shortest time to wait. */
const TELL_MS = 4000
const TOUCH_KEY = 'last-touch'

/** When somebody touched any tab of this browser, in ms; locking one locks all of them. */
export function lastTouch(storage: Pick<Storage, 'getItem'>, { own, nowMs }: { own: number; nowMs: number }): number {
  const elsewhere = Number(storage.getItem(TOUCH_KEY) ?? 0)
  // A clock that was set back must not keep the vault open.
  return elsewhere > own && elsewhere <= nowMs ? elsewhere : own
}

export function noteTouch(storage: Pick<Storage, 'getItem' | 'setItem'>, nowMs: number): void {
  const before = Number(storage.getItem(TOUCH_KEY) ?? 0)
  if (!(Math.abs(nowMs - before) < TELL_MS)) storage.setItem(TOUCH_KEY, String(nowMs))
}

/** True when nobody touched the page for as long as was chosen. Times in ms. */
export function isIdle({
  lastTouchMs,
  nowMs,
  minutes,
}: {
  lastTouchMs: number
  nowMs: number
  minutes: IdleMinutes
}): boolean {
  return minutes > 0 && nowMs - lastTouchMs >= minutes * MINUTE_MS
}

/** Before a page opens the vault by itself: whether it would have locked, had a page been there. */
export function wasLeftAlone(storage: Pick<Storage, 'getItem'>, nowMs: number): boolean {
  return isIdle({ lastTouchMs: lastTouch(storage, { own: 0, nowMs }), nowMs, minutes: readIdleMinutes(storage) })
}
