import { z } from 'zod'
import { listGrants, revokeGrant } from '#vault/sharing/grants.ts'
import { findLink, listLinks, revokeLink } from '#vault/sharing/links/links.ts'
import { mailPin } from '#vault/pins/pins.ts'
import { CommandError, EXIT, usageError } from '../command-error.ts'
import { openedVault } from '../session/opened-vault.ts'
import { printable } from '../output.ts'
import { VaultTree } from '../files/vault-tree.ts'
import type { Command } from '../command.ts'

/** Ends links and takes grants back. */
export const unshare: Command = {
  usage: 'unshare <path, name or id of a file> [--with <email>] | unshare <id of a link>',
  summary: 'end every link and grant of a file, those of one person, or one link',
  options: ['with', 'password-stdin'],
  async run({ words, options, output }) {
    const [word] = words
    if (word === undefined || words.length > 1) throw usageError('Name one file, or the id of one link.')
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const { api, vault } = opened
    const one = z.uuid().safeParse(word).success ? await findLink(api, vault, word.toLowerCase()) : undefined
    if (one) {
      await revokeLink(api, one.id, new Date())
      output.result({ links: 1, people: 0 }, ['The link was ended.'])
      return
    }
    const file = (await VaultTree.read(opened)).findFile(word)
    const email = options.with?.trim().toLowerCase()
    // Somebody who changed their address is known by both.
    const isMeant = (grant: { userId: string; email: string }) =>
      email === undefined || grant.email === email || vault.keyring.pins[mailPin(email)] === grant.userId
    const grants = (await listGrants(api, vault, file.id)).filter(isMeant)
    const links = email === undefined ? await listLinks(api, vault, file.id) : []
    if (grants.length + links.length === 0) {
      throw new CommandError(
        `${printable(file.name)} is not shared${email ? ` with ${printable(email)}` : ''}.`,
        EXIT.notFound,
      )
    }
    for (const { userId } of grants) await revokeGrant(api, file.id, userId)
    for (const { id } of links) await revokeLink(api, id, new Date())
    output.result({ links: links.length, people: grants.length }, [
      `Ended: ${links.length} links, access of ${grants.length} people. What was downloaded before stays where it is.`,
    ])
  },
}
