import type { KdfParameters } from '#crypto/index.ts'
import type { LinkVisit } from '#vault/sharing/links/link-visit.ts'
import {
  type OpenLink,
  type VisitorsFile,
  beginVisit,
  knockAtLink,
  linkContent,
  openLink,
  readLinkSecret,
} from '#vault/sharing/links/visit-link.ts'
import { visitsInTurn } from '#vault/sharing/links/visits-in-turn.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { type DownloadTicket, offerContent } from '../transfer/content-keys.ts'
import { type ZipTicket, planZip } from '../transfer/zip-plans.ts'
import { connected } from '../vault-state.ts'

/** What a visitor of a shared link sees of it; no account is needed. */
export type VisitedLink = Pick<OpenLink, 'id' | 'several' | 'sender' | 'expiresAt' | 'downloadsLeft'> & {
  files: VisitedFile[]
}
export type VisitedFile = { id: string } & Pick<
  VisitorsFile,
  'name' | 'folders' | 'mimeType' | 'sizeBytes' | 'isMissing'
>

const opened = new Map<string, OpenLink>()
/** By the id of their link: visits that archives began, and the page has not heard of. */
const unheard = new Map<string, LinkVisit[]>()

/** Shared links as visitors follow them: `id` from the path, `fragment` with the secret, `visit` where one has begun. */
export const visitCalls = {
  async knock(id: string, fragment: string, visit: LinkVisit | null): Promise<{ hasPassword: boolean }> {
    return { hasPassword: (await parametersOf(id, fragment, visit)) !== null }
  },

  async open(id: string, fragment: string, password: string | null, visit: LinkVisit | null): Promise<VisitedLink> {
    const parameters = password === null ? null : await parametersOf(id, fragment, visit)
    const typed = password !== null && parameters ? { text: password, parameters } : null
    const link = await openLink(connected(), { id, secret: readLinkSecret(fragment) }, typed, visit)
    opened.set(id, link)
    const { several, sender, expiresAt, downloadsLeft } = link
    const files = link.files.map(({ fileId, name, folders, mimeType, sizeBytes, isMissing }) => {
      return { id: fileId, name, folders, mimeType, sizeBytes, isMissing }
    })
    return { id, files, several, sender, expiresAt, downloadsLeft }
  },

  /** The server counts it. */
  begin: (id: string): Promise<LinkVisit> => beginVisit(connected(), openedLink(id)),

  /** On a visit, as often as one likes. */
  async prepareDownload(id: string, visit: LinkVisit, fileId: string): Promise<DownloadTicket> {
    const link = openedLink(id)
    const file = fileOf(link, fileId)
    const { name, mimeType, sizeBytes } = file
    return { ticket: offerContent(await linkContent(connected(), link, visit, fileId)), name, mimeType, sizeBytes }
  },

  /**
   * Several of its files as one archive, each read and verified when its turn comes. Where that takes longer than the visit, further
   * ones are begun.
   */
  prepareZip(id: string, visit: LinkVisit, { name, fileIds }: { name: string; fileIds: readonly string[] }): ZipTicket {
    const link = openedLink(id)
    // A link does not say when its files were made or changed.
    const createdAt = new Date().toISOString()
    const files = fileIds.map((fileId) => ({ ...fileOf(link, fileId), id: fileId, createdAt }))
    const visits = visitsInTurn(connected(), link, visit, (begun) =>
      unheard.set(id, [...(unheard.get(id) ?? []), begun]),
    )
    return planZip(name, files, async (file) => linkContent(connected(), link, await visits(), file.id))
  },

  /** Visits that archives began since this was asked last. */
  takeBegun(id: string): LinkVisit[] {
    const begun = unheard.get(id) ?? []
    unheard.delete(id)
    return begun
  },
}

function openedLink(id: string): OpenLink {
  const link = opened.get(id)
  if (!link) throw new VaultError('share_link_unknown', 'Open the link first.')
  return link
}

function fileOf(link: OpenLink, fileId: string): VisitorsFile {
  const file = link.files.find((one) => one.fileId === fileId)
  if (!file) throw new VaultError('share_link_file_missing', 'The link has no such file.')
  return file
}

const parametersOf = (id: string, fragment: string, visit: LinkVisit | null): Promise<KdfParameters | null> =>
  knockAtLink(connected(), { id, secret: readLinkSecret(fragment) }, visit)
