import path from 'node:path'
import { VaultApi } from '#vault/session/api.ts'
import {
  type FollowedLink,
  type OpenLink,
  knockAtLink,
  openLink,
  readLinkSecret,
  startLinkDownload,
} from '#vault/sharing/visit-link.ts'
import { askSecret } from '../ask.ts'
import { usageError } from '../command-error.ts'
import { pipeContent, refuseTaken, saveContent } from '../files/get-file.ts'
import { printable } from '../output.ts'
import { fetchConfig, originOf } from '../session/server-config.ts'
import type { Command } from './command.ts'

/** Opens a link that somebody sent; no account is needed. */
export const open: Command = {
  usage: 'open <address of a link> [--to <folder> | --output <file or ->] [--force]',
  summary: 'fetch, verify and decrypt the file of a link, without an account; it counts as a download',
  options: ['to', 'output', 'force'],
  async run({ words, options, output, signal }) {
    const [address] = words
    if (address === undefined || words.length > 1) throw usageError('Give the whole address of one link, in quotes.')
    if (options.output && options.to) throw usageError('Use --output or --to, not both.')
    const { origin, followed } = readAddress(address)
    const { publishable_key: publishableKey } = await fetchConfig(origin)
    const api = new VaultApi({ baseUrl: origin, publishableKey, accessToken: async () => undefined })
    const link = await openWithPassword(api, followed)
    const { name, sizeBytes: size, sender } = link
    if (options.output === '-') {
      return pipeContent(api, await startLinkDownload(api, link), { to: process.stdout, signal })
    }
    const target = options.output ?? path.join(options.to ?? '.', name)
    const onProgress = (done: number, all: number): void =>
      output.progress(`${printable(name)}  ${Math.floor((100 * done) / Math.max(1, all))} %`)
    // Before the download begins, which the server counts.
    await refuseTaken({ target, force: options.force })
    await saveContent(api, await startLinkDownload(api, link), { target, force: options.force, signal, onProgress })
    output.result({ name, path: target, size, sender }, [printable(target)])
  },
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
