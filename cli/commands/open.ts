import fs from 'node:fs/promises'
import path from 'node:path'
import { VaultApi } from '#vault/session/api.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import {
  type FollowedLink,
  type OpenLink,
  beginVisit,
  knockAtLink,
  linkContent,
  openLink,
  readLinkSecret,
  startLinkDownload,
} from '#vault/sharing/visit-link.ts'
import { zipPaths } from '#vault/transfer/zip-paths.ts'
import { askSecret } from '../ask.ts'
import { CommandError, EXIT, describeError, usageError } from '../command-error.ts'
import { pipeContent, refuseTaken, saveContent } from '../files/get-file.ts'
import { printable } from '../output.ts'
import { fetchConfig, originOf } from '../session/server-config.ts'
import type { Command } from './command.ts'

/** Opens a link that somebody sent; no account is needed. */
export const open: Command = {
  usage: 'open <address of a link> [--to <folder> | --output <file or ->] [--force]',
  summary: 'fetch, verify and decrypt what a link opens, without an account; it counts as a download',
  details: 'Several files are saved in a folder of their own, below --to.\n',
  options: ['to', 'output', 'force'],
  async run({ words, options, output, signal }) {
    const [address] = words
    if (address === undefined || words.length > 1) throw usageError('Give the whole address of one link, in quotes.')
    if (options.output && options.to) throw usageError('Use --output or --to, not both.')
    const { origin, followed } = readAddress(address)
    const { publishable_key: publishableKey } = await fetchConfig(origin)
    const api = new VaultApi({ baseUrl: origin, publishableKey, accessToken: async () => undefined })
    const link = await openWithPassword(api, followed)
    await (link.several ? saveSeveral : saveOne)({ api, link, options, output, signal })
  },
}

type Opening = { api: VaultApi; link: OpenLink } & Pick<Parameters<Command['run']>[0], 'options' | 'output' | 'signal'>

async function saveOne({ api, link, options, output, signal }: Opening): Promise<void> {
  const [file] = link.files
  if (!file) return
  const { name, sizeBytes: size } = file
  const { sender } = link
  if (options.output === '-') {
    await pipeContent(api, await startLinkDownload(api, link), { to: process.stdout, signal })
    return
  }
  const target = options.output ?? path.join(options.to ?? '.', visibleName(name))
  // Before the download begins, which the server counts.
  await refuseTaken({ target, force: options.force })
  const keys = await startLinkDownload(api, link)
  await saveContent(api, keys, { target, force: options.force, signal, onProgress: progressOf(output, name) })
  output.result({ name, path: target, size, sender }, [printable(target)])
}

/**
 * Saves all files of a link below a folder of their own. Names and folders are what somebody else wrote: `zipPaths` makes them lead
 * nowhere else. What is missing or damaged is named at the end; the others are saved.
 */
async function saveSeveral({ api, link, options, output, signal }: Opening): Promise<void> {
  if (options.output !== undefined) throw usageError('This link opens several files. Use --to with a folder.')
  const { files, sender, several } = link
  const paths = zipPaths(files)
  const [folder = ''] = zipPaths([{ name: several?.name ?? 'Shared files', folders: [] }])
  const top = path.join(options.to ?? '.', visibleName(folder))
  // Before the visit begins, which the server counts. Where the person has a folder of that name already, somebody else's files have no place in it.
  await refuseTaken({ target: top, force: options.force })
  const wanted = files.map((file, at) => ({ file, target: path.join(top, ...(paths[at] ?? '').split('/')) }))
  for (const { file, target } of wanted) {
    if (!isBelow(top, target))
      throw new CommandError(`${printable(file.name)} has a name that leads elsewhere.`, EXIT.damaged)
  }
  const visit = await beginVisit(api, link)
  const saved: { name: string; path: string; size: number }[] = []
  const failed: string[] = []
  for (const { file, target } of wanted) {
    try {
      if (file.isMissing) throw new VaultError('share_link_file_missing', 'The link no longer opens this file.')
      const keys = await linkContent(api, link, visit, file.fileId)
      await fs.mkdir(path.dirname(target), { recursive: true })
      await saveContent(api, keys, { target, force: options.force, signal, onProgress: progressOf(output, file.name) })
      saved.push({ name: file.name, path: target, size: file.sizeBytes })
    } catch (error) {
      if (!(error instanceof VaultError) || !LOST.has(error.code)) throw error
      failed.push(`  ${printable(target)}: ${describeError(error).message}`)
    }
  }
  output.result(
    { files: saved, sender },
    saved.map((one) => printable(one.path)),
  )
  if (failed.length > 0) {
    const lines = failed.join('\n')
    throw new CommandError(`${saved.length} of ${files.length} files are saved. These are not:\n${lines}`, EXIT.damaged)
  }
}

/** Programs look for settings in hidden files: what somebody else named is not one where the person works. */
const visibleName = (name: string): string => name.replace(/^\.+/, '_')

/** After these one file is not there, and the others are. */
const LOST: ReadonlySet<string> = new Set(['file_damaged', 'share_link_file_missing', 'share_link_unavailable'])

const progressOf =
  (output: Opening['output'], name: string) =>
  (done: number, all: number): void =>
    output.progress(`${printable(name)}  ${Math.floor((100 * done) / Math.max(1, all))} %`)

function isBelow(folder: string, target: string): boolean {
  const way = path.relative(path.resolve(folder), path.resolve(target))
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}

function readAddress(address: string): { origin: string; followed: FollowedLink } {
  if (!URL.canParse(address)) throw usageError('This is no address of a link.')
  const { pathname, hash } = new URL(address)
  const [, id] = /^\/s\/([0-9a-f-]{36})$/i.exec(pathname) ?? []
  if (!id) throw usageError('This is no address of a link: it has the form https://…/s/…#….')
  return { origin: originOf(address), followed: { id, secret: readLinkSecret(hash) } }
}

async function openWithPassword(api: VaultApi, followed: FollowedLink): Promise<OpenLink> {
  const parameters = await knockAtLink(api, followed)
  if (!parameters) return openLink(api, followed, null)
  const variable = 'QUANTUMSHIELD_LINK_PASSWORD'
  const text = await askSecret('Password of the link', { fromStdin: false, variable })
  return openLink(api, followed, { text, parameters })
}
