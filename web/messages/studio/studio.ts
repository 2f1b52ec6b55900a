import { formatCount } from '#web/lib/format.ts'
import { englishWords } from '../languages/english-words.ts'
import { STUDIO_NAME } from './name.ts'

/** The frame of the studio and its overview. */
export const studio = englishWords('studio', {
  title: STUDIO_NAME,
  roomTitle: (label: string) => `${STUDIO_NAME}: ${label}`,
  tabs: 'Rooms of the studio',
  goTo: 'Go to a page or action',
  tooLong: 'The text is longer than the server takes at once. It is still here: shorten it and try again.',
  away: 'The server cannot be reached now. What you typed is still here: try again in a moment.',
  oneTooLong: (start: string, count: number, most: number) =>
    `“${start}” has ${formatCount(count)} characters; ${formatCount(most)} are taken. Nothing was cut: shorten it.`,
  tooMany: (count: number, most: number) =>
    `${formatCount(count)} entries; ${formatCount(most)} are taken. Nothing was left out: take some away.`,
  more: (next: number, left: number) => `Show ${next} more of ${left}`,
  overview: {
    title: 'Overview',
    lead: 'Tools that draft, plan and check what your organisation publishes. A file of the vault is read for it only if you pick one, and see what of it is used.',
    rooms: 'Tools',
    notHere: 'Not available in this version.',
    cards: {
      seo: { title: 'SEO Workspace', badge: 'Beta' },
      content: { title: 'Content Studio', badge: 'New' },
      social: { title: 'Social Scheduler', badge: undefined },
      sales: { title: 'Sales Kit', badge: undefined },
      workflows: { title: 'Workflow Builder', badge: 'Preview' },
      video: { title: 'Video Studio', badge: 'Coming Soon' },
    },
  },
  poweredBy: {
    title: 'Powered by open machine-learning models',
    families: 'Model families on this server',
  },
})
