import type { FeatureFacts } from '../features/feature-facts.ts'

/** Facts about limits that an organisation sets for single people. */
export const quotaFacts = {
  events: {
    'member_quota.changed': {
      category: 'config_change',
      risk: 'medium',
      act: 'updated',
      title: {
        en: 'Storage limit of a person changed',
        de: 'Speichergrenze einer Person geändert',
        fr: 'Limite de stockage d’une personne modifiée',
      },
    },
  },
} as const satisfies FeatureFacts
