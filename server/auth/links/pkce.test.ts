import { expect, test } from 'vitest'
import { fitsChallenge } from './pkce.ts'

// RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

test('the verifier of the standard fits its challenge', () => {
  expect(fitsChallenge(VERIFIER, { codeChallenge: CHALLENGE, codeChallengeMethod: 's256' })).toBe(true)
  expect(fitsChallenge(VERIFIER, { codeChallenge: VERIFIER, codeChallengeMethod: 'plain' })).toBe(true)
})

test('another verifier, or the challenge itself, does not', () => {
  expect(fitsChallenge(CHALLENGE, { codeChallenge: CHALLENGE, codeChallengeMethod: 's256' })).toBe(false)
  expect(fitsChallenge('', { codeChallenge: CHALLENGE, codeChallengeMethod: 's256' })).toBe(false)
})
