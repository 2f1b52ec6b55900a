import { fromAuth, fromPasskey, rethrowStopped } from '../auth-refusal.ts'
import { type CreationOptions, makePasskey, openingPasskey } from '../passkey-ceremony.ts'
import type { Backend } from '../../remote/backend.ts'
import { notePassword } from '../password-length.ts'
import { createEmail } from './email-client.ts'
import { createPhone } from './phone-client.ts'
import type { ProtectionClient } from './protection-types.ts'

/** What opens the account besides its files: the password, second factors, recovery codes, passkeys. */
export function createProtection(backend: Promise<Backend>): ProtectionClient {
  return {
    provePerson: async (password) => (await backend).workers.vault.protection.provePerson(password),

    async changePassword({ current, next }) {
      const { auth, workers } = await backend
      const change = await workers.vault.protection.preparePasswordChange({ current, next })
      // The auth client sends what it is given; `vault` is the part of this wire that it has no type for.
      const changes = {
        password: change.authSecret,
        current_password: change.currentSecret,
        vault: change.fields,
      }
      const { error } = await auth.updateUser(changes)
      if (error) throw fromAuth(error)
      notePassword(next)
      return workers.vault.protection.finishPasswordChange()
    },

    async proveRecoveryWords(words) {
      await (await backend).workers.vault.protection.proveRecoveryWords(words)
    },

    ...createFactors(backend),
    ...createEmail(backend),
    ...createPhone(backend),
    ...createPasskeys(backend),
  }
}

type Factors = Pick<
  ProtectionClient,
  'proveByApp' | 'factors' | 'beginApp' | 'finishApp' | 'removeFactor' | 'makeRecoveryCodes'
>

function createFactors(backend: Promise<Backend>): Factors {
  const mfa = async () => (await backend).auth.mfa
  const verify = async (id: string, code: string) => {
    const { error } = await (await mfa()).challengeAndVerify({ factorId: id, code: withoutSpaces(code) })
    if (error) throw fromAuth(error)
  }

  return {
    async factors() {
      const { data, error } = await (await mfa()).listFactors()
      if (error) throw fromAuth(error)
      const apps = data.totp.map(({ id, friendly_name: name, created_at: createdAt }) => ({
        id,
        name: name ?? null,
        createdAt,
      }))
      return { apps, recoveryCodes: data.recovery_code.length > 0 ? await countCodes() : null }
    },

    async beginApp(name) {
      const { data, error } = await (await mfa()).enroll({ factorType: 'totp', friendlyName: name })
      if (error) throw fromAuth(error)
      return { id: data.id, secret: data.totp.secret, uri: data.totp.uri }
    },

    finishApp: verify,
    proveByApp: verify,

    async removeFactor(id) {
      const { error } = await (await mfa()).unenroll({ factorId: id })
      if (error) throw fromAuth(error)
      // The session fell with the factor; the stored one should say the same.
      await (await backend).auth.refreshSession()
    },

    async makeRecoveryCodes() {
      const api = await mfa()
      const known = await api.listFactors()
      if (known.error) throw fromAuth(known.error)
      const hasCodes = known.data.recovery_code.length > 0
      const { data, error } = await (hasCodes ? api.recoveryCodes.regenerate() : api.recoveryCodes.generate())
      if (error) throw fromAuth(error)
      return data.codes
    },
  }

  async function countCodes() {
    const { data, error } = await (await mfa()).recoveryCodes.getStatus()
    if (error) throw fromAuth(error)
    return { total: data.total, remaining: data.remaining }
  }
}

type Passkeys = Pick<
  ProtectionClient,
  'passkeys' | 'openingPasskeys' | 'addPasskey' | 'letPasskeyOpen' | 'renamePasskey' | 'removePasskey'
>

function createPasskeys(backend: Promise<Backend>): Passkeys {
  const rename = async (id: string, name: string) => {
    const { error } = await (await backend).auth.passkey.update({ passkeyId: id, friendlyName: name })
    if (error) throw fromAuth(error)
  }

  return {
    async passkeys() {
      const { auth, workers } = await backend
      const [{ data, error }, { pinned, wrapped }] = await Promise.all([
        auth.passkey.list(),
        workers.vault.protection.vaultPasskeys(),
      ])
      if (error) throw fromAuth(error)
      const listed = data.map((passkey) => ({
        id: passkey.id,
        name: passkey.friendly_name ?? null,
        createdAt: passkey.created_at,
        lastUsedAt: passkey.last_used_at ?? null,
        opensVault: pinned.includes(passkey.id) || wrapped.includes(passkey.id),
      }))
      const unlisted = pinned.filter((id) => !data.some((passkey) => passkey.id === id))
      const noFacts = { name: null, createdAt: null, lastUsedAt: null, opensVault: true }
      return [...listed, ...unlisted.map((id) => ({ id, ...noFacts }))]
    },

    openingPasskeys: async () => (await backend).workers.vault.protection.openingPasskeys(),

    async addPasskey(name) {
      const { passkey } = (await backend).auth
      const begun = await passkey.startRegistration()
      if (begun.error) throw fromAuth(begun.error)
      const made = await makePasskey(begun.data.options as CreationOptions).catch(rethrowStopped)
      const { credential, canOpen } = made
      const { data, error } = await passkey.verifyRegistration({ challengeId: begun.data.challenge_id, credential })
      if (error) throw fromPasskey(error)
      await rename(data.id, name)
      return { canOpen }
    },

    async letPasskeyOpen(password) {
      const passkey = await openingPasskey()
      await (await backend).workers.vault.protection.letPasskeyOpen(passkey, password)
    },

    renamePasskey: rename,

    async removePasskey({ id, password }) {
      const { auth, workers } = await backend
      const { ruleOutPasskey, shutOutPasskey } = workers.vault.protection
      let endsAgreement = false
      if (password === undefined) await ruleOutPasskey(id)
      else ({ endsAgreement } = await shutOutPasskey(id, password))
      const { error } = await auth.passkey.delete({ passkeyId: id })
      // One that an administrator removed, or that the server hides, opens the vault no more all the same.
      const isUnlisted = password !== undefined && error?.code === 'webauthn_credential_not_found'
      if (error && !isUnlisted) throw fromAuth(error)
      return { endsAgreement }
    },
  }
}

/** Authenticator apps show their six digits in two groups, and people type them so. */
export function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, '')
}
