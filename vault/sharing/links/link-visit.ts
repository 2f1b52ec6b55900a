/** What the server counts: within it, looking and downloading are one. */
export type LinkVisit = {
  /** Reads the sealed bytes, and nothing else. */
  ticket: string
  /** Milliseconds since 1970, by this device's clock. */
  untilMs: number
}

/** What is begun in the last minute of a visit could find it over before its first byte. */
const SPARE_MS = 60_000

/** Whether a visit lasts long enough to begin with a file. @param nowMs milliseconds since 1970. */
export const isOnVisit = (visit: LinkVisit, nowMs = Date.now()): boolean => nowMs < visit.untilMs - SPARE_MS
