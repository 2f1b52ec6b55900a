import { beforeEach, expect, test, vi } from 'vitest'

/** As a worker that has just started has them: another file may have connected the ones before. */
let accountCalls: typeof import('./account-calls.ts').accountCalls
let forgetKeys: typeof import('../../vault-state.ts').forgetKeys
/** What a passkey answers, as the page hands it over. */
let secret: Uint8Array
beforeEach(async () => {
  vi.resetModules()
  ;({ forgetKeys } = await import('../../vault-state.ts'))
  ;({ accountCalls } = await import('./account-calls.ts'))
  secret = new Uint8Array(32).fill(7)
  await accountCalls.present(secret)
})
const isCleared = async () => secret.every((byte) => byte === 0) && !(await accountCalls.isPasskeyPresented())

test('what a passkey answered is overwritten when opening by it fails, at whatever step', async () => {
  expect(await isCleared()).toBe(false)
  // Without a connection nothing is asked at all.
  await expect(accountCalls.openByPasskey('ada', { stay: 'tab' })).rejects.toThrow('not connected')
  expect(await isCleared()).toBe(true)
})

test.each([
  ['the vault locks', async () => forgetKeys()],
  ['the vault opens another way', async () => accountCalls.dropPresented()],
  ['another passkey answers', async () => accountCalls.present(new Uint8Array(32).fill(8))],
])('and when %s', async (_, happens) => {
  await happens()
  expect(secret).toEqual(new Uint8Array(32))
})
