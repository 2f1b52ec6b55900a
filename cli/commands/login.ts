import { deriveCredentials } from '#vault/session/credentials.ts'
import { hasVault } from '#vault/session/open-vault.ts'
import { ask, askPassword } from '../ask.ts'
import { CommandError, usageError } from '../command-error.ts'
import { forgetKey } from '../session/opened-vault.ts'
import { fetchConfig, originOf } from '../session/server-config.ts'
import { anonymousApi, endSession, startSession } from '../session/session.ts'
import type { Command } from '../command.ts'

/** Signs in with the secret that the password becomes; the password itself stays on this computer. */
export const login: Command = {
  usage: 'login --server <address> [--email <address>]',
  summary: 'sign in to a server; asks for the code of a second factor, or takes it from QUANTUMSHIELD_CODE',
  options: ['server', 'email', 'password-stdin'],
  async run({ options, output }) {
    if (!options.server) throw usageError('Name the server: quantumshield login --server <address>')
    const server = originOf(options.server)
    const config = await fetchConfig(server)
    const email = (options.email ?? (await ask('Email'))).toLowerCase()
    const password = await askPassword(`Password of ${email}`, options['password-stdin'])
    const { authSecret } = await deriveCredentials(anonymousApi(server, config), email, password)
    // What an earlier account left here goes first.
    forgetKey()
    const session = await startSession(server, config, { email, authSecret })
    if (!(await hasVault(session.api, session.userId))) {
      await endSession()
      throw new CommandError(`This account has no vault yet. Sign in at ${server} once, which makes it.`)
    }
    output.result({ server, email, user_id: session.userId }, [`Signed in to ${server} as ${email}.`])
  },
}
