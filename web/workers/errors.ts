import { transferHandlers } from 'comlink'
import { CryptoError } from '#crypto/errors.ts'
import { VaultError, type VaultErrorCode } from '#vault/session/vault-error.ts'

type Thrown = { value: unknown }
type OnWire = { vaultError: { code: VaultErrorCode; message: string } }

/** Comlink carries name and message of an error only; ours keep their code. Call once on each side. */
export function carryVaultErrors(): void {
  const plain = transferHandlers.get('throw')
  if (!plain) throw new Error('comlink has no handler for thrown values')
  transferHandlers.set('throw', {
    canHandle: (value): value is Thrown => plain.canHandle(value),
    serialize: (thrown: Thrown) => {
      const error = asVaultError(thrown.value)
      return error
        ? [{ vaultError: { code: error.code, message: error.message } } satisfies OnWire, []]
        : plain.serialize(thrown)
    },
    deserialize: (value: unknown) => {
      if (isOnWire(value)) throw new VaultError(value.vaultError.code, value.vaultError.message)
      return plain.deserialize(value)
    },
  })
}

function asVaultError(error: unknown): VaultError | undefined {
  if (error instanceof VaultError) return error
  if (!(error instanceof CryptoError)) return undefined
  return error.code === 'weak_parameters'
    ? new VaultError(
        'weak_settings',
        'The server offered weak key derivation settings, so nothing was sent. Tell your administrator.',
      )
    : new VaultError('file_damaged', 'Something stored for this account was changed or damaged.')
}

function isOnWire(value: unknown): value is OnWire {
  return typeof value === 'object' && value !== null && 'vaultError' in value
}
