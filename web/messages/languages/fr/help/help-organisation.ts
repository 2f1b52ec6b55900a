import type { Guide } from '../../../help/help-guide.ts'

export const rulesGuide: Guide = {
  id: 'rules',
  title: 'Fixer des règles pour tous dans l’organisation',
  steps: [
    'Ouvrez l’administration, puis Sécurité et Règles. Choisissez ce qui vaut pour tous : un second facteur à partir d’un jour, le mot de passe le plus court, la durée des sessions, et ce que peuvent les liens.',
    'Plus bas, « Ce qui change » le dit encore une fois. Appuyez sur « Enregistrer les règles » ; le serveur les applique aussitôt, et le journal d’audit garde qui a changé quoi.',
    'Avant d’exiger un second facteur ou un moyen de connexion, connectez-vous vous-même ainsi. Qui ne l’a pas, ou s’est connecté autrement, voit le jour sur chaque page.',
    'Sous « Sessions ouvertes », vous fermez une session, par exemple sur un ordinateur perdu.',
  ],
  to: { path: '/admin/security?view=policies', label: 'Ouvrir Règles' },
}

const teamsGuide: Guide = {
  id: 'teams',
  title: 'Créer une équipe de personnes',
  steps: [
    'Ouvrez « Personnes et équipes » dans l’administration, puis « Équipes », et appuyez sur « Nouvelle équipe ». Ajoutez des personnes et appuyez sur « Enregistrer les personnes ».',
    'Pour partager un fichier, saisissez le nom de l’équipe ; pour un nouvel espace, choisissez-la sous « Ajouter une équipe ». Ses membres apparaissent un par un : regardez chacun, laissez de côté qui vous ne visez pas, puis confirmez.',
    'Une équipe n’ouvre rien d’elle-même. Une personne qui la rejoint entre dans un espace quand un gestionnaire l’ajoute ; une personne qui la quitte garde son accès jusqu’à ce qu’on le retire.',
  ],
  to: { path: '/admin/users?view=teams', label: 'Ouvrir Équipes' },
}

export const learnGuide: Guide = {
  id: 'training',
  title: 'Suivre un cours',
  steps: [
    'Ouvrez Formations. Ce que votre organisation vous a attribué vient en premier, avec la date limite.',
    'Lisez les leçons dans l’ordre et appuyez sous chacune sur « Marquer comme lue et continuer ». L’endroit où vous vous arrêtez est conservé.',
    'Répondez au quiz : 80 % des réponses doivent être justes, et il y a cinq essais par jour. Chaque réponse est expliquée.',
    'Une fois le quiz réussi, un certificat est sous « Vos certificats ». Toute personne qui a son code peut le vérifier ; vous décidez si elle voit votre nom complet.',
  ],
  to: { path: '/dashboard/training', label: 'Ouvrir les formations' },
}

const assignGuide: Guide = {
  id: 'assign-training',
  title: 'Attribuer des formations',
  steps: [
    'Ouvrez l’administration, puis Formations, et appuyez sur « Attribuer un cours ». Choisissez le cours, des personnes, des équipes ou tout le monde, et une date.',
    'Ils sont avertis aussitôt, une semaine avant, le jour même, puis chaque semaine. Détails montre qui a terminé et qui est en retard ; « Exporter en CSV » l’enregistre.',
    'Sous Vos cours, vous en écrivez vous-même. Ce que vous enregistrez est un brouillon ; on apprend ce qui a été publié en dernier.',
    'Sous Exercices d’hameçonnage, vous envoyez à tous les membres un e-mail inoffensif qui ressemble à un hameçonnage, une fois par quatorze jours. Rien n’est collecté.',
  ],
  to: { path: '/admin/training', label: 'Ouvrir les formations' },
}

export const teamGuides: readonly Guide[] = [teamsGuide, assignGuide]

export const statusGuide: Guide = {
  id: 'status-incident',
  title: 'Annoncer un incident ou une maintenance prévue',
  steps: [
    'Ouvrez « Gérer l’état » et appuyez sur « Nouvel incident ». Il est aussitôt public, et envoyé par e-mail à toutes les personnes abonnées.',
    'Appuyez sur « Mettre à jour » quand il y a du nouveau, et sur « Résoudre » à la fin. Vous pouvez écrire de la même façon sur les incidents ouverts par les contrôles.',
    'Annoncez une maintenance avant qu’elle ne commence : les contrôles échoués de ses services ne comptent alors ni comme disponibles ni comme indisponibles, et n’ouvrent pas d’incident.',
  ],
  to: { path: '/admin/status', label: 'Ouvrir Gérer l’état' },
}
