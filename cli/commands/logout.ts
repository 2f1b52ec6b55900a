import { forgetKey } from '../session/opened-vault.ts'
import { endSession } from '../session/session.ts'
import type { Command } from '../command.ts'

/** Forgets key and session here, and ends the session on the server. */
export const logout: Command = {
  usage: 'logout',
  summary: 'end the session and forget the key',
  options: [],
  async run({ output }) {
    forgetKey()
    await endSession()
    output.result({ signed_out: true }, ['Signed out.'])
  },
}
