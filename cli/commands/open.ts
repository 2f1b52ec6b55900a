import path from 'node:path'
import { VaultApi } from '#vault/session/api.ts'
import {
  type FollowedLink,
  type OpenLink,
  knockAtLink,
  openLink,
  readLinkSecret,
  startLinkDownload,
} from '#vault/sharing/links/visit-link.ts'
import { askSecret } from '../ask.ts'
import { usageError } from '../command-error.ts'
import { pipeContent, refuseTaken, saveContent } from '../files/get-file.ts'
import { printable } from '../output.ts'
import { type Opening, progressOf, saveSeveral, visibleName } from '../files/save-linked.ts'
import { fetchConfig, originOf } from '../session/server-config.ts'
import type { Command } from '../command.ts'

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
