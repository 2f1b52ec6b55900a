import type { WordsOf } from '../../catalogue.ts'

export const damagedKeyring: WordsOf<'damagedKeyring'> = {
  look: 'Nach einem früheren Stand suchen',
  found: (day) => `Der Stand vom Beginn des Tages ${day} lässt sich mit Ihrem Passwort öffnen.`,
  lost: 'Was sich Ihr Tresor seither gemerkt hat, geht verloren: Personen, mit denen Sie zum ersten Mal geteilt haben, und Sicherheitsnummern, die Sie verglichen haben. Sie erhalten eine E-Mail darüber.',
  none: 'Keiner der letzten 30 Tage lässt sich öffnen. Ein Gerät, auf dem Sie diesen Tresor schon benutzt haben, hat vielleicht eine Kopie: Öffnen Sie ihn dort. Fragen Sie sonst Ihre Verwaltung.',
  submit: 'Diesen Stand zurückholen',
  done: 'Ein früherer Stand wurde zurückgeholt',
  doneText: 'Geben Sie Ihr Passwort ein, um den Tresor zu öffnen.',
}
