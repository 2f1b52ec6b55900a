import { checksFacts } from '../checks/checks-facts.ts'
import { keywordsFacts } from '../keywords/keywords-facts.ts'
import { guestFacts } from '../organisation/guest-facts.ts'
import { peopleFacts } from '../organisation/people-facts.ts'
import { quotaFacts } from '../organisation/quota-facts.ts'
import { sourcesFacts } from '../sources/sources-facts.ts'
import { reviewsFacts } from '../reviews/reviews-facts.ts'
import type { FeatureEvent, FeatureFacts, FeatureNotice } from './feature-facts.ts'

/** Facts of features: events, titles and classes of the audit log, notices with their words and mails follow from a line here. */
const FACTS = [
  checksFacts,
  keywordsFacts,
  guestFacts,
  peopleFacts,
  quotaFacts,
  reviewsFacts,
  sourcesFacts,
] as const satisfies readonly FeatureFacts[]

type NamesOf<Facts, Part extends keyof FeatureFacts> =
  Facts extends Record<Part, infer Named> ? keyof Named & string : never
export type FeatureEventType = NamesOf<(typeof FACTS)[number], 'events'>
export type FeatureNoticeKind = NamesOf<(typeof FACTS)[number], 'notices'>

const all: readonly FeatureFacts[] = FACTS
export const FEATURE_EVENTS = Object.fromEntries(all.flatMap(({ events = {} }) => Object.entries(events))) as Readonly<
  Record<FeatureEventType, FeatureEvent>
>
export const FEATURE_NOTICES = Object.fromEntries(
  all.flatMap(({ notices = {} }) => Object.entries(notices)),
) as Readonly<Record<FeatureNoticeKind, FeatureNotice>>

/** A notice of a feature; undefined for those of the product itself, and of a newer server. */
export const featureNotice = (kind: string): FeatureNotice | undefined =>
  Object.hasOwn(FEATURE_NOTICES, kind) ? FEATURE_NOTICES[kind as FeatureNoticeKind] : undefined
/** An event of a feature. */
export const featureEvent = (type: string): FeatureEvent | undefined =>
  Object.hasOwn(FEATURE_EVENTS, type) ? FEATURE_EVENTS[type as FeatureEventType] : undefined
