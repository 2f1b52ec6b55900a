import type { FeatureFacts } from '../features/feature-facts.ts'

const behind = (name: string | undefined) => (name === undefined ? '' : `: ${name}`)

/** What is said of access reviews elsewhere. */
export const reviewsFacts = {
  notices: {
    access_review_due: {
      byEmail: 'on',
      group: 'systems',
      title: {
        en: 'An access review is past its day',
        de: 'Termin einer Zugriffsprüfung vorbei',
        fr: 'Date d’une revue des accès passée',
      },
      says: {
        en: (name) => `The day of an access review has passed, and not everything in it is decided${behind(name)}`,
        de: (name) =>
          `Der Termin einer Zugriffsprüfung ist vorbei, und noch nicht alles ist entschieden${behind(name)}`,
        fr: (name) =>
          `La date d’une revue des accès est passée, et tout n’y est pas décidé${name === undefined ? '' : ` : ${name}`}`,
      },
      to: '/admin/reviews',
      open: { en: 'Open access reviews', de: 'Zugriffsprüfungen öffnen', fr: 'Ouvrir les revues des accès' },
      mail: {
        subject: 'An access review is past its day',
        text: 'The day of an access review has passed that you are a reviewer of, and not everything in it is decided. Nothing was removed.',
      },
    },
  },
} as const satisfies FeatureFacts
