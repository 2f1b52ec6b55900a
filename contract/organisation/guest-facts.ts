import type { FeatureEvent, FeatureFacts } from '../features/feature-facts.ts'

const event = (risk: FeatureEvent['risk'], act: FeatureEvent['act'], title: FeatureEvent['title']) =>
  ({ category: 'config_change', risk, act, title }) as const satisfies FeatureEvent

const named = (name: string | undefined) => name ?? ''

/** Facts about guests of an organisation. */
export const guestFacts = {
  events: {
    'guest.invited': event('medium', 'created', { en: 'Guest invited', de: 'Gast eingeladen', fr: 'Invité convié' }),
    'guest.made': event('medium', 'updated', {
      en: 'Member made a guest',
      de: 'Mitglied zum Gast gemacht',
      fr: 'Membre devenu invité',
    }),
    'guest.extended': event('medium', 'updated', {
      en: 'End of a guest moved',
      de: 'Ende eines Gasts verschoben',
      fr: 'Fin d’un invité déplacée',
    }),
    'guest.admitted': event('high', 'updated', {
      en: 'Guest made a member',
      de: 'Gast zum Mitglied gemacht',
      fr: 'Invité devenu membre',
    }),
    'guest.ended': event('medium', 'updated', {
      en: 'Time of a guest ended',
      de: 'Zeit eines Gasts abgelaufen',
      fr: 'Séjour d’un invité terminé',
    }),
  },
  notices: {
    guest_ending: {
      byEmail: 'on',
      group: 'account',
      title: {
        en: 'The time of a guest ends',
        de: 'Die Zeit eines Gasts endet',
        fr: 'Le séjour d’un invité se termine',
      },
      says: {
        en: (name) => `The time of a guest ends within a week: ${named(name)}`,
        de: (name) => `Die Zeit eines Gasts endet innerhalb einer Woche: ${named(name)}`,
        fr: (name) => `Le séjour d’un invité se termine dans la semaine : ${named(name)}`,
      },
      to: '/dashboard/team',
      open: { en: 'Open the team', de: 'Team öffnen', fr: 'Ouvrir l’équipe' },
      mail: {
        subject: 'The time of a guest ends within a week',
        text: 'The time of a guest of your organisation ends within a week. The account is suspended then. Who manages people can move the day.',
      },
    },
  },
} as const satisfies FeatureFacts
