import { LIMITS } from '#contract/limits.ts'
import { createLink } from '#vault/sharing/links.ts'
import { askSecret } from '../ask.ts'
import { usageError } from '../command-error.ts'
import { wholeNumber, type Command } from './command.ts'
import { openedVault } from '../session/opened-vault.ts'
import { VaultTree } from '../files/vault-tree.ts'

const DEFAULT_DAYS = '7'
const DAYS = { min: 1, max: 90 }
const DOWNLOADS = { min: 1, max: 10_000 }

/** Makes a link that opens one file without an account. */
export const link: Command = {
  usage: 'link <path, name or id> [--days <1 to 90>] [--max-downloads <number>] [--protect] [--sender <name>]',
  summary: 'make a link that opens a file without an account; --protect asks for a password of the link',
  options: ['days', 'max-downloads', 'protect', 'sender', 'password-stdin'],
  async run({ words, options, output }) {
    const [word] = words
    if (word === undefined || words.length > 1) throw usageError('Name one file.')
    const days = wholeNumber('--days', options.days ?? DEFAULT_DAYS, DAYS)
    const limit = options['max-downloads']
    const maxDownloads = limit === undefined ? null : wholeNumber('--max-downloads', limit, DOWNLOADS)
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const tree = await VaultTree.read(opened)
    const { id } = tree.findFile(word)
    const password = options.protect ? await linkPassword() : null
    const sender = options.sender ?? null
    const now = new Date()
    const path = await createLink(opened.api, opened.vault, { fileId: id, days, password, maxDownloads, sender }, now)
    const url = new URL(path, opened.server).href
    output.note('Anyone who has this address can open the file. It is not kept anywhere else.')
    output.result({ url, file_id: id, days, max_downloads: maxDownloads, has_password: password !== null }, [url])
  },
}

async function linkPassword(): Promise<string> {
  const password = await askSecret('Password of the link', {
    fromStdin: false,
    variable: 'QUANTUMSHIELD_LINK_PASSWORD',
  })
  // As many as in the page; code points, so that one emoji counts as one character.
  const { min } = LIMITS.passwordCharacters
  if (Array.from(password).length < min) throw usageError(`The password of a link has at least ${min} characters.`)
  return password
}
