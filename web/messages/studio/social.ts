import { formatCount } from '#web/lib/format.ts'
import { englishWords } from '../languages/english-words.ts'

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
/** `2028-02` as `February 2028`. */
const monthName = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`))
const postCount = (posts: number): string => (posts === 1 ? '1 post' : `${formatCount(posts)} posts`)

/** The Social tab of the studio. */
export const social = englishWords('studio', {
  label: 'Social',
  title: 'Social Media Calendar Generator',
  description: 'Plans a month of posts, with copy by your language model, or with prompts to write it from.',
  failed: 'The calendars could not be read',
  retry: 'Try again',
  loading: 'Reading calendars',
  error: 'Error',
  topicsMissing: 'Please enter some topics',
  platformMissing: 'Please select at least one platform',
  failedAct: 'Failed to generate social calendar. Please try again.',
  generated: 'Calendar Generated',
  generatedText: (count: number) => `Created ${count} social media posts`,
  noModel: 'No language model: brief',
  noModelText: 'Each day has a prompt in the place of copy. Connect a model to have posts written.',
  connect: 'Connect a model',
  writtenBy: (model: string) => `Written by ${model}`,
  readFirst: 'Read each post before you publish it. The label stays with the calendar.',
  input: 'Input',
  fields: {
    topics: 'Topics',
    topicsHint: 'Separated by commas',
    month: 'Month',
    platforms: 'Platforms',
    voice: 'Brand Voice',
  },
  platforms: {
    LinkedIn: 'LinkedIn',
    Twitter: 'Twitter',
    YouTube: 'YouTube',
    Facebook: 'Facebook',
    Instagram: 'Instagram',
    TikTok: 'TikTok',
  },
  generate: 'Generate 30-Day Calendar',
  making: (written: number, total: number) => `${written} of ${total} days`,
  planning: 'Planning the month',
  stop: 'Stop',
  stopped: 'Stopped',
  stoppedText: (written: number) =>
    written === 0
      ? 'No calendar was kept.'
      : `${written === 1 ? '1 post is' : `${written} posts are`} kept; the other days have what is to be written.`,
  brokeOff: (reason: string, missing: number) =>
    `${reason}. What was written is kept; ${missing === 1 ? 'one post is' : `${missing} posts are`} missing.`,
  missing: (count: number) =>
    count === 1 ? 'One post has only what is to be written.' : `${count} posts have only what is to be written.`,
  continue: 'Continue',
  continueText: 'Only these are asked for; all others stay as they are.',
  posts: 'Posts',
  none: 'No calendar yet',
  noneText: 'Enter topics, choose platforms, and generate a month.',
  calendars: 'Calendars',
  month: monthName,
  ofMonth: (month: string, posts: number, published: number) =>
    `${monthName(month)}: ${postCount(posts)}, ${formatCount(published)} published`,
  /** Writes a day and a time as `Thu 3 Feb, 09:00`. */
  at: (day: string, time: string) => `${DAY.format(new Date(`${day}T00:00:00Z`))}, ${time}`,
  columns: { day: 'Day', platform: 'Platform', content: 'Content', state: 'State' },
  open: (day: string, platform: string) => `Open the post for ${platform} on ${day}`,
  view: { label: 'How posts are shown', calendar: 'Calendar', list: 'List' },
  calendar: {
    label: (month: string) => `Posts of ${month} by day`,
    hint: 'Drag a post to another day, or press Alt and an arrow on it.',
    elsewhere: (count: number) =>
      count === 1
        ? 'One post is in another month: it is in the list.'
        : `${count} posts are in other months: they are in the list.`,
    moved: (day: string) => `Moved to ${day}`,
    changed: 'Somebody else has changed this post. Their state is shown now.',
    failed: 'The post could not be moved',
  },
  published: 'Published',
  planned: 'Planned',
  toWrite: 'To write',
  filterPlatform: 'Show platform',
  allPlatforms: 'All platforms',
  csv: 'Download CSV',
  ics: 'Download calendar file',
  record: 'Download record',
  exportFailed: 'The file could not be made',
  post: 'Post',
  edit: {
    date: 'Day',
    time: 'Time',
    content: 'Content',
    hashtags: 'Hashtags',
    hashtagsHint: 'Separated by spaces',
    cta: 'Call to action',
    visual: 'Visual suggestion',
    isPublished: 'It is published',
    characters: (count: number, limit: number) => `${formatCount(count)} of ${formatCount(limit)} characters`,
    tooLong: (count: number, limit: number) =>
      `${formatCount(count)} characters; this platform takes ${formatCount(limit)}`,
    save: 'Save post',
    saved: 'Post saved',
    failed: 'The post could not be saved',
    changed: 'Somebody else has changed this post. What you typed is still here.',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
  },
  preview: {
    title: 'Preview',
    platform: 'As it is published on',
    option: (platform: string, cut: number) => (cut === 0 ? platform : `${platform}: cuts off ${formatCount(cut)}`),
    whole: (count: number, limit: number) => `It fits: ${formatCount(count)} of ${formatCount(limit)} characters.`,
    cut: (count: number, limit: number, cut: number) =>
      `${formatCount(count)} characters, and ${formatCount(limit)} are taken: the last ${formatCount(cut)} are cut off.`,
    rest: 'Cut off:',
    empty: 'Nothing is written yet.',
  },
  limits: {
    title: 'Limits of platforms',
    lead: 'Hashtags count too. Posts of a model are shortened to these, and longer ones are not saved.',
    platform: 'Platform',
    characters: 'Characters',
    counting: 'How they count',
    weighed: (address: number) => `Addresses count ${address}, emoji, Chinese, Japanese and Korean letters 2, others 1`,
    each: 'Each letter counts 1',
    change: 'Change limits',
    ownLead: 'Characters that posts of your organisation may have. Leave a field empty for what is usual.',
    usual: (usual: string) => `Usually ${usual}`,
    range: 'A number from 50 to 100,000, or nothing.',
    save: 'Save limits',
    saved: 'Limits saved',
    failed: 'The limits could not be saved',
    own: (usual: string) => `set by your organisation; usually ${usual}`,
    hashtags: (count: number, characters: number) => `At most ${count} hashtags of ${characters} characters each.`,
  },
  delete: 'Delete calendar',
  deleteTitle: 'Delete this calendar?',
  deleteText: 'All of its posts are deleted. This cannot be undone.',
  deleted: 'Calendar deleted',
  cancel: 'Cancel',
})
