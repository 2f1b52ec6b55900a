import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { USUAL_COSTS } from '#server/auth/password/passwords.ts'
import { AUTHENTICATION_FAULTS, BREACHED, isKnown } from './authentication-faults.ts'
import { findings } from './fault.ts'
import { stage, testFaults, useFaultStage } from './fault-stage.ts'

/** More than answers differ by themselves, with other test files on the same processors. A second was not always. */
const SLOWER_MS = 1500

/** With one password, in the form in which such lists are handed out. */
function breachedPasswords(): string {
  const file = path.join(inject('runFolder'), 'breached-passwords')
  fs.writeFileSync(file, `${createHash('sha1').update(BREACHED).digest('hex').toUpperCase()}:1\n`)
  return file
}

useFaultStage(
  () => ({
    RATE_LIMIT_FACTOR: '1',
    AUTH_GITHUB_CLIENT_ID: 'client',
    AUTH_GITHUB_SECRET: 'secret',
    BREACHED_PASSWORDS_FILE: breachedPasswords(),
  }),
  undefined,
  // AUTH-01 measures what looking at a password takes.
  { passwordCosts: USUAL_COSTS },
)

testFaults('authentication', AUTHENTICATION_FAULTS)

test.each([
  { address: '/auth/v1/token?grant_type=password', says: /Signing in takes longer for addresses of one kind/ },
  { address: '/auth/v1/recover', says: /Asking for a new password takes longer for addresses of one kind/ },
  { address: '/auth/v1/signup', says: /Signing up takes longer for addresses of one kind/ },
])('AUTH-01 turns red: $address takes longer for an address with an account', async ({ address, says }) => {
  const mend = await stage.answering(async ({ path: at, body }, ask) => {
    if (at === address && (await isKnown(body))) await sleep(SLOWER_MS)
    return ask()
  })()
  try {
    // Alone: others would only take time from it, and thirty pairs of slow answers take long.
    const { 'AUTH-01': found } = await findings(stage.front.services, ['AUTH-01'])
    expect(found).toMatchObject({ status: 'failed', error: expect.stringMatching(says) })
  } finally {
    await mend()
  }
})
