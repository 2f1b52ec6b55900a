import { detector, type Finding } from '../engine/detector.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** How much more than on a usual day somebody may read at once. */
const TIMES_USUAL = 6

/**
 * Of files of others on a device that the person used before, reading many is one sign alone: a member of a team space looks through its pictures, and
 * a manager copies what somebody left behind. Who looks after security sees it. A hold would stop nobody here, because the reader's own password lifts it.
 */
const AT_HOME = { enforcement: 'none', risk: 'medium' } as const satisfies Pick<Finding, 'enforcement' | 'risk'>

/** More different files in ten minutes than a person reads: one file a second from then on, and at three times as many a proof. */
export const massDownload = detector({
  name: 'mass_download',
  kinds: ['file_read'],
  inspect: ({ userId, sessionId, object, usual, isJudged, isAtHome }, { counters, nowMs, factor }) => {
    if (!isJudged) return undefined
    const { size, isNew } = counters.distinct(`reads/${userId}`, object, { windowMs: 10 * MINUTE, nowMs })
    if (!isNew) return undefined
    const most = Math.max(120, TIMES_USUAL * usual) * factor
    // Who reads as many every night is no news.
    if (size <= (isAtHome ? most : Math.min(most, 900))) return undefined
    const isFarAbove = size > Math.min(most * 3, 1000)
    return {
      detector: 'mass_download',
      subject: `session ${sessionId}`,
      userId,
      sessionId,
      ...(isAtHome ? AT_HOME : isFarAbove ? { enforcement: 'step_up' as const } : {}),
      reasons: [
        { code: 'files_read', files: size, minutes: 10 },
        { code: 'usual_reads', files: Math.round(usual) },
      ],
    }
  },
})

/** Slowly, all day long. */
export const slowExfiltration = detector({
  name: 'slow_exfiltration',
  kinds: ['file_read'],
  inspect: ({ userId, sessionId, object, usual, isJudged, isAtHome }, { counters, nowMs, factor }) => {
    if (!isJudged) return undefined
    // A file that is read in parts, or again, counts once in an hour.
    const { isNew } = counters.distinct(`reads-of-hour/${userId}`, object, { windowMs: 60 * MINUTE, nowMs })
    if (!isNew) return undefined
    const files = counters.count(`reads-of-day/${userId}`, { windowMs: DAY, nowMs })
    if (files <= Math.max(600, TIMES_USUAL * usual) * factor) return undefined
    return {
      detector: 'slow_exfiltration',
      subject: `session ${sessionId}`,
      userId,
      sessionId,
      ...(isAtHome ? AT_HOME : {}),
      reasons: [
        { code: 'files_of_day', files },
        { code: 'usual_reads', files: Math.round(usual) },
      ],
    }
  },
})

/**
 * Links of one's own are a way to read without a session. Different files count, so a popular link does not, however often it is opened; and
 * nothing is held, because a folder that many people were meant to read looks the same. The owner is notified, once a day.
 */
export const readingByLinks = detector({
  name: 'slow_exfiltration',
  kinds: ['link_read'],
  inspect: ({ owner, object, usual }, { counters, nowMs, factor }) => {
    const day = { windowMs: DAY, nowMs }
    const { size, isNew } = counters.distinct(`reads-by-links/${owner}`, object, day)
    if (!isNew || size <= Math.min(Math.max(300, (TIMES_USUAL / 2) * usual) * factor, 900)) return undefined
    if (counters.count(`reads-by-links-noted/${owner}`, day) > 1) return undefined
    return {
      detector: 'slow_exfiltration',
      subject: `person ${owner}`,
      userId: owner,
      enforcement: 'none',
      reasons: [{ code: 'read_by_own_links', files: size }],
    }
  },
})

/** The password was replaced without the old one, and within a day many files are read. */
export const recoveredThenExport = detector({
  name: 'recovered_then_export',
  kinds: ['file_read'],
  inspect: ({ userId, sessionId, object, recoveredAtMs }, { counters, nowMs, factor }) => {
    if (recoveredAtMs === undefined || nowMs - recoveredAtMs > DAY) return undefined
    const { size, isNew } = counters.distinct(`reads-recovered/${userId}`, object, { windowMs: 60 * MINUTE, nowMs })
    if (!isNew || size <= 50 * factor) return undefined
    return {
      detector: 'recovered_then_export',
      subject: `session ${sessionId}`,
      userId,
      sessionId,
      // Who replaced the password by mail has both.
      needs: 'second_factor',
      reasons: [
        { code: 'recovered_recently', hours: Math.round((nowMs - recoveredAtMs) / (60 * MINUTE)) },
        { code: 'files_read', files: size, minutes: 60 },
      ],
    }
  },
})
