import type { AuthenticatorApp, OwnPasskey, ProtectionClient } from '#web/lib/vault-client.ts'
import { VaultError } from '#web/lib/vault-client.ts'

/** Second factors and passkeys in memory, for working on screens without a server. The code is 123456. */
export function createMemoryProtection(): ProtectionClient {
  let apps: AuthenticatorApp[] = []
  let passkeys: OwnPasskey[] = []
  let codes: string[] = []
  let phone: string | null = null
  let waiting: AuthenticatorApp | undefined
  const createdAt = new Date().toISOString()

  return {
    changePassword: async ({ current }) => {
      if (current === 'wrong') throw new VaultError('wrong_password', 'wrong password')
      return { endsAgreement: false }
    },
    proveRecoveryWords: async () => undefined,
    factors: async () => ({
      apps,
      recoveryCodes: codes.length > 0 ? { total: codes.length, remaining: codes.length } : null,
    }),
    beginApp: async (name) => {
      waiting = { id: crypto.randomUUID(), name, createdAt }
      return {
        id: waiting.id,
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/x:ada?secret=JBSWY3DPEHPK3PXP&issuer=x',
      }
    },
    finishApp: async (_id, code) => {
      if (code !== '123456' || !waiting) throw new VaultError('wrong_code', 'wrong code')
      apps = [...apps, waiting]
    },
    removeFactor: async (id) => {
      apps = apps.filter((app) => app.id !== id)
      if (apps.length === 0) codes = []
    },
    makeRecoveryCodes: async () => (codes = Array.from({ length: 10 }, (_, at) => `k7mq3xw${at}p4t9zr2v`)),
    phone: async () => ({ number: phone, isOffered: true }),
    requestPhone: async () => undefined,
    confirmPhone: async (number, code) => {
      if (code !== '123456') throw new VaultError('wrong_sent_code', 'wrong code')
      phone = number
    },
    removePhone: async () => void (phone = null),
    passkeys: async () => passkeys,
    addPasskey: async (name) => {
      passkeys = [...passkeys, { id: crypto.randomUUID(), name, createdAt, lastUsedAt: null }]
    },
    renamePasskey: async (id, name) => {
      passkeys = passkeys.map((passkey) => (passkey.id === id ? { ...passkey, name } : passkey))
    },
    removePasskey: async (id) => {
      passkeys = passkeys.filter((passkey) => passkey.id !== id)
    },
  }
}
