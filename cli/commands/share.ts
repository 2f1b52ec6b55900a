import { shareFile } from '#vault/sharing/grants.ts'
import { findPerson, safetyNumberWith } from '#vault/sharing/people.ts'
import { usageError } from '../command-error.ts'
import { wholeNumber, type Command } from '../command.ts'
import { openedVault } from '../session/opened-vault.ts'
import { printable } from '../output.ts'
import { asFound, VaultTree } from '../files/vault-tree.ts'

const DAYS = { min: 1, max: 3650 }

/** Lets somebody of the organisation open files. */
export const share: Command = {
  usage: 'share <path, name or id>… --with <email> [--days <number>]',
  summary: 'let somebody of your organisation open files; shows the safety number to compare with them',
  options: ['with', 'days', 'password-stdin'],
  async run({ words, options, output }) {
    if (words.length === 0 || !options.with) throw usageError('Name files, and the person with --with <email>.')
    const days = options.days === undefined ? null : wholeNumber('--days', options.days, DAYS)
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const tree = await VaultTree.read(opened)
    const files = words.map((word) => tree.findFile(word))
    const { api, vault } = opened
    if (options.with.trim().toLowerCase() === opened.email.toLowerCase())
      throw usageError('This is your own address. Your files are yours already.')
    await tree.prove(opened, files.map(asFound))
    const peer = await findPerson(api, vault, options.with)
    for (const file of files) await shareFile(api, vault, { file, peers: [peer], days, now: new Date() })
    opened.keepSeen()

    const number = await safetyNumberWith(vault, peer)
    const isCompared = peer.trust === 'compared'
    output.result(
      {
        shared: files.map(({ id }) => id),
        with: peer.email,
        user_id: peer.userId,
        safety_number: number,
        is_compared: isCompared,
      },
      [
        `${files.map(({ name }) => printable(name)).join(', ')}: ${printable(peer.email)} can open ${files.length === 1 ? 'it' : 'them'} now.`,
        ...(isCompared ? [] : [`Safety number, to compare with what they see: ${number}`]),
      ],
    )
  },
}
