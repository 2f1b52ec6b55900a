import type { Reason } from '#contract/threats.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import type { Counters } from '../engine/counters.ts'
import { detector, type Of } from '../engine/detector.ts'
import type { Origin } from '../engine/observation.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A right password this long after many wrong ones is as suspect as they were. */
const AFTERMATH_MS = 3 * HOUR
/** Wrong tries from unknown devices within that time that are more than somebody forgetful makes. */
const TRIES_OF_ATTACK = 5

/** Wrong passwords of one account: nobody is locked out, but unknown devices pay for each further try. */
export const accountBruteForce = detector({
  name: 'account_brute_force',
  kinds: ['sign_in_failed'],
  inspect: ({ account, userId, isKnownDevice }, { counters, nowMs, factor }) => {
    if (!isKnownDevice) counters.count(`tries/${account}`, { windowMs: AFTERMATH_MS, nowMs })
    const tries = counters.pour(`brute/${account}`, { drainSeconds: 60, nowMs })
    // An address without an account has nothing to protect.
    if (tries <= 10 * factor || userId === undefined) return undefined
    return { detector: 'account_brute_force', subject: `account ${userId}`, userId, reasons: [failedTries(tries)] }
  },
})

/** Many accounts from one address, on devices that never signed in to them. An office behind one address signs in more often than it fails. */
export const credentialStuffing = detector({
  name: 'credential_stuffing',
  kinds: ['sign_in_failed', 'signed_in'],
  inspect: (observation, { counters, nowMs, factor }) => {
    const from = networkOf(observation.origin.ip)
    const window = { windowMs: HOUR, nowMs }
    if (observation.kind === 'signed_in') return noteRight(observation, `stuffing-right/${from}`, counters, window)
    if (observation.isKnownDevice) return undefined
    const tries = counters.pour(stuffingKey(from), { drainSeconds: 20, nowMs })
    const accounts = counters.distinct(`stuffing-accounts/${from}`, observation.account, window).size
    const wrong = counters.count(`stuffing-wrong/${from}`, window)
    const right = counters.members(`stuffing-right/${from}`, window)
    if (tries <= 20 * factor || accounts < 10 * factor || right > wrong) return undefined
    return {
      detector: 'credential_stuffing',
      subject: `sign_ins_from ${from}`,
      reasons: [failedTries(wrong), { code: 'accounts_tried', accounts }, { code: 'few_successes', right, wrong }],
    }
  },
})

/** Many addresses at once: no single one does enough to be noticed. */
export const distributedStuffing = detector({
  name: 'distributed_stuffing',
  kinds: ['sign_in_failed', 'signed_in'],
  inspect: (observation, { counters, nowMs, factor }) => {
    const window = { windowMs: 10 * MINUTE, nowMs }
    if (observation.kind === 'signed_in') return noteRight(observation, 'everywhere-right', counters, window)
    if (observation.isKnownDevice) return undefined
    const wrong = counters.count('everywhere-wrong', window)
    const addresses = counters.distinct('everywhere-addresses', networkOf(observation.origin.ip), window).size
    const accounts = counters.distinct('everywhere-accounts', observation.account, window).size
    const right = counters.members('everywhere-right', window)
    if (wrong < 60 * factor || addresses < 20 || accounts < 20 || right > wrong) return undefined
    return {
      detector: 'distributed_stuffing',
      subject: 'installation',
      reasons: [
        { code: 'attack_everywhere', wrong, addresses, accounts },
        { code: 'few_successes', right, wrong },
      ],
    }
  },
})

/** A few tries of very many accounts from one network. */
export const passwordSpray = detector({
  name: 'password_spray',
  kinds: ['sign_in_failed', 'signed_in'],
  inspect: (observation, { counters, nowMs, factor }) => {
    const { asn } = observation.origin
    if (asn === undefined) return undefined
    const window = { windowMs: HOUR, nowMs }
    if (observation.kind === 'signed_in') return noteRight(observation, `spray-right/${asn}`, counters, window)
    if (observation.isKnownDevice) return undefined
    const accounts = counters.distinct(`spray-accounts/${asn}`, observation.account, window).size
    const wrong = counters.count(`spray-wrong/${asn}`, window)
    const right = counters.members(`spray-right/${asn}`, window)
    if (accounts <= 25 * factor || wrong / accounts >= 4 || right > wrong) return undefined
    return {
      detector: 'password_spray',
      subject: `network AS${asn}`,
      reasons: [{ code: 'accounts_tried', accounts }, failedTries(wrong), { code: 'few_successes', right, wrong }],
    }
  },
})

/** Whether a right password follows on so many wrong ones that it was probably guessed or bought. */
export function isAfterAttack(counters: Counters, account: string | undefined, origin: Origin, nowMs: number): boolean {
  const window = { windowMs: AFTERMATH_MS, nowMs }
  if (account !== undefined && counters.counted(`tries/${account}`, window) >= TRIES_OF_ATTACK) return true
  return counters.level(stuffingKey(networkOf(origin.ip)), nowMs) > 10
}

/**
 * Right sign-ins are counted by account: who signs in to one of their own between two tries, again and again, looks like nobody else by it.
 */
function noteRight(
  { account, userId }: Of<'signed_in'>,
  key: string,
  counters: Counters,
  window: { windowMs: number; nowMs: number },
): undefined {
  counters.distinct(key, account ?? userId, window)
}

const stuffingKey = (from: string) => `stuffing/${from}`
const failedTries = (tries: number): Reason => ({ code: 'failed_tries', tries: Math.round(tries) })
