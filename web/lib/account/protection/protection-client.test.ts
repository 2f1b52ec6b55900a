import { expect, test } from 'vitest'
import type { Backend } from '../../remote/backend.ts'
import { createProtection } from './protection-client.ts'

type Facts = {
  listed?: { id: string; created_at: string }[]
  pinned?: string[]
  wrapped?: string[]
  deletion?: { code: string }
}

/** Passkeys of a server that says what it likes, and the calls that reach it and the worker, in order. */
function protectionWith({ listed = [], pinned = [], wrapped = [], deletion }: Facts) {
  const calls: string[] = []
  const refusal = deletion && { name: 'AuthApiError', message: 'refused', status: 404, ...deletion }
  const backend = {
    auth: {
      passkey: {
        list: async () => ({ data: listed, error: null }),
        delete: async ({ passkeyId }: { passkeyId: string }) => {
          calls.push(`delete ${passkeyId}`)
          return { error: refusal ?? null }
        },
      },
    },
    workers: {
      vault: {
        protection: {
          vaultPasskeys: async () => ({ pinned, wrapped }),
          ruleOutPasskey: async (id: string) => {
            calls.push(`rule out ${id}`)
            if (pinned.includes(id)) throw new Error('it opens the vault')
          },
          shutOutPasskey: async (id: string) => {
            calls.push(`shut out ${id}`)
            return { endsAgreement: true }
          },
        },
      },
    },
  }
  return { calls, protection: createProtection(Promise.resolve(backend as unknown as Backend)) }
}

test('passkeys open the vault by the keyring or by the server, and one that the server hides is listed', async () => {
  const listed = ['signs-in', 'wrapped', 'pinned'].map((id) => ({ id, created_at: '2026-01-02T03:04:05Z' }))
  const { protection } = protectionWith({ listed, pinned: ['pinned', 'hidden'], wrapped: ['wrapped', 'no-passkey'] })
  const shown = (await protection.passkeys()).map(({ id, opensVault, createdAt }) => [
    id,
    opensVault,
    createdAt !== null,
  ])
  expect(shown).toEqual([
    ['signs-in', false, true],
    ['wrapped', true, true],
    ['pinned', true, true],
    ['hidden', true, false],
  ])
})

test('a passkey is removed from the vault first; with the password also one that the server does not have', async () => {
  const plain = protectionWith({})
  expect(await plain.protection.removePasskey({ id: 'p' })).toEqual({ endsAgreement: false })
  expect(plain.calls).toEqual(['rule out p', 'delete p'])

  const opening = protectionWith({ pinned: ['p'] })
  await expect(opening.protection.removePasskey({ id: 'p' })).rejects.toThrow('it opens the vault')
  expect(opening.calls).toEqual(['rule out p'])

  const hidden = protectionWith({ pinned: ['p'], deletion: { code: 'webauthn_credential_not_found' } })
  expect(await hidden.protection.removePasskey({ id: 'p', password: 'mine' })).toEqual({ endsAgreement: true })
  expect(hidden.calls).toEqual(['shut out p', 'delete p'])

  const refusing = protectionWith({ pinned: ['p'], deletion: { code: 'insufficient_aal' } })
  await expect(refusing.protection.removePasskey({ id: 'p', password: 'mine' })).rejects.toMatchObject({
    name: 'VaultError',
  })
  await expect(
    protectionWith({ deletion: { code: 'webauthn_credential_not_found' } }).protection.removePasskey({ id: 'p' }),
  ).rejects.toMatchObject({ code: 'passkey_unknown' })
})
