import { expect, test, vi } from 'vitest'
import { VaultError } from '#vault/session/vault-error.ts'
import type { AccountState } from '../account-state.ts'
import { createStore } from '../../remote/store.ts'
import { isQuestionLeft, withProof } from './with-proof.ts'

/** A server that lets numbers be changed once the password was given. */
function refusing() {
  let isProven = false
  const calls: string[] = []
  const requestPhone = async (number: string) => {
    calls.push(number)
    if (!isProven) throw new VaultError('proof_needed', '')
  }
  const prove = async (password: string) => {
    if (password !== 'right') throw new VaultError('wrong_password', '')
    isProven = true
  }
  const offline = async () => {
    throw new VaultError('offline', '')
  }
  const others = {
    beginApp: offline,
    finishApp: offline,
    removeFactor: offline,
    makeRecoveryCodes: offline,
    removePhone: offline,
    addPasskey: offline,
    removePasskey: offline,
  }
  const account = createStore<AccountState>({
    kind: 'open',
    email: 'ada@example.test',
    userId: 'ada',
    firstName: 'Ada',
    keyFingerprint: '',
  })
  const client = withProof(
    { ...others, requestPhone },
    { recovery: { agree: offline, cancel: offline }, prove, account },
  )
  return { client, calls, account }
}

test('a refused change asks, and is made once the password is right', async () => {
  const { client, calls } = refusing()
  const change = client.requestPhone('+1')
  await vi.waitFor(() => expect(client.proof.isAsked.read()).toBe(true))

  await expect(client.proof.give('wrong')).rejects.toMatchObject({ code: 'wrong_password' })
  expect(client.proof.isAsked.read()).toBe(true)
  await client.proof.give('right')
  await change
  expect(client.proof.isAsked.read()).toBe(false)
  expect(calls).toEqual(['+1', '+1'])

  await client.requestPhone('+2')
  expect(calls).toEqual(['+1', '+1', '+2'])
})

test('who takes the question back is refused, and is asked again the next time', async () => {
  const { client, calls } = refusing()
  const change = client.requestPhone('+1')
  await vi.waitFor(() => expect(client.proof.isAsked.read()).toBe(true))
  client.proof.cancel()
  const refusal: unknown = await change.catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'proof_needed' })
  expect(isQuestionLeft(refusal)).toBe(false)
  expect(calls).toEqual(['+1'])
  client.proof.cancel()

  const next = client.requestPhone('+1')
  await vi.waitFor(() => expect(client.proof.isAsked.read()).toBe(true))
  await client.proof.give('right')
  await next
})

test('two refused changes share the question', async () => {
  const { client, calls } = refusing()
  const both = [client.requestPhone('+1'), client.requestPhone('+2')]
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  await client.proof.give('right')
  await Promise.all(both)
  expect(calls).toEqual(['+1', '+2', '+1', '+2'])
})

test('nobody who signs in later answers for what was begun before', async () => {
  const { client, calls, account } = refusing()
  const change = client.requestPhone('+1')
  await vi.waitFor(() => expect(client.proof.isAsked.read()).toBe(true))
  account.write({ kind: 'signed-out' })
  expect(client.proof.isAsked.read()).toBe(false)
  await expect(change).rejects.toMatchObject({ code: 'proof_needed' })
  await client.proof.give('right')
  expect(calls).toEqual(['+1'])
})

test('a question that is left with its page is over, and its refusal needs no word', async () => {
  const { client, calls } = refusing()
  const change = client.requestPhone('+1')
  await vi.waitFor(() => expect(client.proof.isAsked.read()).toBe(true))
  client.proof.leave()
  expect(client.proof.isAsked.read()).toBe(false)
  expect(isQuestionLeft(await change.catch((error: unknown) => error))).toBe(true)
  expect(calls).toEqual(['+1'])
})

test('any other call is made once more by the same question', async () => {
  const { client } = refusing()
  const seen: string[] = []
  let isProven = false
  const write = async (what: string) => {
    seen.push(what)
    if (!isProven) throw new VaultError('proof_needed', 'Show that it is you.')
  }
  const written = client.guarded(write)('a change')
  await vi.waitFor(() => expect(client.proof.isAsked.read()).toBe(true))
  isProven = true
  await client.proof.give('right')
  await written
  expect(seen).toEqual(['a change', 'a change'])
})

test('another failure asks nothing', async () => {
  const { client } = refusing()
  await expect(client.removePhone()).rejects.toMatchObject({ code: 'offline' })
  expect(client.proof.isAsked.read()).toBe(false)
})
