import type { FeatureFacts } from '../features/feature-facts.ts'

/** Facts about sources of texts. */
export const sourcesFacts = {
  events: {
    'sources.added': {
      category: 'config_change',
      risk: 'low',
      act: 'created',
      title: { en: 'Source of texts added', de: 'Textquelle hinzugefügt', fr: 'Source de textes ajoutée' },
    },
    'sources.added_from_vault': {
      category: 'data_access',
      risk: 'medium',
      act: 'created',
      title: {
        en: 'Text of a vault file given to the studio',
        de: 'Text einer Datei aus dem Tresor an das Studio gegeben',
        fr: 'Texte d’un fichier du coffre donné au studio',
      },
    },
    'sources.deleted': {
      category: 'config_change',
      risk: 'low',
      act: 'deleted',
      title: { en: 'Source of texts deleted', de: 'Textquelle gelöscht', fr: 'Source de textes supprimée' },
    },
  },
} as const satisfies FeatureFacts
export type SourceEventType = keyof typeof sourcesFacts.events
