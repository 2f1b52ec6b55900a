import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

const RULE: Record<Parameters<WordsOf<'seo'>['ruleTitle']>[0], { title: string; advice: string }> = {
  page_fails: {
    title: 'Une page ne répond pas',
    advice: 'Elle figure dans le plan du site mais répond avec ce statut. Consultez le journal du serveur.',
  },
  dead_link: {
    title: 'Un lien ne mène nulle part',
    advice: 'Corrigez le lien sur cette page, ou ajoutez une redirection pour l’ancienne adresse.',
  },
  no_title: {
    title: 'Aucun titre',
    advice: 'Donnez un titre à la page : c’est l’accroche d’un résultat de recherche.',
  },
  no_index: {
    title: 'Listée, mais interdite aux moteurs de recherche',
    advice: 'Retirez la page du plan du site, ou supprimez son noindex.',
  },
  bad_structured_data: {
    title: 'Données structurées illisibles',
    advice: 'Corrigez le JSON : sinon les moteurs de recherche l’ignorent entièrement.',
  },
  redirected_link: {
    title: 'Un lien passe par une redirection',
    advice: 'Pointez vers la nouvelle adresse ; chaque détour fait perdre du temps.',
  },
  same_title: {
    title: 'Le titre d’une autre page',
    advice: 'Dites dans chaque titre ce que seule cette page contient.',
  },
  no_description: {
    title: 'Aucune description',
    advice: 'Décrivez la page en une ou deux phrases ; les moteurs de recherche les affichent sous le titre.',
  },
  same_description: {
    title: 'La description d’une autre page',
    advice: 'Dites dans chaque description ce que seule cette page contient.',
  },
  no_heading: { title: 'Aucun titre principal', advice: 'Donnez à la page un h1 qui dit de quoi elle parle.' },
  several_headings: {
    title: 'Plusieurs titres principaux',
    advice: 'Gardez un seul h1 et transformez les autres en h2.',
  },
  no_canonical: {
    title: 'Aucune adresse canonique',
    advice: 'Indiquez l’adresse de la page elle-même, pour que ses copies comptent pour elle.',
  },
  other_canonical: {
    title: 'Une autre adresse canonique',
    advice:
      'Elle nomme une autre page qu’elle-même, qui est alors affichée à sa place. Si toutes les pages sont ici, vérifiez PUBLIC_URL.',
  },
  no_language: {
    title: 'Aucune langue',
    advice: 'Définissez lang sur l’élément html ; les lecteurs d’écran en ont besoin aussi.',
  },
  image_without_text: {
    title: 'Une image sans texte',
    advice: 'Donnez-lui un texte alt, ou un texte vide si elle est décorative.',
  },
  not_in_sitemap: {
    title: 'Absente du plan du site',
    advice: 'Ajoutez la page au plan du site, ou dites aux moteurs de recherche de l’ignorer.',
  },
  not_linked: {
    title: 'Aucune page ne mène ici',
    advice: 'Ajoutez un lien depuis une page qui s’y prête : on ne la trouve pas autrement.',
  },
  title_length: {
    title: 'Un titre de longueur inhabituelle',
    advice: 'Entre 10 et 65 caractères environ s’affichent en entier. Le chiffre indique sa longueur.',
  },
  description_length: {
    title: 'Une description de longueur inhabituelle',
    advice: 'Entre 50 et 165 caractères environ s’affichent en entier. Le chiffre indique sa longueur.',
  },
  no_preview: {
    title: 'Aperçu incomplet',
    advice: 'Quand la page est partagée, ces parties de son aperçu manquent.',
  },
}

export const seo: WordsOf<'seo'> = {
  lead: 'Lit le site public comme le fait un moteur de recherche, dit ce qui empêche de trouver ses pages et mène les anciennes adresses aux nouvelles.',
  start: 'Explorer le site',
  started: 'L’exploration a commencé',
  cancel: 'Annuler l’exploration',
  cancelled: 'L’exploration a été annulée',
  weekly: 'Explorer chaque lundi',
  weeklyOn: 'Le site est exploré chaque lundi à 04:41 UTC',
  weeklyOff: 'Le site n’est exploré que si quelqu’un le demande',
  failedAct: 'Rien n’a été modifié',
  loading: 'Chargement des explorations',
  failed: 'Les explorations n’ont pas pu être chargées',
  retry: 'Réessayer',
  none: 'Pas encore exploré',
  noneText:
    'Une exploration suit le plan du site et chaque lien des pages publiques, en général en moins d’une minute. Elle ne change rien.',
  choose: 'Passage',
  tabs: { findings: 'Constats', pages: 'Pages explorées', redirects: 'Redirections' },
  status: (status) => ({ running: 'En cours', completed: 'Terminée', cancelled: 'Annulée', failed: 'Échouée' })[status],
  level: (level) => ({ error: 'Erreur', warning: 'Avertissement', hint: 'Conseil' })[level],
  ruleTitle: (rule) => RULE[rule].title,
  ruleAdvice: (rule) => RULE[rule].advice,
  problem: (problem) =>
    ({
      bad_from: 'Saisissez un chemin de ce site, par exemple /ancienne-page, sans point d’interrogation.',
      bad_to: 'Saisissez un chemin de ce site, ou une adresse qui commence par https://.',
      same_address: 'Les deux adresses sont identiques.',
    })[problem],
  levels: (errors, warnings, hints) =>
    [
      errors < 2 ? `${formatCount(errors)} erreur` : `${formatCount(errors)} erreurs`,
      warnings < 2 ? `${formatCount(warnings)} avertissement` : `${formatCount(warnings)} avertissements`,
      hints < 2 ? `${formatCount(hints)} conseil` : `${formatCount(hints)} conseils`,
    ].join(', '),
  pagesCount: (count) => (count < 2 ? `${formatCount(count)} page` : `${formatCount(count)} pages`),
  by: {
    person: (who) => `lancée par ${who}`,
    someone: 'lancée par quelqu’un qui est parti',
    schedule: 'hebdomadaire',
  },
  running: 'L’exploration est en cours. Vous pouvez quitter cette page ; elle continue.',
  runFailed:
    'Cette exploration s’est interrompue. Le serveur s’est peut-être arrêté, ou n’a pas répondu ; relancez-la.',
  cut: (most) => `Le site a plus de ${formatCount(most)} pages ; l’exploration s’est arrêtée à ce nombre.`,
  fine: 'Rien trouvé',
  fineText: 'Aucune des règles n’a rien trouvé sur ces pages.',
  notFound: 'Cette exploration a été annulée avant d’avoir un résultat.',
  found: (count, added) => {
    if (added === 0) return formatCount(count)
    return added < 2
      ? `${formatCount(count)}, dont ${formatCount(added)} nouveau`
      : `${formatCount(count)}, dont ${formatCount(added)} nouveaux`
  },
  more: (count) =>
    count < 2
      ? `et ${formatCount(count)} autre, que contient l’export`
      : `et ${formatCount(count)} autres, que contient l’export`,
  isNew: 'Nouveau',
  export: 'Exporter en CSV',
  exportColumns: {
    level: 'Niveau',
    finding: 'Constat',
    page: 'Adresse',
    detail: 'Précision',
    isNew: 'Nouveau depuis l’exploration précédente',
  },
  pages: {
    title: 'Pages de cette exploration',
    search: 'Rechercher des pages',
    clear: 'Effacer la recherche',
    none: 'Aucune page ne correspond',
    noneText: 'Cherchez une autre adresse ou un autre titre.',
    columns: { page: 'Adresse', status: 'Réponse', words: 'Mots', linked: 'Liée depuis' },
  },
  redirects: {
    lead: 'Une adresse que le site n’a plus mène à une autre. Une page du site passe toujours en premier.',
    add: 'Ajouter une redirection',
    loading: 'Chargement des redirections',
    failed: 'Les redirections n’ont pas pu être chargées',
    none: 'Aucune redirection',
    noneText: 'Ajoutez-en une quand une page déménage, pour que les anciens liens arrivent encore.',
    newTitle: 'Ajouter une redirection',
    editTitle: 'Modifier la redirection',
    from: 'Ancienne adresse',
    to: 'Nouvelle adresse',
    toHint: 'Un chemin de ce site, ou une adresse qui commence par https://.',
    permanent: 'Déplacée définitivement (301)',
    permanentHint: 'Les navigateurs et les moteurs de recherche s’en souviennent. Sinon, elle est temporaire (302).',
    temporary: 'temporaire',
    save: 'Enregistrer la redirection',
    saved: 'La redirection est enregistrée',
    edit: 'Modifier',
    editOne: (from) => `Modifier la redirection de ${from}`,
    remove: 'Supprimer',
    removeOne: (from) => `Supprimer la redirection de ${from}`,
    ask: (from) => `Supprimer la redirection de ${from} ?`,
    askText:
      'Qui ouvre l’ancienne adresse lit alors que cette page n’existe pas. Les navigateurs qui ont retenu une 301 la suivent encore.',
    keep: 'Annuler',
    removed: 'La redirection a été supprimée',
  },
}
