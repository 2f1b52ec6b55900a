import { findKeptKeyring, putBackKeyring as putBack } from '#vault/session/kept-keyrings.ts'
import { openVault } from '#vault/session/open-vault.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { CommandError, EXIT } from '../command-error.ts'
import type { Output } from '../output.ts'
import { keyringMemory } from '../session/keyring-memory.ts'
import { keyByPassword } from '../session/opened-vault.ts'
import { withProof } from '../session/proven.ts'
import { currentSession } from '../session/session.ts'

/** Puts back what the vault remembers, where the server's copy does not open and this computer has none. */
export async function putBackKeyring({
  output,
  passwordStdin,
  isDry,
}: {
  output: Output
  passwordStdin: boolean
  isDry: boolean
}): Promise<void> {
  const session = await currentSession()
  const { api, userId } = session
  const amk = await keyByPassword(session, passwordStdin)
  const open = () => openVault(api, userId, amk, keyringMemory)
  const isWhole = await open().then(
    () => true,
    (error: unknown) => {
      if (error instanceof VaultError && error.code === 'keyring_damaged') return false
      throw error
    },
  )
  if (isWhole) {
    output.result({ put_back: false }, ['The vault opens; nothing was put back.'])
    return
  }
  const proven = <Result>(work: () => Promise<Result>) => withProof(session, { passwordStdin }, work)
  const kept = await proven(() => findKeptKeyring(api, { amk, userId }))
  if (!kept) throw new CommandError('No earlier state that opens with this password is kept.', EXIT.notFound)
  if (isDry) {
    output.result({ put_back: false, kept_on: kept.keptOn }, [
      `The state of the beginning of ${kept.keptOn} would be put back.`,
    ])
    return
  }
  await proven(() => putBack(api, kept))
  await open()
  output.result({ put_back: true, kept_on: kept.keptOn }, [
    `The state of the beginning of ${kept.keptOn} was put back. Compare safety numbers again that you compared since.`,
  ])
}
