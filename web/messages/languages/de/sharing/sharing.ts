import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

const many = (count: number) => `${formatCount(count)} ${count === 1 ? 'Datei' : 'Dateien'}`
const daysOf = (count: number) => (count === 1 ? '1 Tag' : `${formatCount(count)} Tage`)

export const sharing: WordsOf<'sharing'> = {
  title: (name) => `${name} teilen`,
  titleMany: (count) => `${many(count)} teilen`,
  submit: (count) => (count === 1 ? 'Datei teilen' : `${many(count)} teilen`),
  submitTo: (count, people) =>
    `${count === 1 ? 'Datei' : many(count)} mit ${formatCount(people)} ${people === 1 ? 'Person' : 'Personen'} teilen`,
  sharing: 'Wird geteilt …',
  shareOf: (done, count) => (done === count ? many(count) : `${formatCount(done)} von ${many(count)}`),
  progress: (done, count) => `${formatCount(done)} von ${many(count)} geteilt`,
  stop: 'Hier aufhören',
  folder: {
    open: 'Alle Dateien darin teilen',
    title: (name, count) => `${count === 1 ? 'Die Datei' : `Alle ${many(count)}`} in ${name} teilen`,
    empty: 'In diesem Ordner ist keine Datei',
    notLater: 'Geteilt wird, was jetzt im Ordner ist. Später hinzugefügte Dateien gehören nicht dazu.',
    space: 'Lieber einen Teamraum verwenden',
    look: (count) =>
      count === 1
        ? 'Diese Datei geht mit. Sehen Sie Name und Ordner an: Bei älteren Ordnern sagt der Server, welcher in welchem liegt.'
        : `Diese ${many(count)} gehen mit. Sehen Sie die Namen durch: Bei älteren Ordnern sagt der Server, welcher in welchem liegt.`,
    names: 'Dateien, die mitgehen',
  },
  people: {
    email: 'Name oder E-Mail aus Ihrer Organisation',
    hint: 'Eine Person aus Ihrer Organisation; bei mehreren die ganzen Adressen mit Kommas dazwischen.',
    suggested: 'Personen aus Ihrer Organisation',
    whole: 'Wählen Sie eine Person aus der Liste oder geben Sie eine ganze E-Mail-Adresse ein.',
    yourself:
      'Das ist Ihre eigene Adresse. Die Datei gehört Ihnen schon; geben Sie die Adresse einer anderen Person ein.',
    found: 'Gefundene Personen',
    leftOut: (emails) => `Weggelassen: ${emails.join(', ')}.`,
    stranger:
      'Sie können mit Personen Ihrer Organisation teilen. Für alle anderen erstellen Sie einen Link, oder laden Sie sie zuerst ein.',
    strangerMember: 'Sie können mit Personen Ihrer Organisation teilen. Für alle anderen erstellen Sie einen Link.',
    makeLink: 'Stattdessen einen Link erstellen',
    invite: 'Einladen',
    finding: 'Wird gesucht …',
    confirm: (who, button) =>
      who === null
        ? `Sind das die richtigen Personen? Dann drücken Sie „${button}“.`
        : `Ist ${who} die richtige Person? Dann drücken Sie noch einmal „${button}“.`,
    setEnd: 'Ende festlegen',
    ends: 'Endet nach (Tagen)',
    endsHint: 'Bleibt das Feld leer, endet es, wenn Sie das Teilen beenden.',
    how: 'So funktioniert es',
    what: 'Die Person kann die Datei öffnen und herunterladen. Ihr Browser verschlüsselt den Schlüssel der Datei für den Schlüssel dieser Person; der Server kann ihn nicht lesen.',
  },
  trust: {
    new: 'Erster Kontakt: Die Schlüssel dieser Person werden gemerkt.',
    seen: 'Dieselben Schlüssel wie bei der ersten Datei, die Sie von dieser Person geöffnet haben.',
    chosen:
      'Dieselben Schlüssel wie beim ersten Teilen mit dieser Person oder wie in ihrer Einladung per E-Mail genannt.',
    invited: 'Die Schlüssel aus der Adresse, die Sie von dieser Person erhalten haben.',
    compared: 'Sicherheitsnummer verglichen',
    changed: 'Schlüssel geändert',
    moved: 'Ein anderes Konto',
  },
  trustShort: {
    new: 'Erster Kontakt',
    seen: 'Bekannte Schlüssel',
    chosen: 'Bekannte Schlüssel',
    invited: 'Hat Sie eingeladen',
    compared: 'Verglichen',
    changed: 'Schlüssel geändert',
    moved: 'Ein anderes Konto',
  },
  moved:
    'Diese Adresse führte früher zu einem anderen Konto. Vielleicht wurde ein neues Konto angelegt, oder jemand hat die Adresse übernommen. Vergleichen Sie die Sicherheitsnummer; stimmt sie überein, führt die Adresse ab dann zu diesem Konto.',
  safety: {
    title: 'Sicherheitsnummer vergleichen',
    how: (who) =>
      `Bitten Sie ${who}, Sie ebenfalls aufzurufen, auf der Seite Team oder beim Teilen. Hat niemand Ihre Schlüssel vertauscht, sehen Sie beide dieselben 60 Ziffern. Vergleichen Sie sie persönlich oder am Telefon.`,
    label: 'Sicherheitsnummer',
    confirm: 'Die Nummern stimmen überein',
    confirming: 'Wird gespeichert …',
  },
  link: {
    title: 'Per Link teilen',
    usual: (days) => `Wer den Link hat, öffnet die Datei, wie sie jetzt ist, ${daysOf(days)} lang.`,
    terms: 'Ende, Grenze, Passwort',
    days: 'Endet nach (Tagen)',
    daysHint: (most) => `Von 1 bis ${formatCount(most)}.`,
    password: 'Passwort (freiwillig)',
    passwordHint: 'Es wird Teil des Schlüssels. Senden Sie es getrennt vom Link.',
    limit: 'Höchstzahl der Downloads',
    sender: 'Ihr Name für Besucher',
    senderHint: 'Bleibt das Feld leer, sagt die Seite nicht, wer geteilt hat.',
    submit: 'Link erstellen',
    busy: 'Wird erstellt …',
    promise:
      'Wer den Link hat, öffnet die Datei, wie sie jetzt ist. Für Enddatum und Höchstzahl sorgt der Server, für die Verschlüsselung Ihr Browser.',
    made: 'Wer diesen Link hat, öffnet die Datei. Sie finden ihn wieder unter „Wer Zugriff hat“.',
    scan: 'Mit dem Code öffnen Sie den Link auf einem Telefon.',
    address: 'Link',
    copy: 'Link kopieren',
    copied: 'Link kopiert',
    copyFailed: 'Der Browser hat das Kopieren nicht erlaubt. Markieren Sie den Link und kopieren Sie ihn selbst.',
    qr: 'QR-Code des Links',
    another: 'Weiteren Link erstellen',
  },
  several: {
    name: (folder, count) => (folder === null ? many(count) : `${folder} · ${many(count)}`),
    usual: (count, size, days) =>
      `Wer den Link hat, öffnet ${count === 1 ? 'diese Datei' : `diese ${many(count)}`}${size === null ? '' : ` (${size})`} ohne Konto${days === null ? '' : `, ${daysOf(days)} lang`}.`,
    snapshot:
      'Er öffnet sie so, wie sie beim Erstellen des Links waren. Später hinzugefügte Dateien gehören nicht dazu, und eine Datei mit neuem Inhalt öffnet er nicht mehr.',
    promise:
      'Für das Ende und das Limit sorgt der Server, für die Verschlüsselung Ihr Browser. Ein Besuch zählt einmal für alle Dateien.',
    tooMany: (most) =>
      `Ein Link öffnet höchstens ${formatCount(most)} Dateien. Wählen Sie weniger aus, oder laden Sie alle als ZIP herunter, laden Sie es hoch und erstellen Sie einen Link dafür.`,
    sealed: (done, count) => `${formatCount(done)} von ${many(count)} geprüft`,
    made: (count) =>
      `Wer diesen Link hat, öffnet ${count === 1 ? 'die Datei' : `die ${many(count)}`}. Sie finden ihn auf der Seite „Geteilt“ wieder.`,
    left: (open, count) => `noch ${formatCount(open)} von ${many(count)}`,
    which: (count) => `${many(count)} anzeigen`,
    files: 'Dateien des Links',
    outside: (count) =>
      count === 1
        ? 'Eine Datei im Ordner ist seitdem hinzugekommen oder wurde geändert. Damit sie dabei ist, teilen Sie den Ordner noch einmal und erstellen Sie einen neuen Link.'
        : `${many(count)} im Ordner sind seitdem hinzugekommen oder wurden geändert. Damit sie dabei sind, teilen Sie den Ordner noch einmal und erstellen Sie einen neuen Link.`,
    gone: 'nicht mehr dabei',
  },
  newPassword: {
    generate: 'Erzeugen',
    advice: '„Erzeugen“ gibt Ihnen eines, das niemand errät.',
    copy: 'Passwort kopieren',
    copied: 'Passwort kopiert',
    copyFailed: 'Der Browser hat das Kopieren nicht erlaubt. Markieren Sie das Passwort und kopieren Sie es selbst.',
  },
  remains: (ended, links, people) => {
    if (people === 0) return `${ended} ${links === 1 ? 'Ein Link ist' : `${formatCount(links)} Links sind`} noch offen.`
    const parts = [
      people === 1 ? 'Eine Person' : `${formatCount(people)} Personen`,
      links > 0 && (links === 1 ? 'ein Link' : `${formatCount(links)} Links`),
    ].filter((part) => part !== false)
    return `${ended} ${parts.join(' und ')} ${people + links === 1 ? 'kann' : 'können'} sie weiterhin öffnen.`
  },
  endedPerson: (who, name) => `${who} kann ${name} nicht mehr öffnen.`,
  endedLink: (name) => `Der Link zu ${name} ist geschlossen.`,
  access: {
    title: 'Wer Zugriff hat',
    onlyYou: 'Nur Sie.',
    failed: 'Die Liste der Zugriffe konnte nicht gelesen werden',
    link: 'Link',
    linkWithPassword: 'Link mit Passwort',
    made: (when) => `Erstellt ${when}`,
    since: (when) => `Seit ${when}`,
    until: (when) => `bis ${when}`,
    untilStopped: 'ohne Enddatum',
    ended: (when) => `beendet ${when}`,
    downloads: (count, most) =>
      most === null
        ? `${formatCount(count)} ${count === 1 ? 'Download' : 'Downloads'}`
        : `${formatCount(count)} von ${formatCount(most)} ${most === 1 ? 'Download' : 'Downloads'}`,
    inTrash: 'Geschlossen: im Papierkorb',
    expired: 'Abgelaufen',
    usedUp: 'Aufgebraucht',
    show: 'Zeigen',
    change: 'Ändern',
    showLink: (when) => `Link zeigen oder ändern, der ${when} erstellt wurde`,
    changed: 'Vom Server verändert',
    stop: 'Nicht mehr teilen',
    stopPerson: (who) => `Nicht mehr mit ${who} teilen`,
    stopLink: (when) => `Nicht mehr über den Link teilen, der ${when} erstellt wurde`,
    copies: 'Wer sie heruntergeladen hat, behält seine Kopie.',
  },
  shown: {
    title: (name) => `Link zu ${name}`,
    expired: 'Dieser Link ist abgelaufen. Mit einem späteren Ende lässt er sich wieder öffnen.',
    usedUp: 'Dieser Link ist aufgebraucht. Mit einer höheren Grenze lässt er sich wieder öffnen.',
    notKept:
      'Dieser Link entstand, bevor Links aufbewahrt wurden. Seine Adresse kann nicht mehr gezeigt werden. Ende und Grenze können Sie noch ändern, oder Sie beenden ihn und erstellen einen neuen.',
    change: 'Ende, Grenze oder Passwort ändern',
    days: 'Neues Ende (Tage)',
    daysHint: (most, until) => `Von 1 bis ${formatCount(most)}, ab jetzt. Bleibt das Feld leer, endet er am ${until}.`,
    limitHint: (count) => `Bisher gezählt: ${formatCount(count)}. Bleibt das Feld leer, gibt es keine Grenze.`,
    password: {
      label: 'Passwort',
      keep: 'Passwort behalten',
      other: 'Anderes Passwort setzen',
      remove: 'Passwort entfernen',
      without: 'Kein Passwort',
      add: 'Passwort setzen',
      typed: 'Neues Passwort',
      opened: 'Die Adresse bleibt dieselbe. Wer den Link schon geöffnet hat, kann die Datei behalten haben.',
    },
    save: 'Änderungen speichern',
    saving: 'Wird gespeichert …',
    failed: 'Der Link wurde nicht geändert',
    saved: 'Link geändert',
    savedText: (name) => `Der Link zu ${name} hat jetzt die neuen Bedingungen. Seine Adresse ist dieselbe.`,
  },
  stopAll: {
    title: (name) => `${name} nicht mehr teilen?`,
    text: 'Die Links enden sofort, und die Personen, mit denen Sie geteilt haben, können die Datei nicht mehr öffnen. Heruntergeladene Kopien bleiben bei ihnen.',
    looking: 'Es wird nachgesehen, ob Links mehrere Dateien öffnen …',
    unknown: 'Öffnet ein Link sie zusammen mit anderen Dateien, endet dieser Link für alle.',
    several: (links) =>
      links.length === 1
        ? `Ein Link, der mehrere Dateien öffnet, endet damit für alle: ${links.join('')}.`
        : `Links, die mehrere Dateien öffnen, enden damit für alle: ${links.join('; ')}.`,
    submit: 'Nicht mehr teilen',
  },
  page: {
    title: 'Geteilt',
    withMe: 'Mit mir geteilt',
    withMeEmpty: 'Mit Ihnen geteilte Dateien erscheinen hier',
    withMeEmptyText: 'Andere teilen mit Ihrer E-Mail-Adresse.',
    byMe: 'Von mir geteilt',
    byMeEmpty: 'Noch nichts geteilt',
    byMeEmptyText: 'Wählen Sie in der Liste Ihrer Dateien Teilen.',
    loading: 'Geteilte Dateien werden geladen',
    failed: 'Die Dateien konnten nicht geladen werden',
    retry: 'Erneut versuchen',
    from: (who) => `Von ${who}`,
    unknownFile: 'Eine Datei, die nicht gezeigt werden kann',
    download: 'Herunterladen',
    downloadFile: (name) => `${name} herunterladen und entschlüsseln`,
    remove: 'Entfernen',
    removeFile: (name) => `${name} aus dieser Liste entfernen`,
    removed: 'Datei entfernt',
    removedText: (name) => `${name} wird nicht mehr mit Ihnen geteilt`,
    removeFailed: 'Die Datei konnte nicht aus der Liste entfernt werden',
    vanished: (names) =>
      names.length === 1
        ? `${names[0] ?? ''} steht Ihnen nicht mehr zur Verfügung`
        : `${formatCount(names.length)} Dateien stehen Ihnen nicht mehr zur Verfügung`,
    vanishedText: 'In den Papierkorb gelegt, nicht mehr geteilt oder abgelaufen.',
    stopPerson: (name, who) => `${name} nicht mehr mit ${who} teilen`,
    stopLink: (name, when) => `${name} nicht mehr über den Link teilen, der ${when} erstellt wurde`,
    showLink: (name, when) => `Link zu ${name} zeigen oder ändern, der ${when} erstellt wurde`,
    problem: {
      key_changed:
        'Die Schlüssel dieser Person haben sich geändert. Die Datei wird nicht geöffnet; fragen Sie die Person persönlich.',
      file_damaged: 'Was geteilt wurde, trägt nicht die Signatur des Eigentümers. Es wird nicht geöffnet.',
    },
  },
  number: {
    whole: (min, max) => `Geben Sie eine ganze Zahl von ${formatCount(min)} bis ${formatCount(max)} ein.`,
  },
}
