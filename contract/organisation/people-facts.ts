import type { FeatureFacts } from '../features/feature-facts.ts'

/** Facts about the list of people elsewhere. */
export const peopleFacts = {
  events: {
    'people.exported': {
      category: 'data_access',
      risk: 'medium',
      act: 'read',
      title: { en: 'List of people exported', de: 'Liste der Personen exportiert', fr: 'Liste des personnes exportée' },
    },
  },
} as const satisfies FeatureFacts
