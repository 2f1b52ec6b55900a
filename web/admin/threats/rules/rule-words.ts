import { LIMITS } from '#contract/limits.ts'
import {
  EXPORTERS,
  NO_POLICIES,
  NOTICE_HOURS,
  type OrganisationPolicies,
  SIGN_IN_WAYS,
  type SignInWays,
} from '#contract/organisation/policies.ts'
import type { PolicyCounts } from '#web/lib/remote/vault-client.ts'
import { dateLocale } from '#web/lib/format.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { startOfDay } from '#web/parts/list/filters.ts'

const text = policies.rules
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What the person changed and has not saved yet. */
export type Draft = Partial<OrganisationPolicies>
export type RulesProps = { rules: OrganisationPolicies; onChange: (change: Draft) => void }
export type RuleName = keyof OrganisationPolicies
export type NumberRule = 'leastPassword' | 'idleHours' | 'sessionDays' | 'linkDays' | 'linkDownloads' | 'guestDays'

/** What is offered; another number that somebody set by other means is offered too. */
const OFFERED: Record<NumberRule, readonly number[]> = {
  leastPassword: [10, 12, 14, 16, 20, 24, 32, 64],
  idleHours: [2, 4, 8, 12, 24, 72, 168],
  sessionDays: [1, 7, 14, 30, 90],
  linkDays: [1, 7, 14, 30, 60],
  linkDownloads: [1, 5, 10, 50, 100, 1000],
  guestDays: [7, 30, 90, 180, 365],
}

const IN_WORDS: Record<NumberRule, (value: number) => string> = {
  leastPassword: (value) => text.characters(value),
  idleHours: (value) => text.hours(value),
  sessionDays: (value) => text.days(value),
  linkDays: (value) => text.days(value),
  linkDownloads: (value) => text.downloads(value),
  guestDays: (value) => text.days(value),
}

/** Without a rule: what the server has for everybody. */
const USUAL: Record<NumberRule, () => string> = {
  leastPassword: () => text.usual(text.characters(LIMITS.passwordCharacters.min)),
  idleHours: () => text.usual(text.days(LIMITS.sessionDays.idle)),
  sessionDays: () => text.usual(text.days(LIMITS.sessionDays.all)),
  linkDays: () => text.usual(text.days(LIMITS.linkDays)),
  linkDownloads: () => text.noLimit,
  guestDays: () => text.noGuests,
}

const LABELS: Record<RuleName, () => string> = {
  secondFactorFrom: () => text.factor,
  signInBy: () => text.ways,
  signInFrom: () => text.waysFrom,
  leastPassword: () => text.password,
  idleHours: () => text.idle,
  sessionDays: () => text.longest,
  allowsLinks: () => text.allowsLinks,
  needsLinkPassword: () => text.needsPassword,
  linkDays: () => text.linkDays,
  linkDownloads: () => text.linkDownloads,
  allowsRequests: () => text.allowsRequests,
  allowsGuestLinks: () => text.guestLinks,
  guestDays: () => text.guestDays,
  exportsBy: () => text.exportsBy,
}
const RULES: readonly RuleName[] = [
  'secondFactorFrom',
  'signInBy',
  'signInFrom',
  'leastPassword',
  'idleHours',
  'sessionDays',
  'allowsLinks',
  'needsLinkPassword',
  'linkDays',
  'linkDownloads',
  'allowsGuestLinks',
  'allowsRequests',
  'guestDays',
  'exportsBy',
]

export const ruleLabel = (rule: RuleName): string => LABELS[rule]()

/** Choices of a number, with what holds without one first. */
export function choicesOf(rule: NumberRule, value: number | null): (readonly [string, string])[] {
  const offered = value === null || OFFERED[rule].includes(value) ? OFFERED[rule] : [...OFFERED[rule], value]
  const numbers = offered.toSorted((a, b) => a - b).map((one) => [String(one), IN_WORDS[rule](one)] as const)
  return [['', USUAL[rule]()], ...numbers]
}

/** What a rule says, in a few words. */
export function ruleValue(rule: RuleName, rules: OrganisationPolicies): string {
  if (rule === 'signInBy') return rules.signInBy === null ? text.everyWay : text.waysOf[rules.signInBy]
  if (rule === 'signInFrom') return rules.signInFrom === null ? text.off : dayInWords(rules.signInFrom)
  if (rule === 'exportsBy') return text.exporters[rules.exportsBy]
  const value = rules[rule]
  if (typeof value === 'boolean') return value ? text.on : text.off
  if (typeof value === 'string') return `${text.factorFrom} ${dayInWords(value)}`
  if (rule === 'secondFactorFrom') return text.off
  if (!isNumberRule(rule)) return ''
  return value === null ? USUAL[rule]() : IN_WORDS[rule](value)
}

const isNumberRule = (rule: RuleName): rule is NumberRule => rule in OFFERED

/** What would change, in the order of the page. */
export function changesOf(before: OrganisationPolicies, after: OrganisationPolicies): string[] {
  return RULES.filter((rule) => before[rule] !== after[rule]).map((rule) =>
    text.change(ruleLabel(rule), ruleValue(rule, before), ruleValue(rule, after)),
  )
}

/** Only what differs: what somebody else changed meanwhile stays theirs. */
export function wantedOf(
  before: OrganisationPolicies,
  draft: Partial<OrganisationPolicies>,
): Partial<OrganisationPolicies> {
  const entries = Object.entries(draft).filter(
    ([rule, value]) => value !== Object.entries(before).find(([one]) => one === rule)?.[1],
  )
  return Object.fromEntries(entries)
}

export const dayInWords = (at: string): string => new Date(at).toLocaleDateString(dateLocale(), { dateStyle: 'long' })

/** A day as `2026-11-21`, by the clock of this browser. */
export function dayOfField(at: string | null): string {
  if (at === null) return ''
  const day = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** Choices of who exports. */
export const exportersOffered = (): (readonly [string, string])[] => EXPORTERS.map((one) => [one, text.exporters[one]])

/** Choices of ways to sign in. */
export const waysOffered = (): (readonly [string, string])[] => [
  ['', text.everyWay],
  ...SIGN_IN_WAYS.map((ways) => [ways, text.waysOf[ways]] as const),
]

type Ways = Pick<OrganisationPolicies, 'signInBy' | 'signInFrom'>

/**
 * Other ways to sign in, with their day: those that are saved keep theirs, and so does a way more; all else is told to everybody before it counts.
 * @param saved what holds now. @param rules the same with what the person changed.
 */
export function waysChosen(chosen: string, { saved, rules }: { saved: Ways; rules: Ways }, now: Date): Draft {
  const ways: SignInWays | undefined = SIGN_IN_WAYS.find((one) => one === chosen)
  if (ways === undefined) return { signInBy: null, signInFrom: null }
  const keepsDay = ways === saved.signInBy || (ways === 'either' && saved.signInBy !== null)
  const { signInFrom: day } = rules
  const typed = day === null || day === saved.signInFrom || isTooSoon(day, now) ? null : day
  return { signInBy: ways, signInFrom: keepsDay ? saved.signInFrom : (typed ?? proposedDay(now)) }
}

/** Whether a rule that counts today would stop until another day comes. */
export const suspends = (saved: Ways, { signInFrom }: Ways, now: Date): boolean =>
  saved.signInFrom !== null &&
  Date.parse(saved.signInFrom) <= now.getTime() &&
  signInFrom !== null &&
  Date.parse(signInFrom) > now.getTime()

/** Counts people without a second factor, in words. Where identity providers alone open the vault a passkey is none. */
export const factorHint = (counts: PolicyCounts, isProviderAlone: boolean): string =>
  isProviderAlone
    ? text.factorHintApp(counts.withoutApp, counts.people)
    : text.factorHint(counts.withoutFactor, counts.people)

/** Whether the server would refuse what changed: it counts from a day ahead at the earliest. */
export function areTooSoon(before: OrganisationPolicies, after: OrganisationPolicies, now: Date): TooSoon {
  const isSoon = (rule: 'secondFactorFrom' | 'signInFrom') => {
    const { [rule]: from } = after
    return from !== null && from !== before[rule] && isTooSoon(from, now)
  }
  return { factor: isSoon('secondFactorFrom'), ways: isSoon('signInFrom') }
}
export type TooSoon = { factor: boolean; ways: boolean }

/** Whether the server would refuse it: a second factor counts from a day ahead at the earliest. */
export const isTooSoon = (at: string, now: Date): boolean => Date.parse(at) < now.getTime() + NOTICE_HOURS * HOUR_MS

/** Two weeks, which is time enough to tell everybody. */
export const proposedDay = (now: Date): string =>
  startOfDay(dayOfField(new Date(now.getTime() + 14 * DAY_MS).toISOString())) ?? NO_POLICIES.secondFactorFrom ?? ''
