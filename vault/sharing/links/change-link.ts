import { z } from 'zod'
import { CryptoError, fromBase64Url, openFromLink } from '#crypto/index.ts'
import type { VaultApi } from '../../session/api.ts'
import type { OpenVault } from '../../session/open-vault.ts'
import { VaultError } from '../../session/vault-error.ts'
import { requireChecked } from './address-secret.ts'
import { lockLink } from './link-keys.ts'
import { type LinkSecrets, type LinkTerms, endAfter, sealLinkRecord } from './link-record.ts'
import { type OwnLink, linkSecretsOf } from './links.ts'

/** What becomes of a link; what is left out stays as it is. */
export type LinkChange = {
  /** From now, 1 to 90. */
  days?: number
  /** Those that were counted already among them; null for no limit. */
  maxDownloads?: number | null
  /** Null takes it away. */
  password?: string | null
}

const stored = z
  .array(
    z.object({
      handover: z.string(),
      owner_record: z.string().nullable(),
      space_id: z.uuid().nullable(),
      space_epoch: z.int().nullable(),
    }),
  )
  .max(1)

/**
 * Changes the terms of a link; its address stays. A password is changed by sealing again what the link hands over, so a link whose secret
 * this vault did not keep cannot have another. `link` is what was shown: it is not changed when somebody else changed it since.
 * @throws {VaultError} `share_link_damaged` when it is not as this vault stored it, `share_link_changed`
 */
export async function changeLink(
  api: VaultApi,
  vault: OpenVault,
  link: OwnLink,
  wanted: LinkChange,
  now: Date,
): Promise<void> {
  if (link.problem === 'changed') throw changedByServer()
  const { password } = wanted
  const version = link.version + 1
  const terms: LinkTerms = {
    expiresAt: wanted.days === undefined ? link.expiresAt : endAfter(wanted.days, now),
    maxDownloads: wanted.maxDownloads === undefined ? link.maxDownloads : wanted.maxDownloads,
    hasPassword: password === undefined ? link.hasPassword : password !== null,
  }
  const kept = link.problem === 'not_kept' ? null : await readKept(api, vault, link)
  if (!kept && password !== undefined)
    throw new VaultError('share_link_unknown', 'The secret of this link was not kept.')

  const locked =
    kept && password !== undefined
      ? await lockLink({
          linkId: link.id,
          secret: kept.secrets.address.key,
          password,
          handover: await handedOver(link.id, kept),
        })
      : null
  const record =
    kept &&
    (await sealLinkRecord(
      vault,
      { id: link.id, version },
      {
        ...kept.secrets,
        linkKey: locked?.linkKey ?? kept.secrets.linkKey,
        terms,
      },
    ))
  // Where the server only withheld the record, a new version without one would make it unreadable for good.
  const whileNotKept = kept ? '' : '&owner_record=is.null'
  const changed = await api.rest(
    `share_links?id=eq.${link.id}&version=eq.${link.version}&revoked_at=is.null${whileNotKept}&select=id`,
    {
      method: 'PATCH',
      prefer: 'return=representation',
      body: {
        version,
        ...(kept || wanted.days !== undefined ? { expires_at: terms.expiresAt } : {}),
        ...(kept || wanted.maxDownloads !== undefined ? { max_downloads: terms.maxDownloads } : {}),
        ...locked?.lock,
        ...record,
      },
    },
  )
  if (!Array.isArray(changed) || changed.length === 0)
    throw new VaultError('share_link_changed', 'This link was changed or ended meanwhile.')
}

type Kept = { secrets: LinkSecrets; handover: string }

/** What this vault keeps of a link, as it was when the link was shown. */
async function readKept(api: VaultApi, vault: OpenVault, link: OwnLink): Promise<Kept> {
  const query = `share_links?select=handover,owner_record,space_id,space_epoch&id=eq.${link.id}&version=eq.${link.version}&revoked_at=is.null`
  const [row] = stored.parse(await api.rest(query))
  if (!row) throw new VaultError('share_link_changed', 'This link was changed or ended meanwhile.')
  const secrets = await linkSecretsOf(vault, { id: link.id, version: link.version, ...row })
  if (!secrets) throw changedByServer()
  return { secrets, handover: row.handover }
}

/** What visitors are handed, which the check of the address holds to what this vault wrote. */
async function handedOver(linkId: string, { secrets, handover }: Kept): Promise<Uint8Array> {
  try {
    const plain = await openFromLink({ linkKey: secrets.linkKey, linkId, sealed: fromBase64Url(handover) })
    await requireChecked('link', secrets.address, plain)
    return plain
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw changedByServer({ cause })
  }
}

const changedByServer = (options?: ErrorOptions) =>
  new VaultError('share_link_damaged', 'The server does not hold this link as it was stored.', options)
