import type { FeatureFacts } from '../features/feature-facts.ts'

/** Facts about limits that an organisation sets for single people, and the operator for organisations. */
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
    'tenant.limits_changed': {
      category: 'config_change',
      risk: 'medium',
      act: 'updated',
      title: {
        en: 'Limits of the organisation changed',
        de: 'Grenzen der Organisation geändert',
        fr: 'Limites de l’organisation modifiées',
      },
    },
  },
} as const satisfies FeatureFacts
