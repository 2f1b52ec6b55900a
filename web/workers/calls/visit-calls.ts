import type { KdfParameters } from '#crypto/index.ts'
import { type OpenLink, knockAtLink, openLink, readLinkSecret, startLinkDownload } from '#vault/sharing/visit-link.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { type DownloadTicket, offerContent } from '../transfer/content-keys.ts'
import { connected } from '../vault-state.ts'

/** What a visitor of a shared link sees of its file; no account is needed. */
export type VisitedFile = Pick<OpenLink, 'name' | 'sizeBytes' | 'sender' | 'expiresAt' | 'downloadsLeft'>

const opened = new Map<string, OpenLink>()

/** Shared links as visitors follow them: `id` from the path, `fragment` with the secret. */
export const visitCalls = {
  async knock(id: string, fragment: string): Promise<{ hasPassword: boolean }> {
    return { hasPassword: (await parametersOf(id, fragment)) !== null }
  },

  async open(id: string, fragment: string, password: string | null): Promise<VisitedFile> {
    const parameters = password === null ? null : await parametersOf(id, fragment)
    const typed = password !== null && parameters ? { text: password, parameters } : null
    const link = await openLink(connected(), { id, secret: readLinkSecret(fragment) }, typed)
    opened.set(id, link)
    const { name, sizeBytes, sender, expiresAt, downloadsLeft } = link
    return { name, sizeBytes, sender, expiresAt, downloadsLeft }
  },

  async prepareDownload(id: string): Promise<DownloadTicket> {
    const link = opened.get(id)
    if (!link) throw new VaultError('share_link_unknown', 'Open the link first.')
    const { name, mimeType, sizeBytes } = link
    return { ticket: offerContent(await startLinkDownload(connected(), link)), name, mimeType, sizeBytes }
  },
}

const parametersOf = (id: string, fragment: string): Promise<KdfParameters | null> =>
  knockAtLink(connected(), { id, secret: readLinkSecret(fragment) })
