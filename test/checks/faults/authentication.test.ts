import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { USUAL_COSTS } from '#server/auth/password/passwords.ts'
import { AUTHENTICATION_FAULTS, isKnown } from './authentication-faults.ts'
import { expectRed } from './fault.ts'
import { stage, testFaults, useFaultStage } from './fault-stage.ts'

/** More than three times what answers differ by themselves, with other test files on the same processors. A second was not always. */
const SLOWER_MS = 1500

useFaultStage(
  () => ({ RATE_LIMIT_FACTOR: '1', AUTH_GITHUB_CLIENT_ID: 'client', AUTH_GITHUB_SECRET: 'secret' }),
  undefined,
  // AUTH-01 measures what looking at a password takes.
  { passwordCosts: USUAL_COSTS },
)

testFaults('authentication', AUTHENTICATION_FAULTS)

test('AUTH-01 turns red: an address with an account takes longer', async () => {
  await expectRed(stage.front.services, 'AUTH-01', {
    what: 'an address with an account takes longer',
    says: /Signing in takes longer for addresses of one kind/,
    breakIt: stage.answering(async ({ path, body }, ask) => {
      if (path.includes('grant_type=password') && (await isKnown(body))) await sleep(SLOWER_MS)
      return ask()
    }),
  })
})
