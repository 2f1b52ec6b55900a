import { beforeEach, expect, test } from 'vitest'
import { forgetKeys } from '../../vault-state.ts'
import { accountCalls } from './account-calls.ts'

/** What a passkey answers, as the page hands it over. */
let secret: Uint8Array
beforeEach(async () => {
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
  ['the vault opens another way', accountCalls.dropPresented],
  ['another passkey answers', async () => accountCalls.present(new Uint8Array(32).fill(8))],
])('and when %s', async (_, happens) => {
  await happens()
  expect(secret).toEqual(new Uint8Array(32))
})
