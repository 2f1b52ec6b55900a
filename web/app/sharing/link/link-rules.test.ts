import { describe, expect, test } from 'vitest'
import { NO_POLICIES } from '#contract/organisation/policies.ts'
import { DOWNLOADS, LINK_DAYS } from '../share-fields.ts'
import { changeRules, linkRules } from './link-rules.ts'

test('without a rule a link may have what the server allows', () => {
  expect(linkRules(NO_POLICIES)).toEqual({ days: LINK_DAYS, downloads: DOWNLOADS, needsPassword: false, says: null })
})

test('rules narrow what is offered, and are said', () => {
  const rules = linkRules({ ...NO_POLICIES, linkDays: 14, linkDownloads: 1, needsLinkPassword: true })
  expect(rules).toEqual({
    days: { min: 1, max: 14 },
    downloads: { min: 1, max: 1, isOptional: false },
    needsPassword: true,
    says: 'Rule of your organisation: a link has a password, it ends within 14 days, one download at most.',
  })
})

test('where links are not allowed, that is said instead', () => {
  expect(linkRules({ ...NO_POLICIES, allowsLinks: false, linkDays: 7 }).says).toBe(
    'Your organisation does not allow links.',
  )
})

describe('a link that was sent', () => {
  const now = new Date('2026-11-26T12:00:00Z')
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
  const link = { createdAt: inDays(-10), expiresAt: inDays(50.5), maxDownloads: 500 }
  const rules = { ...NO_POLICIES, linkDays: 30, linkDownloads: 100 }

  test('keeps what it has beyond the rules, or gets less', () => {
    expect(changeRules(rules, link, now)).toMatchObject({
      days: { max: 50 },
      downloads: { max: 500, isOptional: false },
    })
  })

  test('ends by the rules from the day it was made', () => {
    const short = { ...link, expiresAt: inDays(3), maxDownloads: 5 }
    expect(changeRules(rules, short, now)).toMatchObject({ days: { max: 20 }, downloads: { max: 100 } })
    expect(changeRules({ ...rules, linkDays: 7 }, { ...short, expiresAt: inDays(-1) }, now).days.max).toBeLessThan(1)
  })

  test('has any limit where it had none, and any end where there is no rule', () => {
    const free = changeRules(rules, { ...link, maxDownloads: null }, now)
    expect(free.downloads).toEqual(DOWNLOADS)
    expect(changeRules(NO_POLICIES, link, now)).toMatchObject({ days: LINK_DAYS, downloads: DOWNLOADS })
  })
})
