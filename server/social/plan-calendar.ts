import { BRIEF_LABEL } from '#contract/studio/content.ts'
import type { Platform } from '#contract/studio/platforms.ts'
import type { CalendarRequest } from './calendar-request.ts'

/** A post that is planned. */
export type PlannedPost = {
  /** YYYY-MM-DD */
  date: string
  /** HH:MM, in the zone of who publishes. */
  slot: string
  platform: Platform
  /** The topic that it is about. */
  pillar: string
  /** What kind of post it is for its platform. */
  content_type: string
  angle: string
  hashtags: string[]
  cta: string
  visual_suggestion: string
  /** What is to be written. */
  prompt: string
}

type Format = { name: string; visual: string }
const format = (name: string, visual: string): Format => ({ name, visual })

const FORMATS: Readonly<Record<Platform, readonly Format[]>> = {
  LinkedIn: [
    format('Text post', 'No picture, or a photo of the people it is about'),
    format('Document carousel', 'Six to eight pages, one thought on each, large letters'),
    format('Image post', 'One chart or screenshot with one mark on what matters'),
    format('Poll', 'No picture; four short answers'),
  ],
  Twitter: [
    format('Single post', 'No picture'),
    format('Thread', 'A picture in the first post only'),
    format('Image post', 'One picture that can be read on a phone'),
  ],
  YouTube: [
    format('Short', 'Upright, the point in the first two seconds, captions'),
    format('Video', 'Thumbnail with a face and four words at most'),
    format('Community post', 'One picture or a poll'),
  ],
  Facebook: [
    format('Image post', 'A photo from the everyday work'),
    format('Short video', 'Square, with captions'),
    format('Link post', 'The preview picture of the page'),
  ],
  Instagram: [
    format('Carousel', 'Five to seven squares in one style, the last one with the call to action'),
    format('Reel', 'Upright, under 30 seconds, captions'),
    format('Image post', 'One photo with little text'),
  ],
  TikTok: [
    format('Short video', 'Upright, the point in the first two seconds, captions'),
    format('Answer to a comment', 'The comment in the picture, one person who answers'),
  ],
}

/** Where a calendar begins; nobody measured them for these readers. */
const SLOTS: Readonly<Record<Platform, string>> = {
  LinkedIn: '09:00',
  Twitter: '12:00',
  YouTube: '17:00',
  Facebook: '13:00',
  Instagram: '18:00',
  TikTok: '19:00',
}

type Angle = { name: string; task: (topic: string) => string; cta: string; tag: string }
const ANGLES: readonly Angle[] = [
  {
    name: 'how-to',
    task: (topic) => `show one step of ${topic} that the reader can do today`,
    cta: 'Save this for later',
    tag: 'HowTo',
  },
  {
    name: 'mistake',
    task: (topic) => `name one common mistake with ${topic}, and what to do in its place`,
    cta: 'Tell us which one you made',
    tag: 'Lessons',
  },
  {
    name: 'question',
    task: (topic) => `answer one question that customers ask about ${topic}`,
    cta: 'Ask yours in the comments',
    tag: 'Questions',
  },
  {
    name: 'behind the scenes',
    task: (topic) => `show how your own team works on ${topic}`,
    cta: 'Follow along',
    tag: 'BehindTheScenes',
  },
  {
    name: 'checklist',
    task: (topic) => `give a list of three to five points to check for ${topic}`,
    cta: 'Share it with your team',
    tag: 'Checklist',
  },
  {
    name: 'myth',
    task: (topic) => `take one thing that people believe about ${topic}, and say what is true, with a source`,
    cta: 'What have you heard?',
    tag: 'Facts',
  },
  {
    name: 'comparison',
    task: (topic) => `compare two ways to do ${topic}, fairly, and say for whom each is right`,
    cta: 'Which one do you use?',
    tag: 'Comparison',
  },
  {
    name: 'story',
    task: (topic) => `tell what one customer did with ${topic}, with their consent`,
    cta: 'Read the whole story',
    tag: 'Story',
  },
]

/** One post for each day of the month: dates, slots, pillars, formats and prompts in turn, so that no two are the same. */
export function planCalendar(
  { topics, month, platforms, brand_voice: voice }: CalendarRequest,
  limits: Readonly<Record<Platform, number>>,
): PlannedPost[] {
  const taken = new Map<string, string>()
  return daysOf(month).map((date, day) => {
    const platform = platforms[day % platforms.length]!
    const pillar = topics[day % topics.length]!
    const {
      format: chosen,
      angle,
      before,
    } = choose(platform, pillar, { day, round: Math.floor(day / platforms.length), taken, date })
    return {
      date,
      slot: SLOTS[platform],
      platform,
      pillar,
      content_type: chosen.name,
      angle: angle.name,
      hashtags: [...new Set([hashtagOf(pillar), `#${angle.tag}`])].filter((tag) => tag.length > 1),
      cta: angle.cta,
      visual_suggestion: chosen.visual,
      prompt: [
        `Write a ${chosen.name.toLowerCase()} for ${platform}: ${angle.task(pillar)}.`,
        ...(before === undefined ? [] : [`Take another example than on ${before}.`]),
        `At most ${limits[platform]} characters with the hashtags.`,
        ...(voice === '' ? [] : [`Voice: ${voice}.`]),
      ].join(' '),
    }
  })
}

/** What is in the place of the copy where no model writes it. */
export const promptText = ({ prompt }: Pick<PlannedPost, 'prompt'>): string => `${BRIEF_LABEL}. ${prompt}`

type Turn = { day: number; round: number; taken: Map<string, string>; date: string }

/** The next angle and format that were not together yet. @returns `before`: where all were, the day of the last time */
function choose(
  platform: Platform,
  pillar: string,
  { day, round, taken, date }: Turn,
): { format: Format; angle: Angle; before: string | undefined } {
  const formats = FORMATS[platform]
  const pairs = Array.from({ length: ANGLES.length * formats.length }, (_, step) => ({
    format: formats[(round + Math.floor(step / ANGLES.length)) % formats.length]!,
    angle: ANGLES[(day + step) % ANGLES.length]!,
  }))
  const keyOf = ({ format: { name }, angle }: (typeof pairs)[number]) => [platform, pillar, name, angle.name].join('\n')
  const pair = pairs.find((one) => !taken.has(keyOf(one))) ?? pairs[0]!
  const before = taken.get(keyOf(pair))
  taken.set(keyOf(pair), date)
  return { ...pair, before }
}

function daysOf(month: string): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: count }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`)
}

/** `#PostQuantum` of "post-quantum". */
export function hashtagOf(text: string): string {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const joined = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
  return joined === '' ? '' : `#${joined.slice(0, 50)}`
}
