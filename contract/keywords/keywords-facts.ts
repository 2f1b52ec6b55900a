import type { FeatureFacts } from '../features/feature-facts.ts'

/** What is said of keyword projects elsewhere. */
export const keywordsFacts = {
  events: {
    'keywords.project_added': {
      category: 'config_change',
      risk: 'low',
      act: 'created',
      title: { en: 'Keyword analysis started', de: 'Keyword-Analyse gestartet', fr: 'Analyse de mots-clés lancée' },
    },
    'keywords.project_deleted': {
      category: 'config_change',
      risk: 'low',
      act: 'deleted',
      title: { en: 'Keyword project deleted', de: 'Keyword-Projekt gelöscht', fr: 'Projet de mots-clés supprimé' },
    },
    'keywords.exported': {
      category: 'data_access',
      risk: 'low',
      act: 'read',
      title: { en: 'Keywords exported', de: 'Keywords exportiert', fr: 'Mots-clés exportés' },
    },
  },
} as const satisfies FeatureFacts
export type KeywordEventType = keyof typeof keywordsFacts.events
