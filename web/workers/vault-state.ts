import { VaultApi, type ApiSettings } from '#vault/session/api.ts'
import type { OpenVault } from '#vault/session/open-vault.ts'
import { VaultError } from '#vault/session/vault-error.ts'

/** What the parts of the vault worker share: the line to the server, and the keys while the vault is open. */
let api: VaultApi | undefined
let vault: OpenVault | undefined
let reading = new AbortController()
const forgetters: (() => void)[] = []

export function connectTo(settings: ApiSettings): void {
  api = new VaultApi({ ...settings, reading: () => reading.signal })
}

/** Stops what is being read from the server, for a session that is about to end. */
export function endReads(): void {
  reading.abort(new VaultError('vault_locked', 'The person signs out.'))
  reading = new AbortController()
}

/** @throws {VaultError} `unexpected` before `connectTo`. */
export function connected(): VaultApi {
  if (!api) throw new VaultError('unexpected', 'The worker is not connected.')
  return api
}

export function keepOpen(opened: OpenVault): void {
  vault = opened
}

/** @throws {VaultError} `vault_locked` */
export function unlocked(): OpenVault {
  if (!vault) throw new VaultError('vault_locked', 'The vault is locked.')
  return vault
}

export function isStillOpen(opened: OpenVault): boolean {
  return vault === opened
}

/**
 * After waiting: keys must not stay behind in a worker whose vault was locked meanwhile.
 * @throws {VaultError} `vault_locked`
 */
export function stillOpen(opened: OpenVault): void {
  if (!isStillOpen(opened)) throw new VaultError('vault_locked', 'The vault was locked.')
}

/** Names what else has to go when the vault locks. */
export function onLock(forget: () => void): void {
  forgetters.push(forget)
}

/** Drops the keys, and with them everything that was registered with `onLock`. */
export function forgetKeys(): void {
  vault = undefined
  for (const forget of forgetters) forget()
}
