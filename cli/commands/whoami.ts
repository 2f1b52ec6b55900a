import { openedVault } from '../session/opened-vault.ts'
import type { Command } from '../command.ts'

/** Who is signed in, and the fingerprint that other people compare. */
export const whoami: Command = {
  usage: 'whoami',
  summary: 'show the account and the fingerprint of its key',
  options: ['password-stdin'],
  async run({ options, output }) {
    const { server, email, userId, vault } = await openedVault({ passwordStdin: options['password-stdin'] })
    const fingerprint = vault.keyFingerprint
    const grouped = fingerprint.replace(/(.{4})(?=.)/g, '$1 ')
    output.result({ server, email, user_id: userId, key_fingerprint: fingerprint }, [
      `${email} on ${server}`,
      `Key fingerprint ${grouped}`,
    ])
  },
}
