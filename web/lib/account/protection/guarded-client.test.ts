import { expect, test, vi } from 'vitest'
import { VaultError } from '#vault/session/vault-error.ts'
import type { AccountState } from '../account-state.ts'
import { createStore } from '../../remote/store.ts'
import type { VaultClient } from '../../remote/vault-client.ts'
import { guardedClient, protectionOf } from './guarded-client.ts'

/** A server that wants a proof for everything, and the calls it was asked. */
function refusing() {
  let isProven = false
  const asked: string[] = []
  const call = (name: string) => async (given?: unknown) => {
    asked.push(name)
    if (!isProven) throw new VaultError('proof_needed', '')
    return given
  }
  const given = {
    account: {
      state: createStore<AccountState>({ kind: 'open', email: '', userId: 'a', firstName: '', keyFingerprint: '' }),
    },
    protection: { provePerson: async () => void (isProven = true) },
    recovery: {},
    items: { deleteForever: call('deleteForever') },
    notices: { saveSetting: call('saveSetting') },
    threats: { canaries: call('canaries') },
    live: { listen: () => () => undefined },
  }
  const own = given as unknown as VaultClient
  return { client: guardedClient(own), own, asked, proof: protectionOf(own).proof }
}

test('whatever a screen calls is made once more after the one question', async () => {
  const { client, asked, proof } = refusing()
  const both = [
    client.items.deleteForever({ fileIds: ['x'], folderIds: [] }),
    client.notices.saveSetting('new_device', { inApp: true, byEmail: true }),
  ]
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(proof.isAsked.read()).toBe(true)
  await proof.give('right')
  expect(await Promise.all(both)).toEqual([{ fileIds: ['x'], folderIds: [] }, 'new_device'])
  expect(asked).toEqual(['deleteForever', 'saveSetting', 'deleteForever', 'saveSetting'])
})

test('who does not confirm is asked once, also by a screen that asks by itself', async () => {
  const { client, asked, proof } = refusing()
  const change = protectionOf(client).guarded(client.items.deleteForever)({ fileIds: [], folderIds: [] })
  await vi.waitFor(() => expect(proof.isAsked.read()).toBe(true))
  proof.cancel()
  await expect(change).rejects.toMatchObject({ code: 'proof_needed' })
  expect(proof.isAsked.read()).toBe(false)
  expect(asked).toEqual(['deleteForever'])
})

test('what lists read by themselves asks nobody, and what is not of the vault is not touched', async () => {
  const { client, own, proof } = refusing()
  await expect(client.threats.canaries()).rejects.toMatchObject({ code: 'proof_needed' })
  expect(client.live).toBe(own.live)
  expect(proof.isAsked.read()).toBe(false)
})

test('functions stay the same from one reading to the next', () => {
  const { client } = refusing()
  expect(client.items).toBe(client.items)
  expect(client.items.deleteForever).toBe(client.items.deleteForever)
})
