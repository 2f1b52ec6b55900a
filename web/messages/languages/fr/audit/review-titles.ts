/** Events of access reviews and offboarding in words. */
export const reviewTitles = {
  'access_review.made': 'Revue des accès préparée',
  'access_review.opened': 'Revue des accès commencée',
  'access_review.decided': 'Accès décidé dans une revue',
  'access_review.closed': 'Revue des accès close',
  'access_review.discarded': 'Brouillon de revue des accès supprimé',
  'access_review.exported': 'Revue des accès exportée',
  'offboarding.started': 'Départ commencé',
  'offboarding.step': 'Étape d’un départ',
  'offboarding.finished': 'Départ terminé',
  'access_list.exported': 'Liste des accès d’une personne exportée',
  'offboarding.exported': 'Rapport d’un départ exporté',
}
