import { LIMITS } from '#contract/limits.ts'
import { addressCheck, deriveLinkDoor, draw, randomUuid, systemRandom } from '#crypto/index.ts'
import { type ProvedFile, proveWithRoot } from '../../files/file-records.ts'
import type { VaultApi } from '../../session/api.ts'
import { type Shown, notAsShown } from '../../files/shown.ts'
import { type ShownFolder, type Within, proveWithin } from '../../folders/prove-folders.ts'
import type { OpenVault } from '../../session/open-vault.ts'
import { VaultError } from '../../session/vault-error.ts'
import { writeOne, writeSeveral } from './link-contents.ts'
import { lockLink } from './link-keys.ts'
import { type LinkSecrets, endAfter, linkPath, sealLinkRecord } from './link-record.ts'

const LINK_SECRET_BYTES = 32
/** Files that are proved at a time, each with a request of its own. */
const PROVED_AT_ONCE = 6

type Terms = {
  /** 1 to 90. */
  days: number
  password: string | null
  maxDownloads: number | null
  /** Shown to visitors as who shared; null shows nobody. */
  sender: string | null
}
export type NewLink = Terms & { file: Shown }
export type NewLinkToSeveral = Terms & {
  /** The folder whose files they are, which gives the link its name; null where they were chosen one by one, or with several folders. */
  folder: ShownFolder | null
  /** As lists showed them; `within`: from `folder`, or the folder that was chosen, down to the one that each lies in. */
  files: readonly { shown: Shown; within: Within }[]
}
/** `onProved` hears how many of the files are sealed, and is waited for; after `signal` no link is made. */
export type Making = { signal?: AbortSignal; onProved?: (done: number) => void | Promise<void> }

type Proved = Omit<ProvedFile, 'manifest'> & {
  fileId: string
  manifest: { contentRoot: Uint8Array } & ProvedFile['manifest']
}

/**
 * Makes a link to one file as it is now: its key, name, size and content root are sealed under a key that follows from the link's
 * own secret. The address holds a check of that, because each of its visitors could seal another. The secret stays with this vault as
 * well, so that the address can be shown again.
 *
 * @returns the part of the address after the origin; the fragment is the secret with the check.
 * @throws {VaultError} `not_as_shown` when it lies elsewhere than it was shown, and as `proveFile`
 */
export async function createLink(api: VaultApi, vault: OpenVault, wanted: NewLink, now: Date): Promise<string> {
  const { file, sender } = wanted
  const { id: fileId } = file
  const handover = writeOne({ ...(await proveWithRoot(api, vault, file)), fileId }, sender)
  return storeLink(api, vault, { terms: wanted, handover, fileIds: [fileId], several: null, now })
}

/**
 * The same for several files, in the order given: the check of the address fixes all of them, so none can be added, left out or exchanged
 * unnoticed. A file or a folder that is not as it was shown ends all of it: no link is made.
 * @throws {VaultError} `link_too_many`, `link_too_large`, `not_as_shown`, `folder_refused`; the reason of `signal`
 */
export async function createLinkToSeveral(
  api: VaultApi,
  vault: OpenVault,
  wanted: NewLinkToSeveral,
  now: Date,
  { signal, onProved }: Making = {},
): Promise<string> {
  const { folder, sender } = wanted
  const files = wanted.files.map((file) => ({ ...file, folders: foldersOf(file, folder) }))
  if (files.length === 0) throw new VaultError('not_found', 'There is no file to make a link to.')
  if (files.length > LIMITS.linkFiles)
    throw new VaultError('link_too_many', `A link opens at most ${LIMITS.linkFiles} files.`)
  if (files.some(({ folders }) => folders.length > LIMITS.linkFolders))
    throw new VaultError('link_too_large', `A link opens files in at most ${LIMITS.linkFolders} folders.`)
  await proveWithin(api, vault, files)
  const proved: Proved[] = []
  for (let at = 0; at < files.length; at += PROVED_AT_ONCE) {
    signal?.throwIfAborted()
    const some = files.slice(at, at + PROVED_AT_ONCE)
    proved.push(
      ...(await Promise.all(
        some.map(async ({ shown }) => ({ ...(await proveWithRoot(api, vault, shown)), fileId: shown.id })),
      )),
    )
    await onProved?.(proved.length)
  }
  signal?.throwIfAborted()
  const members = proved.map((one, at) => ({ ...one, folders: files[at]?.folders ?? [] }))
  const name = folder?.name ?? null
  const handover = writeSeveral(members, { name, sender })
  const fileIds = files.map(({ shown }) => shown.id)
  return storeLink(api, vault, {
    terms: wanted,
    handover,
    fileIds,
    several: { name, folderId: folder?.id ?? null },
    now,
  })
}

/** Names of the folders within the link that a file is in; the one that the link has its name from is not among them. */
function foldersOf({ within }: { within: Within }, folder: ShownFolder | null): string[] {
  if (folder !== null && within[0]?.id !== folder.id) throw notAsShown()
  return within.slice(folder === null ? 0 : 1).map(({ name }) => name)
}

async function storeLink(
  api: VaultApi,
  vault: OpenVault,
  made: Pick<LinkSecrets, 'fileIds' | 'several'> & { terms: Terms; handover: Uint8Array; now: Date },
): Promise<string> {
  const { handover, fileIds, several, now } = made
  const { days, password, maxDownloads } = made.terms
  const id = randomUuid(systemRandom)
  const key = draw(systemRandom, LINK_SECRET_BYTES)
  const [door, { linkKey, lock }, check] = await Promise.all([
    deriveLinkDoor(key),
    lockLink({ linkId: id, secret: key, password, handover }),
    addressCheck('link', handover),
  ])
  if (several && lock.handover.length > LIMITS.linkHandoverCharacters)
    throw new VaultError('link_too_large', 'The names of these files are too long for one link.')
  const address = { key, check }
  const terms = { expiresAt: endAfter(days, now), maxDownloads, hasPassword: password !== null }
  const record = await sealLinkRecord(vault, { id, version: 1 }, { fileIds, several, address, linkKey, terms })
  await api.rest('share_links', {
    method: 'POST',
    prefer: 'return=minimal',
    body: {
      id,
      ...(several ? { file_ids: fileIds } : { file_id: fileIds[0] }),
      door_hash: door.tokenHash,
      ...lock,
      ...record,
      expires_at: terms.expiresAt,
      max_downloads: maxDownloads,
    },
  })
  return linkPath(id, address)
}
