import { z } from 'zod'
import { PLATFORMS, SOCIAL_LIMITS } from '#contract/studio/platforms.ts'
import { line } from '../ai/ai-requests.ts'

const NO_TOPICS = 'Please enter some topics'
const NO_PLATFORM = 'Please select at least one platform'

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')

/** What is to be planned. */
export const calendarRequest = z.object({
  topics: z
    .array(line(SOCIAL_LIMITS.topicCharacters), NO_TOPICS)
    .max(SOCIAL_LIMITS.topics)
    .transform((topics) => [...new Set(topics.filter((topic) => topic !== ''))])
    .refine((topics) => topics.length > 0, NO_TOPICS),
  month,
  platforms: z
    .array(z.enum(PLATFORMS), NO_PLATFORM)
    .min(1, NO_PLATFORM)
    .max(PLATFORMS.length)
    .transform((platforms) => [...new Set(platforms)]),
  brand_voice: line(SOCIAL_LIMITS.voiceCharacters).default(''),
})
export type CalendarRequest = z.output<typeof calendarRequest>
