import type { CheckCategory, CheckId, CheckSeverity, CheckStatus, SkipReason } from '#contract/checks/checks.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'
import { checkAdvice } from './check-advice.ts'
import { checkNames } from './check-names.ts'

const CATEGORY: Record<CheckCategory, string> = {
  navigation: 'Navigation',
  authentication: 'Authentification',
  database: 'Base de données',
  mobile: 'Mobile',
  payments: 'Paiements',
  email: 'E-mail',
  docs: 'Documentation',
  integrations: 'Intégrations',
  security: 'Sécurité',
}
const SEVERITY: Record<CheckSeverity, string> = {
  critical: 'Critique',
  high: 'Élevée',
  medium: 'Moyenne',
  low: 'Faible',
}
const STATUS: Record<CheckStatus, string> = {
  running: 'En cours',
  passed: 'Réussi',
  failed: 'Échoué',
  skipped: 'Ignoré',
}
const REASONS: Record<SkipReason, string> = {
  no_browser:
    'aucun navigateur n’a participé à cette exécution, ou sa réponse n’est pas arrivée à temps : lancez-la depuis cette page',
  local_mailbox: 'aucun serveur de messagerie n’est configuré (SMTP_URL) ; les e-mails vont dans la boîte locale',
  no_billing: 'aucun prestataire de paiement n’est configuré (BILLING)',
  live_billing: 'les paiements sont réels ici, et une commande laisserait un client derrière elle',
  no_limit: 'il n’y a pas de limite (FREE_STORAGE_BYTES)',
  no_provider: 'aucun fournisseur de connexion n’est configuré (AUTH_GOOGLE_CLIENT_ID et autres)',
  no_witness: 'aucun témoin n’est configuré (LEDGER_WITNESSES)',
  no_timestamps: 'aucun service d’horodatage n’est configuré (LEDGER_TIMESTAMP_URL)',
  no_content: 'il n’y a encore aucun fichier',
  no_backup_place: 'la base de données n’est pas gérée par ce serveur',
  no_support_address: 'il n’y a pas d’adresse d’assistance que security.txt pourrait nommer (SUPPORT_EMAIL)',
  tls_elsewhere:
    'ce serveur ne termine pas TLS lui-même : il est atteint en http, ou un proxy placé devant lui le fait',
  not_built: 'les pages ne sont pas construites',
  no_studio: 'le studio d’IA n’est pas configuré',
  out_of_time: 'l’exécution a duré trop longtemps avant d’arriver à ce contrôle',
}

export const checks: WordsOf<'checks'> = {
  title: 'Test complet',
  lead: 'Des contrôles de ce serveur réellement effectués à chaque exécution. Ce qui n’a pas pu être contrôlé est affiché à part et ne compte jamais comme réussi.',
  run: (count) => `Exécuter les ${formatCount(count)}`,
  cancel: 'Annuler l’exécution',
  cancelled: 'L’exécution a été annulée',
  export: 'Exporter',
  frame: 'Une page que le test examine',
  toasts: {
    started: 'Suite de tests lancée',
    startedText: 'Vous pouvez quitter cette page ; l’exécution continue.',
    completed: 'Suite de tests terminée',
    exported: 'Résultats exportés',
  },
  loading: 'Chargement des exécutions',
  failed: 'Impossible de charger les exécutions',
  retry: 'Réessayer',
  failedAct: 'Rien n’a été modifié',
  runsAlready: 'Le test est déjà en cours.',
  none: 'Il n’a pas encore été exécuté',
  gone: 'Cette exécution n’est plus conservée',
  goneText: 'Seules les exécutions les plus récentes sont conservées. Choisissez-en une autre ci-dessus.',
  noneText:
    'Une exécution dure jusqu’à deux minutes et ne modifie rien de vos données. La connexion peut être plus lente pendant ce temps.',
  by: {
    person: (who) => `lancé par ${who}`,
    someone: 'lancé par une personne qui est partie',
    schedule: 'lancé par la planification nocturne',
    command: 'lancé en ligne de commande',
  },
  took: (seconds) => (seconds <= 1 ? `en ${formatCount(seconds)} seconde` : `en ${formatCount(seconds)} secondes`),
  version: (version, build) => `version ${version}, compilation ${build}`,
  summary: {
    title: 'Résultat',
    passed: 'réussis',
    failed: 'échoués',
    skipped: 'ignorés, non comptés comme réussis',
    progress: (percent) => `${formatCount(percent)} % effectués`,
    bar: (passed, failed, skipped) =>
      `${formatCount(passed)} réussis, ${formatCount(failed)} échoués, ${formatCount(skipped)} ignorés`,
    cancelled: 'Cette exécution a été annulée. Elle ne dit rien de ce qu’elle n’a pas atteint.',
    before: (passed, failed, skipped) =>
      `comparée à : ${formatCount(passed)} réussis, ${formatCount(failed)} échoués, ${formatCount(skipped)} ignorés`,
  },
  categories: {
    notRun: 'pas dans cette exécution',
    run: (category) => `Exécuter seulement ${category}`,
    title: 'Catégories',
    all: 'Toutes les catégories',
    name: (category) => CATEGORY[category],
    count: (passed, all) => `${formatCount(passed)} sur ${formatCount(all)}`,
  },
  results: {
    found: (name, count) => `${name}, ${formatCount(count)}`,
    title: 'Résultats',
    show: 'Afficher',
    all: (count) => `Tous ${formatCount(count)}`,
    failed: (count) => `Échoués ${formatCount(count)}`,
    skipped: (count) => `Ignorés ${formatCount(count)}`,
    passed: (count) => `Réussis ${formatCount(count)}`,
    changed: (count) => `Modifiés ${formatCount(count)}`,
    search: 'Rechercher un contrôle',
    clear: 'Effacer la recherche',
    none: 'Aucun contrôle dans cette liste',
    columns: { id: 'N°', check: 'Contrôle', severity: 'Gravité', state: 'État', took: 'Durée' },
    was: (status) => `dans l’autre exécution : ${STATUS[status].toLowerCase()}`,
    ms: (ms) => `${formatCount(ms)} ms`,
  },
  history: {
    title: 'Exécutions',
    compare: 'Comparée à',
    nothing: 'aucune exécution des mêmes contrôles',
    only: (categories) => `${categories} seulement`,
    choose: 'Exécution affichée',
    cancelled: (found) => `${found}, annulée`,
    nightly: 'Exécuter chaque nuit',
    nightlyOn: 'Il s’exécute chaque nuit à 03:23 UTC',
    nightlyOff: 'Il ne s’exécute pas la nuit',
  },
  severity: (severity) => SEVERITY[severity],
  status: (status) => STATUS[status],
  reason: (reason) => REASONS[reason],
  advice: (advice) => checkAdvice[advice],
  name: (id: CheckId) => checkNames[id],
}
