import type { Reason } from '#contract/threats.ts'
import { detector } from '../engine/detector.ts'

/** A refresh token came twice: two people have it. The session has ended already. */
export const tokenReuse = detector({
  name: 'token_reuse',
  kinds: ['token_reused'],
  inspect: ({ userId, sessionId }) => ({
    detector: 'token_reuse',
    subject: `session ${sessionId}`,
    userId,
    sessionId,
    reasons: [{ code: 'copied_token' }],
  }),
})

/** A session appears in another program, or in another country and another network at once. Phones change their network all day. */
export const sessionMoved = detector({
  name: 'session_moved',
  kinds: ['session_refreshed'],
  inspect: ({ userId, sessionId, origin, before }) => {
    const reasons: Reason[] = []
    if (origin.program !== before.program) reasons.push({ code: 'other_program' })
    const { country, asn } = origin
    const hasMoved =
      country !== undefined && before.country !== undefined && country !== before.country && asn !== before.asn
    if (hasMoved) reasons.push({ code: 'moved_country_and_network', from: before.country ?? '', to: country })
    if (reasons.length === 0) return undefined
    return { detector: 'session_moved', subject: `session ${sessionId}`, userId, sessionId, reasons }
  },
})
