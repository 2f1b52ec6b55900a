import { createRequest } from '#vault/requests/requests.ts'
import { askSecret } from '../ask.ts'
import { usageError } from '../command-error.ts'
import { wholeNumber, type Command } from '../command.ts'
import { openedVault } from '../session/opened-vault.ts'
import { VaultTree } from '../files/vault-tree.ts'

const DEFAULTS = { days: '14', files: '20', megabytes: '1000' }
const DAYS = { min: 1, max: 90 }
const FILES = { min: 1, max: 1000 }
const MEGABYTES = { min: 1, max: 1_000_000 }
const MEGABYTE = 1024 * 1024

/** Makes an address through which people without an account send files. */
export const request: Command = {
  usage:
    'request <what you ask for> [--note <text>] [--into <folder>] [--days <1 to 90>] [--max-files <number>] [--max-megabytes <number>] [--protect] [--sender <name>]',
  summary: 'ask people without an account for files; --protect asks for a password of the request',
  options: ['note', 'into', 'days', 'max-files', 'max-megabytes', 'protect', 'sender', 'password-stdin'],
  async run({ words, options, output }) {
    const title = words.join(' ').trim()
    if (title === '') throw usageError('Say what you ask for.')
    const days = wholeNumber('--days', options.days ?? DEFAULTS.days, DAYS)
    const maxFiles = wholeNumber('--max-files', options['max-files'] ?? DEFAULTS.files, FILES)
    const megabytes = wholeNumber('--max-megabytes', options['max-megabytes'] ?? DEFAULTS.megabytes, MEGABYTES)
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const tree = await VaultTree.read(opened)
    const folderId = await tree.makeFolders(opened, options.into ?? '')
    const password = options.protect ? await requestPassword() : null
    const limits = { days, maxFiles, maxBytes: megabytes * MEGABYTE }
    const shown = { title, note: options.note ?? '', name: options.sender ?? '', email: '' }
    const path = await createRequest(opened.api, opened.vault, { ...limits, ...shown, folderId, password }, new Date())
    const url = new URL(path, opened.server).href
    output.note(
      'Anyone who has this address can send you files. `quantumshield requests --receive` takes in what arrived.',
    )
    output.result(
      { url, title, days, max_files: maxFiles, max_bytes: limits.maxBytes, has_password: password !== null },
      [url],
    )
  },
}

async function requestPassword(): Promise<string> {
  const password = await askSecret('Password of the request', {
    fromStdin: false,
    variable: 'QUANTUMSHIELD_REQUEST_PASSWORD',
  })
  if (password === '') throw usageError('The password of a request cannot be empty.')
  return password
}
