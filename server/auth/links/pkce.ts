import { createHash, timingSafeEqual } from 'node:crypto'

export type Challenge = { codeChallenge: string; codeChallengeMethod: 's256' | 'plain' }

/** True when `verifier` is what the client committed to before the mail was sent (RFC 7636 §4.6). */
export function fitsChallenge(verifier: string, { codeChallenge, codeChallengeMethod }: Challenge): boolean {
  const derived = codeChallengeMethod === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const [a, b] = [Buffer.from(derived), Buffer.from(codeChallenge)]
  return a.length === b.length && timingSafeEqual(a, b)
}
