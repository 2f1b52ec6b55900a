/** Events of access reviews and offboarding in words. */
export const reviewTitles = {
  'access_review.made': 'Zugriffsprüfung entworfen',
  'access_review.opened': 'Zugriffsprüfung begonnen',
  'access_review.decided': 'Über einen Zugriff entschieden',
  'access_review.closed': 'Zugriffsprüfung abgeschlossen',
  'access_review.discarded': 'Entwurf einer Zugriffsprüfung gelöscht',
  'access_review.exported': 'Zugriffsprüfung exportiert',
  'offboarding.started': 'Austritt begonnen',
  'offboarding.step': 'Schritt eines Austritts',
  'offboarding.finished': 'Austritt abgeschlossen',
  'access_list.exported': 'Liste der Zugriffe einer Person exportiert',
  'offboarding.exported': 'Bericht eines Austritts exportiert',
}
