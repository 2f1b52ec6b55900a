import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomUuid, systemRandom } from '#crypto/index.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { type Person, newPerson } from '../testing/person.ts'
import { readOwnRecovery } from './recovery-agreement.ts'

let bob: Person
let eve: Person
let server: HostileServer
beforeAll(async () => {
  ;[bob, eve] = await Promise.all([newPerson(), newPerson()])
})
beforeEach(() => {
  server = new HostileServer()
})

describe('what the server holds about an account', () => {
  test('is read as it is, with the names of holders', async () => {
    const id = randomUuid(systemRandom)
    const holders = [
      { user_id: bob.userId, email: bob.email, first_name: 'Bob', last_name: 'Lee' },
      { user_id: eve.userId, email: null, first_name: null, last_name: 'Ng' },
    ]
    const answer = { holder_id: bob.userId, sealed_share: 'sealed', wrapped_key: 'wrapped' }
    const request = {
      id,
      public_key: 'key',
      revision: 3,
      threshold: 2,
      created_at: 'then',
      expires_at: 'later',
      answers: [answer],
    }
    server.say('rpc/own_recovery', {
      agreement: { revision: 3, threshold: 2, agreed_at: 'once' },
      holders,
      request,
    })
    expect(await readOwnRecovery(server)).toEqual({
      agreement: { revision: 3, threshold: 2, agreedAt: 'once' },
      holders: [
        { userId: bob.userId, email: bob.email, name: 'Bob Lee' },
        { userId: eve.userId, email: '', name: 'Ng' },
      ],
      request: {
        id,
        publicKey: 'key',
        revision: 3,
        threshold: 2,
        createdAt: 'then',
        expiresAt: 'later',
        answers: [{ holderId: bob.userId, sealedShare: 'sealed', wrappedKey: 'wrapped' }],
      },
    })
    server.say('rpc/own_recovery', { agreement: null, holders: [], request: null })
    expect(await readOwnRecovery(server)).toEqual({ agreement: null, holders: [], request: null })
    expect(server.to('rpc/own_recovery')[0]).toMatchObject({ method: 'POST', body: {} })
  })

  test('is not read without the second factor, nor from an answer in another form', async () => {
    server.say('rpc/own_recovery', null)
    await expect(readOwnRecovery(server)).rejects.toMatchObject({ code: 'needs_second_factor' })
    for (const wrong of [{}, { agreement: null, holders: [{ user_id: 'x' }], request: null }]) {
      server.say('rpc/own_recovery', wrong)
      await expect(readOwnRecovery(server)).rejects.toMatchObject({ name: 'ZodError' })
    }
  })
})
