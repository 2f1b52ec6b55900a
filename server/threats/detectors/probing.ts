import { networkOf } from '#server/http/rate-limits.ts'
import { detector } from '../engine/detector.ts'

const MINUTE = 60_000

/** Addresses of links are tried out. */
export const linkScraping = detector({
  name: 'link_scraping',
  kinds: ['link_unknown'],
  inspect: ({ ip }, { counters, nowMs, factor }) => {
    const from = networkOf(ip)
    const tries = counters.pour(`links/${from}`, { drainSeconds: 6, nowMs })
    if (tries <= 15 * factor) return undefined
    return {
      detector: 'link_scraping',
      subject: `links_from ${from}`,
      reasons: [{ code: 'unknown_links', tries: Math.round(tries) }],
    }
  },
})

/** A session asks for many objects that it may not have or that do not exist. */
export const probing = detector({
  name: 'probing',
  kinds: ['object_refused'],
  inspect: ({ userId, sessionId, object }, { counters, nowMs, factor }) => {
    const { isNew } = counters.distinct(`refused-objects/${userId}`, object, { windowMs: 30 * MINUTE, nowMs })
    if (!isNew) return undefined
    const objects = counters.pour(`refused/${userId}`, { drainSeconds: 15, nowMs })
    if (objects <= 20 * factor) return undefined
    return {
      detector: 'probing',
      subject: `session ${sessionId}`,
      userId,
      sessionId,
      reasons: [{ code: 'refused_objects', objects: Math.round(objects) }],
    }
  },
})

/** A session that has just begun reads the whole audit log. */
export const auditExport = detector({
  name: 'audit_export',
  kinds: ['log_read'],
  inspect: ({ userId, sessionId, rows, sessionAgeSeconds }, { counters, nowMs, factor }) => {
    const all = counters.count(`log-rows/${userId}`, { amount: rows, windowMs: 20 * MINUTE, nowMs })
    if (sessionAgeSeconds > 3600 || all <= 5000 * factor) return undefined
    return {
      detector: 'audit_export',
      subject: `person ${userId}`,
      userId,
      sessionId,
      reasons: [
        { code: 'log_rows_read', rows: all },
        { code: 'young_session', minutes: Math.round(sessionAgeSeconds / 60) },
      ],
    }
  },
})

/** Somebody opened what nobody has a reason to open. */
export const canary = detector({
  name: 'canary',
  kinds: ['canary_touched'],
  inspect: ({ what, owner, id, userId, sessionId, ip }) => ({
    detector: 'canary',
    subject: `canary ${id}`,
    userId: owner,
    // Nobody sets a trap for others: what follows is for the sessions of its owner, who is notified in any case.
    ...(userId === owner ? { sessionId } : { enforcement: 'none' as const }),
    reasons: [{ code: what === 'file' ? 'canary_file' : 'canary_link', from: ip }],
  }),
})
