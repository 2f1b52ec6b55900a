import { z } from 'zod'
import { LIMITS } from '#contract/limits.ts'
import type { Shown } from '#vault/files/shown.ts'
import type { VaultFolder } from '#vault/folders/folders.ts'
import type { Within } from '#vault/folders/prove-folders.ts'
import { type LinkChange, changeLink } from '#vault/sharing/links/change-link.ts'
import { type OwnLink, findLink } from '#vault/sharing/links/links.ts'
import { createLink, createLinkToSeveral } from '#vault/sharing/links/new-link.ts'
import { askSecret } from '../ask.ts'
import { CommandError, EXIT, usageError } from '../command-error.ts'
import { type Output, printable } from '../output.ts'
import { wholeNumber, type Command, type Options } from '../command.ts'
import { type Opened, openedVault } from '../session/opened-vault.ts'
import { VaultTree } from '../files/vault-tree.ts'

const DEFAULT_DAYS = '7'
const DAYS = { min: 1, max: 90 }
const DOWNLOADS = { min: 1, max: 10_000 }
const NO_LIMIT = 'none'

/** Makes a link that opens files without an account, or shows and changes one that is there. */
export const link: Command = {
  usage:
    'link <path, name or id>… [--days <1 to 90>] [--max-downloads <number>] [--protect] [--sender <name>] | link <id of a link> [--days <1 to 90>] [--max-downloads <number or none>] [--protect | --no-password]',
  summary:
    'make a link that opens a file, several or a folder without an account; --protect asks for a password of the link',
  details:
    'With the id of a link, as `shared` lists it, it changes what is named and shows the address again. Days count from now.\n',
  options: ['days', 'max-downloads', 'protect', 'no-password', 'sender', 'password-stdin'],
  async run({ words, options, output }) {
    const [word] = words
    if (word === undefined) throw usageError('Name files or a folder, or the id of one link.')
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const found =
      words.length === 1 && z.uuid().safeParse(word).success
        ? await findLink(opened.api, opened.vault, word.toLowerCase())
        : undefined
    await (found ? showAgain(opened, found, options, output) : makeLink(opened, words, options, output))
  },
}

async function makeLink(opened: Opened, words: readonly string[], options: Options, output: Output): Promise<void> {
  if (options['no-password']) throw usageError('A new link has a password only with --protect.')
  const days = wholeNumber('--days', options.days ?? DEFAULT_DAYS, DAYS)
  const limit = options['max-downloads']
  const maxDownloads = limit === undefined ? null : wholeNumber('--max-downloads', limit, DOWNLOADS)
  const tree = await VaultTree.read(opened)
  const { found, folder, files, hasFolders } = filesOf(tree, words)
  const [only] = files
  if (!only) throw usageError('There are no files in it.')
  const password = options.protect ? await linkPassword() : null
  const sender = options.sender ?? null
  if (hasFolders) sayWhatGoesAlong(tree, files, output)
  await tree.prove(opened, found)
  const now = new Date()
  const terms = { days, password, maxDownloads, sender }
  const { api, vault, server } = opened
  const isOne = folder === null && files.length === 1
  const path = isOne
    ? await createLink(api, vault, { file: only.shown, ...terms }, now)
    : await createLinkToSeveral(api, vault, { folder, files, ...terms }, now, {
        onProved: (done) => output.progress(`${done} of ${files.length} files checked`),
      })
  const url = new URL(path, server).href
  const what = isOne ? 'the file' : `these ${files.length} files as they are now`
  output.note(`Anyone who has this address can open ${what}. \`quantumshield shared\` lists it, and shows its id.`)
  const ids = files.map(({ shown }) => shown.id)
  output.result({ url, ...named(ids, isOne), days, max_downloads: maxDownloads, has_password: password !== null }, [
    url,
  ])
}

/** What a link to these words opens: each file once, with its folders within the link. A single folder gives the link its name. */
function filesOf(tree: VaultTree, words: readonly string[]) {
  const files = new Map<string, { shown: Shown; within: Within }>()
  const found = words.map((word) => tree.find(word))
  const [first] = found
  const folder = found.length === 1 && first?.kind === 'folder' ? first.folder : null
  // Folders first: what is in one belongs there.
  for (const one of found.toSorted((a, b) => b.kind.localeCompare(a.kind))) {
    if (one.kind === 'file') {
      if (!files.has(one.file.id)) files.set(one.file.id, { shown: one.file, within: [] })
      continue
    }
    for (const { file } of tree.filesBelow(one.folder.id)) {
      if (!files.has(file.id)) files.set(file.id, { shown: file, within: within(tree, one.folder, file.folderId) })
    }
  }
  const hasFolders = found.some(({ kind }) => kind === 'folder')
  return { found, folder, files: [...files.values()], hasFolders }
}

/** The folders from the one that was named down to the one that a file lies in. */
function within(tree: VaultTree, { id }: VaultFolder, folderId: string | null): Within {
  const path = tree.foldersTo(folderId)
  return path.slice(path.findIndex((folder) => folder.id === id))
}

/** Every path before the link is made, where folders were named: of older folders, which lies in which is the server's word. */
function sayWhatGoesAlong(tree: VaultTree, files: ReturnType<typeof filesOf>['files'], output: Output): void {
  const paths = files.map(({ shown }) => `  ${printable(tree.pathOf(shown))}`).toSorted((a, b) => a.localeCompare(b))
  output.note(
    `Goes along (look through the paths: of older folders, the server says which lies in which):\n${paths.join('\n')}`,
  )
}

/** The id of its file, or those of several. */
const named = (ids: readonly string[], isOne: boolean): Record<string, unknown> =>
  isOne ? { file_id: ids[0] } : { file_ids: ids }

async function showAgain(opened: Opened, { id }: OwnLink, options: Options, output: Output): Promise<void> {
  if (options.sender !== undefined) throw usageError('The sender of a link is part of it. Make another link instead.')
  const { api, vault } = opened
  const change = await changeIn(options)
  const found = await findLink(api, vault, id)
  if (found && Object.keys(change).length > 0) await changeLink(api, vault, found, change, new Date())
  const link = await findLink(api, vault, id)
  if (!link) throw new CommandError('This link was ended.', EXIT.notFound)
  if (link.problem === 'changed')
    throw new CommandError('The server does not hold this link as you set it. End it with `unshare`.', EXIT.damaged)
  if (link.path === null) output.note('This link was made before addresses were kept, so it cannot be shown again.')
  const url = link.path === null ? null : new URL(link.path, opened.server).href
  const { fileIds, several, expiresAt, maxDownloads, downloads, hasPassword } = link
  output.result(
    {
      url,
      ...named(fileIds, several === null),
      expires_at: expiresAt,
      max_downloads: maxDownloads,
      downloads,
      has_password: hasPassword,
    },
    url === null ? [] : [url],
  )
}

async function changeIn(options: Options): Promise<LinkChange> {
  if (options.protect && options['no-password']) throw usageError('Choose either --protect or --no-password.')
  const limit = options['max-downloads']
  return {
    ...(options.days === undefined ? {} : { days: wholeNumber('--days', options.days, DAYS) }),
    ...(limit === undefined
      ? {}
      : { maxDownloads: limit === NO_LIMIT ? null : wholeNumber('--max-downloads', limit, DOWNLOADS) }),
    ...(options.protect ? { password: await linkPassword() } : {}),
    ...(options['no-password'] ? { password: null } : {}),
  }
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
