import type { FeatureFacts } from '../features/feature-facts.ts'

const behind = (name: string | undefined) => (name === undefined ? '' : `: ${name}`)

/** Facts about the comprehensive test that other rooms say. */
export const checksFacts = {
  notices: {
    tests_completed: {
      byEmail: 'on',
      group: 'systems',
      title: {
        en: 'A comprehensive test of yours has ended',
        de: 'Ihr umfassender Test ist beendet',
        fr: 'Votre test complet est terminé',
      },
      says: {
        en: (name) => `Your comprehensive test has ended. Checks that passed${behind(name)}`,
        de: (name) => `Ihr umfassender Test ist beendet. Bestandene Prüfungen${behind(name)}`,
        fr: (name) => `Votre test complet est terminé. Contrôles réussis${name === undefined ? '' : ` : ${name}`}`,
      },
      to: '/admin/comprehensive-test',
      open: { en: 'Open results', de: 'Ergebnisse öffnen', fr: 'Ouvrir les résultats' },
      mail: {
        subject: 'Your comprehensive test has ended',
        text: 'The comprehensive test that you started has ended, and no page of yours showed its end. The page has what passed, failed and was skipped.',
      },
    },
  },
} as const satisfies FeatureFacts
