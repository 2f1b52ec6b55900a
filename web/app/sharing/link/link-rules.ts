import type { OwnLink } from '#web/lib/remote/vault-client.ts'
import type { OrganisationPolicies } from '#contract/organisation/policies.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { DOWNLOADS, LINK_DAYS, type Range } from '../share-fields.ts'

const text = policies.links

/** What a link may have, and what the organisation says about it; null where it says nothing. */
export type LinkRules = { days: Range; downloads: Range; needsPassword: boolean; says: string | null }

export function linkRules({
  allowsLinks,
  linkDays,
  linkDownloads,
  needsLinkPassword,
}: OrganisationPolicies): LinkRules {
  const parts = [
    ...(needsLinkPassword ? [text.password] : []),
    ...(linkDays === null ? [] : [text.days(linkDays)]),
    ...(linkDownloads === null ? [] : [text.downloads(linkDownloads)]),
  ]
  return {
    days: linkDays === null ? LINK_DAYS : { ...LINK_DAYS, max: linkDays },
    downloads: linkDownloads === null ? DOWNLOADS : { ...DOWNLOADS, max: linkDownloads, isOptional: false },
    needsPassword: needsLinkPassword,
    says: allowsLinks ? (parts.length === 0 ? null : text.rule(parts)) : text.none,
  }
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * What a link that was sent may be changed to, in days from `now`: what the rules allow, counted from the day it was made, or what it has. With
 * `days.max` below 1 it cannot end later.
 */
export function changeRules(
  policies: OrganisationPolicies,
  link: Pick<OwnLink, 'createdAt' | 'expiresAt' | 'maxDownloads'>,
  now: Date,
): LinkRules {
  const rules = linkRules(policies)
  const { linkDays } = policies
  // An hour more, as the server has it for clocks that differ.
  const lastMs = linkDays === null ? null : Date.parse(link.createdAt) + linkDays * DAY_MS + HOUR_MS
  const daysUntil = (ms: number) => Math.floor((ms - now.getTime()) / DAY_MS)
  const { maxDownloads } = link
  return {
    ...rules,
    days:
      lastMs === null
        ? rules.days
        : { ...rules.days, max: Math.max(daysUntil(lastMs), daysUntil(Date.parse(link.expiresAt))) },
    downloads:
      maxDownloads === null ? DOWNLOADS : { ...rules.downloads, max: Math.max(rules.downloads.max, maxDownloads) },
  }
}
