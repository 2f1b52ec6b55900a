import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

const RULE: Record<Parameters<WordsOf<'seo'>['ruleTitle']>[0], { title: string; advice: string }> = {
  page_fails: {
    title: 'Eine Seite antwortet nicht',
    advice: 'Sie steht in der Sitemap, antwortet aber mit diesem Status. Sehen Sie im Protokoll des Servers nach.',
  },
  dead_link: {
    title: 'Ein Link führt ins Leere',
    advice: 'Berichtigen Sie den Link auf dieser Seite, oder legen Sie für die alte Adresse eine Weiterleitung an.',
  },
  no_title: {
    title: 'Kein Titel',
    advice: 'Geben Sie der Seite einen Titel: Er ist die Überschrift eines Suchergebnisses.',
  },
  no_index: {
    title: 'In der Sitemap, aber für Suchmaschinen gesperrt',
    advice: 'Nehmen Sie die Seite aus der Sitemap oder ihr noindex weg.',
  },
  bad_structured_data: {
    title: 'Strukturierte Daten sind nicht lesbar',
    advice: 'Berichtigen Sie das JSON: Suchmaschinen übergehen es sonst ganz.',
  },
  redirected_link: {
    title: 'Ein Link führt über eine Weiterleitung',
    advice: 'Verlinken Sie die neue Adresse; jeder Umweg kostet Zeit.',
  },
  same_title: {
    title: 'Der Titel einer anderen Seite',
    advice: 'Sagen Sie in jedem Titel, was nur diese Seite hat.',
  },
  no_description: {
    title: 'Keine Beschreibung',
    advice: 'Beschreiben Sie die Seite in ein, zwei Sätzen; Suchmaschinen zeigen sie unter dem Titel.',
  },
  same_description: {
    title: 'Die Beschreibung einer anderen Seite',
    advice: 'Sagen Sie in jeder Beschreibung, was nur diese Seite hat.',
  },
  no_heading: {
    title: 'Keine Hauptüberschrift',
    advice: 'Geben Sie der Seite ein h1, das sagt, worum es geht.',
  },
  several_headings: {
    title: 'Mehrere Hauptüberschriften',
    advice: 'Lassen Sie ein h1 stehen und machen Sie aus den anderen h2.',
  },
  no_canonical: {
    title: 'Keine kanonische Adresse',
    advice: 'Nennen Sie die eigene Adresse der Seite, damit Kopien von ihr für sie zählen.',
  },
  other_canonical: {
    title: 'Eine andere kanonische Adresse',
    advice:
      'Sie nennt eine andere Seite als sich selbst, die dann an ihrer Stelle gezeigt wird. Stehen alle Seiten hier, prüfen Sie PUBLIC_URL.',
  },
  no_language: {
    title: 'Keine Sprache',
    advice: 'Setzen Sie lang am html-Element; auch Vorleseprogramme brauchen es.',
  },
  image_without_text: {
    title: 'Ein Bild ohne Text',
    advice: 'Geben Sie ihm einen alt-Text, oder einen leeren, wenn es nur schmückt.',
  },
  not_in_sitemap: {
    title: 'Nicht in der Sitemap',
    advice: 'Nehmen Sie die Seite in die Sitemap auf, oder sagen Sie Suchmaschinen, dass sie sie auslassen sollen.',
  },
  not_linked: {
    title: 'Keine Seite verlinkt hierher',
    advice: 'Verlinken Sie sie von einer passenden Seite: Anders findet man sie nicht.',
  },
  title_length: {
    title: 'Ein Titel von ungewöhnlicher Länge',
    advice: 'Etwa 10 bis 65 Zeichen werden ganz gezeigt. Die Zahl sagt, wie viele er hat.',
  },
  description_length: {
    title: 'Eine Beschreibung von ungewöhnlicher Länge',
    advice: 'Etwa 50 bis 165 Zeichen werden ganz gezeigt. Die Zahl sagt, wie viele sie hat.',
  },
  no_preview: {
    title: 'Vorschau unvollständig',
    advice: 'Wo die Seite geteilt wird, fehlen diese Teile ihrer Vorschau.',
  },
}

export const seo: WordsOf<'seo'> = {
  lead: 'Liest die öffentliche Website, wie eine Suchmaschine es tut, sagt, was ihre Seiten unauffindbar macht, und führt alte Adressen zu neuen.',
  start: 'Website durchsuchen',
  started: 'Das Durchsuchen hat begonnen',
  cancel: 'Durchsuchen abbrechen',
  cancelled: 'Das Durchsuchen wurde abgebrochen',
  weekly: 'Jeden Montag durchsuchen',
  weeklyOn: 'Die Website wird jeden Montag um 04:41 UTC durchsucht',
  weeklyOff: 'Die Website wird nur durchsucht, wenn jemand es startet',
  failedAct: 'Nichts wurde geändert',
  loading: 'Ergebnisse werden geladen',
  failed: 'Die Ergebnisse konnten nicht geladen werden',
  retry: 'Erneut versuchen',
  none: 'Noch nicht durchsucht',
  noneText:
    'Das Durchsuchen folgt der Sitemap und jedem Link der öffentlichen Seiten und dauert meist weniger als eine Minute. Es ändert nichts.',
  choose: 'Durchlauf',
  tabs: { findings: 'Befunde', pages: 'Seiten', redirects: 'Weiterleitungen' },
  status: (status) =>
    ({ running: 'Läuft', completed: 'Abgeschlossen', cancelled: 'Abgebrochen', failed: 'Fehlgeschlagen' })[status],
  level: (level) => ({ error: 'Fehler', warning: 'Warnung', hint: 'Hinweis' })[level],
  ruleTitle: (rule) => RULE[rule].title,
  ruleAdvice: (rule) => RULE[rule].advice,
  problem: (problem) =>
    ({
      bad_from: 'Geben Sie einen Pfad dieser Website ein, etwa /alte-seite, ohne Fragezeichen.',
      bad_to: 'Geben Sie einen Pfad dieser Website ein oder eine Adresse, die mit https:// beginnt.',
      same_address: 'Beide Adressen sind gleich.',
    })[problem],
  levels: (errors, warnings, hints) =>
    [
      `${formatCount(errors)} Fehler`,
      warnings === 1 ? '1 Warnung' : `${formatCount(warnings)} Warnungen`,
      hints === 1 ? '1 Hinweis' : `${formatCount(hints)} Hinweise`,
    ].join(', '),
  pagesCount: (count) => (count === 1 ? '1 Seite' : `${formatCount(count)} Seiten`),
  by: {
    person: (who) => `gestartet von ${who}`,
    someone: 'gestartet von jemandem, der nicht mehr da ist',
    schedule: 'wöchentlich',
  },
  running: 'Die Website wird durchsucht. Sie können diese Seite verlassen; es läuft weiter.',
  runFailed: 'Dieser Durchlauf brach ab. Vielleicht endete der Server oder antwortete nicht; starten Sie ihn neu.',
  cut: (most) => `Die Website hat mehr als ${formatCount(most)} Seiten; so viele wurden angesehen.`,
  fine: 'Nichts gefunden',
  fineText: 'Keine der Regeln fand auf diesen Seiten etwas.',
  notFound: 'Dieser Durchlauf wurde abgebrochen, bevor er ein Ergebnis hatte.',
  found: (count, added) => (added > 0 ? `${formatCount(count)}, davon ${formatCount(added)} neu` : formatCount(count)),
  more: (count) => `und ${formatCount(count)} weitere, die der Export enthält`,
  isNew: 'Neu',
  export: 'CSV exportieren',
  exportColumns: {
    level: 'Stufe',
    finding: 'Befund',
    page: 'Seite',
    detail: 'Einzelheit',
    isNew: 'Neu seit dem Durchlauf davor',
  },
  pages: {
    title: 'Seiten dieses Durchlaufs',
    search: 'Seiten suchen',
    clear: 'Suche leeren',
    none: 'Keine Seite passt',
    noneText: 'Suchen Sie nach einer anderen Adresse oder einem anderen Titel.',
    columns: { page: 'Seite', status: 'Antwort', words: 'Wörter', linked: 'Verlinkt von' },
  },
  redirects: {
    lead: 'Eine Adresse, die es auf der Website nicht mehr gibt, führt zu einer anderen. Eine Seite der Website geht immer vor.',
    add: 'Weiterleitung hinzufügen',
    loading: 'Weiterleitungen werden geladen',
    failed: 'Die Weiterleitungen konnten nicht geladen werden',
    none: 'Keine Weiterleitungen',
    noneText: 'Legen Sie eine an, wenn eine Seite umzieht, damit alte Links noch ankommen.',
    newTitle: 'Weiterleitung hinzufügen',
    editTitle: 'Weiterleitung ändern',
    from: 'Alte Adresse',
    to: 'Neue Adresse',
    toHint: 'Ein Pfad dieser Website oder eine Adresse, die mit https:// beginnt.',
    permanent: 'Für immer umgezogen (301)',
    permanentHint: 'Browser und Suchmaschinen merken es sich. Sonst gilt es vorübergehend (302).',
    temporary: 'vorübergehend',
    save: 'Weiterleitung speichern',
    saved: 'Die Weiterleitung ist gespeichert',
    edit: 'Ändern',
    editOne: (from) => `Weiterleitung von ${from} ändern`,
    remove: 'Löschen',
    removeOne: (from) => `Weiterleitung von ${from} löschen`,
    ask: (from) => `Weiterleitung von ${from} löschen?`,
    askText:
      'Wer die alte Adresse öffnet, liest dann, dass es diese Seite nicht gibt. Browser, die sich eine 301 gemerkt haben, folgen ihr weiter.',
    keep: 'Abbrechen',
    removed: 'Die Weiterleitung wurde gelöscht',
  },
}
