import type { Reason } from '#contract/threats.ts'
import { detector, NOTED } from '../engine/detector.ts'

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

/**
 * A session appears in another country and another network at once, and on another device or in another program. One sign alone is noted: a phone
 * asks for the desktop's page and then has another name, and people travel with their devices.
 */
export const sessionMoved = detector({
  name: 'session_moved',
  kinds: ['session_refreshed'],
  inspect: ({ userId, sessionId, origin, before, isKnownDevice }) => {
    const reasons: Reason[] = []
    const isOtherProgram = origin.program !== before.program
    if (isOtherProgram) reasons.push({ code: 'other_program' })
    const { country, asn } = origin
    const hasMoved =
      country !== undefined && before.country !== undefined && country !== before.country && asn !== before.asn
    if (hasMoved) reasons.push({ code: 'moved_country_and_network', from: before.country ?? '', to: country })
    if (reasons.length === 0) return undefined
    const isHeld = hasMoved && (isOtherProgram || !isKnownDevice)
    const subject = `session ${sessionId}`
    return { detector: 'session_moved', subject, userId, sessionId, ...(isHeld ? {} : NOTED), reasons }
  },
})
