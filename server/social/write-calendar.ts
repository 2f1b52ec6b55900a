import { z } from 'zod'
import { charactersOf, type Platform, postText, SOCIAL_LIMITS } from '#contract/studio/platforms.ts'
import type { Caller } from '../db/database.ts'
import { ForeignText } from '../ai/foreign-text.ts'
import type { TextModels } from '../ai/text-models.ts'
import { hashtagOf, type PlannedPost, promptText } from './plan-calendar.ts'

/** A post of a calendar. */
export type CalendarPost = Omit<PlannedPost, 'prompt' | 'angle'> & {
  content: string
  /** Whether `content` may be published; otherwise it says what is to be written. */
  is_copy: boolean
}

type Writing = {
  models: TextModels
  caller: Caller
  /** Voice of the brand; empty: none is given. */
  voice: string
  plan: readonly PlannedPost[]
  limits: Readonly<Record<Platform, number>>
  /** Posts that are there already: none is written again. */
  said: readonly string[]
  signal: AbortSignal
}

const DAYS = 7

const week = z.object({
  posts: z.array(
    z.object({
      number: z.number().int(),
      content: z.string().max(SOCIAL_LIMITS.contentCharacters),
      hashtags: z.array(z.string().max(SOCIAL_LIMITS.hashtagCharacters)).max(8),
      cta: z.string().max(200),
      visual_suggestion: z.string().max(500),
    }),
  ),
})
type Written = z.output<typeof week>['posts'][number]

/** Without a model: the plan, with a prompt in the place of each copy. */
export const unwritten = (plan: readonly PlannedPost[]): CalendarPost[] => plan.map(withPrompt)

const withPrompt = ({ prompt, angle: _angle, ...post }: PlannedPost): CalendarPost => ({
  ...post,
  content: promptText({ prompt }),
  is_copy: false,
})

/**
 * Has a model write the copy, one answer a week. What the platform does not take is shortened; a post that was left out, or says what another one
 * says, keeps its prompt.
 * @throws {ModelError}
 */
export async function* writeWeeks(writing: Writing): AsyncGenerator<CalendarPost[]> {
  const { plan, limits } = writing
  const said = new Set(writing.said.map(sameText))
  for (const planned of weeksOf(plan)) {
    const written = await writeWeek(writing, planned)
    yield planned.map((post, at) => {
      const copy = written.get(at + 1)
      const made = copy && fitted(post, copy, limits[post.platform])
      if (!made || said.has(sameText(made.content))) return withPrompt(post)
      said.add(sameText(made.content))
      return made
    })
  }
}

async function writeWeek(
  { models, caller, voice, signal }: Writing,
  planned: readonly PlannedPost[],
): Promise<Map<number, Written>> {
  const { posts } = await models.makeObject({ caller, ...weekPrompt(planned, voice), schema: week, signal })
  return new Map(posts.map((post) => [post.number, post]))
}

type Prompt = { endpoint: string; system: string; prompt: string }

function weekPrompt(planned: readonly PlannedPost[], voice: string): Prompt {
  const foreign = new ForeignText()
  const list = planned.map(({ date, prompt }, at) => `${at + 1}. (${date}) ${prompt}`).join('\n')
  const sound = voice === '' ? '' : `\n\n${foreign.block('voice of the brand', voice)}`
  return {
    endpoint: 'social.week',
    system: `You write posts for social media. Each has its number, the finished text without hashtags, two to four hashtags, a call to action and a
suggestion for the picture. No two posts say the same. Invent no numbers, names, quotes or sources. ${foreign.rule}`,
    prompt: `${foreign.block('posts to write', list)}${sound}\n\nWrite all ${planned.length} posts.`,
  }
}

/** Texts that a model is asked with for a whole calendar, before anything is taken out of them: one for each week, in their order. */
export const weekPrompts = (plan: readonly PlannedPost[], voice: string): Prompt[] =>
  weeksOf(plan).map((planned) => weekPrompt(planned, voice))

const weeksOf = <Post>(plan: readonly Post[]): Post[][] =>
  Array.from({ length: Math.ceil(plan.length / DAYS) }, (_, at) => plan.slice(at * DAYS, (at + 1) * DAYS))

/** A copy as its platform takes it; undefined where nothing is left. */
function fitted(
  { prompt: _prompt, angle: _angle, ...post }: PlannedPost,
  copy: Written,
  limit: number,
): CalendarPost | undefined {
  const tags = copy.hashtags.map((tag) => hashtagOf(tag)).filter((tag) => tag !== '')
  let hashtags = [...new Set(tags.length > 0 ? tags : post.hashtags)].slice(0, 8)
  const text = copy.content.replaceAll(/\r\n?/g, '\n').trim()
  const room = (all: readonly string[]) => limit - charactersOf(post.platform, postText('', all))
  while (hashtags.length > 0 && room(hashtags) < limit / 2) hashtags = hashtags.slice(0, -1)
  const content = shortened(post.platform, text, room(hashtags))
  if (content === '') return undefined
  return {
    ...post,
    content,
    hashtags,
    cta: copy.cta.trim() || post.cta,
    visual_suggestion: copy.visual_suggestion.trim() || post.visual_suggestion,
    is_copy: true,
  }
}

/** A text that its platform takes: whole sentences where they fit, otherwise whole words. */
function shortened(platform: Platform, text: string, room: number): string {
  if (charactersOf(platform, text) <= room) return text
  const sentences = text.split(/(?<=[.!?])\s+/)
  while (sentences.length > 1) {
    sentences.pop()
    const kept = sentences.join(' ')
    if (charactersOf(platform, kept) <= room) return kept
  }
  const words = (sentences[0] ?? '').split(/\s+/)
  while (words.length > 1) {
    words.pop()
    const kept = `${words.join(' ')}…`
    if (charactersOf(platform, kept) <= room) return kept
  }
  return ''
}

const sameText = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
