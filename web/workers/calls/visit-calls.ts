import type { KdfParameters } from '#crypto/index.ts'
import {
  type LinkVisit,
  type OpenLink,
  beginVisit,
  knockAtLink,
  linkContent,
  openLink,
  readLinkSecret,
} from '#vault/sharing/visit-link.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { type DownloadTicket, offerContent } from '../transfer/content-keys.ts'
import { connected } from '../vault-state.ts'

/** What a visitor of a shared link sees of its file; no account is needed. */
export type VisitedFile = Pick<
  OpenLink,
  'id' | 'name' | 'mimeType' | 'sizeBytes' | 'sender' | 'expiresAt' | 'downloadsLeft'
>

const opened = new Map<string, OpenLink>()

/** Shared links as visitors follow them: `id` from the path, `fragment` with the secret, `visit` where one has begun. */
export const visitCalls = {
  async knock(id: string, fragment: string, visit: LinkVisit | null): Promise<{ hasPassword: boolean }> {
    return { hasPassword: (await parametersOf(id, fragment, visit)) !== null }
  },

  async open(id: string, fragment: string, password: string | null, visit: LinkVisit | null): Promise<VisitedFile> {
    const parameters = password === null ? null : await parametersOf(id, fragment, visit)
    const typed = password !== null && parameters ? { text: password, parameters } : null
    const link = await openLink(connected(), { id, secret: readLinkSecret(fragment) }, typed, visit)
    opened.set(id, link)
    const { name, mimeType, sizeBytes, sender, expiresAt, downloadsLeft } = link
    return { id, name, mimeType, sizeBytes, sender, expiresAt, downloadsLeft }
  },

  /** The server counts it. */
  begin: (id: string): Promise<LinkVisit> => beginVisit(connected(), openedLink(id)),

  /** On a visit, as often as one likes. */
  async prepareDownload(id: string, visit: LinkVisit): Promise<DownloadTicket> {
    const link = openedLink(id)
    const { name, mimeType, sizeBytes } = link
    return { ticket: offerContent(await linkContent(connected(), link, visit)), name, mimeType, sizeBytes }
  },
}

function openedLink(id: string): OpenLink {
  const link = opened.get(id)
  if (!link) throw new VaultError('share_link_unknown', 'Open the link first.')
  return link
}

const parametersOf = (id: string, fragment: string, visit: LinkVisit | null): Promise<KdfParameters | null> =>
  knockAtLink(connected(), { id, secret: readLinkSecret(fragment) }, visit)
