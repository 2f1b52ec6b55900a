import { expect, test } from 'vitest'
import { startServer } from '../support/server/test-server.ts'

test('anonymous people have nobody to bill, and billing can be switched off', async () => {
  const off = await startServer({ BILLING: 'off', AUTH_ANONYMOUS: 'true' })
  const open = await startServer({ AUTH_ANONYMOUS: 'true' })
  try {
    const guest = open.client()
    await guest.auth.signInAnonymously()
    const refused = await guest.functions.invoke('create-checkout', { body: { tier: 'guardian' } })
    expect(refused.error.context.status).toBe(403)

    const person = off.client()
    await person.auth.signInAnonymously()
    for (const name of ['check-subscription', 'create-checkout', 'customer-portal']) {
      const { error } = await person.functions.invoke(name, { body: { tier: 'guardian' } })
      expect(error.context.status).toBe(503)
    }
    expect((await off.fetch('/billing/sandbox.css')).status).toBe(404)
  } finally {
    await off.stop()
    await open.stop()
  }
})
