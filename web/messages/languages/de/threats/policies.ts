import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

const days = (count: number): string => (count === 1 ? '1 Tag' : `${formatCount(count)} Tage`)
const ofDays = (count: number): string => (count === 1 ? 'eines Tages' : `von ${formatCount(count)} Tagen`)
const hours = (count: number): string =>
  count > 0 && count % 24 === 0 ? days(count / 24) : `${formatCount(count)} ${count === 1 ? 'Stunde' : 'Stunden'}`
const links = (count: number): string => (count === 1 ? '1 Link ist' : `${formatCount(count)} Links sind`)

const some = (without: number, people: number): string => {
  if (people === 1) return 'Die einzige Person hier hat'
  return `${formatCount(without)} von ${formatCount(people)} Personen ${without === 1 ? 'hat' : 'haben'}`
}

const lacking =
  (withAll: string, missing: string) =>
  (without: number, people: number): string =>
    without === 0
      ? withAll
      : `${some(without, people)} ${missing}. Ohne Anmeldung auf einem dieser Wege gibt es ab diesem Tag nichts mehr aus dem Tresor.`

export const policies: WordsOf<'policies'> = {
  views: {
    label: 'Sicherheit der Organisation',
    threats: 'Bedrohungen',
    sessions: 'Sitzungen',
    policies: 'Regeln',
  },
  retry: 'Erneut versuchen',
  required: {
    title: 'Ein zweiter Faktor ist nötig',
    lead: (organisation) =>
      `${organisation} verlangt von allen einen zweiten Faktor bei der Anmeldung. Ihre Dateien sind, wo sie waren; richten Sie einen ein, um sie zu öffnen.`,
    app: 'Authenticator-App einrichten',
    appHint: 'Eine App auf Ihrem Telefon zeigt einen Code, den Sie nach der Anmeldung eingeben.',
    passkey: 'Passkey hinzufügen und damit anmelden',
    passkeyHint: 'Ihr Gerät oder ein Sicherheitsschlüssel bestätigt, dass Sie es sind.',
    leadPasskey: (organisation) =>
      `${organisation} verlangt von allen einen zweiten Faktor bei der Anmeldung. Ihr Konto hat einen Passkey: Melden Sie sich damit an, um Ihre Dateien zu öffnen.`,
    signInByPasskey: 'Mit Ihrem Passkey anmelden',
    lostPasskey:
      'Wenn Sie Ihren Passkey verloren haben, bitten Sie die Administration dieses Servers, ihn zu entfernen.',
    noPasskeyToAdd:
      'Dieser Browser unterstützt keine Passkeys. Melden Sie sich in einem an, der es tut, und fügen Sie dort einen hinzu.',
    noPasskeysHere: 'Dieser Browser unterstützt keine Passkeys. Melden Sie sich dort an, wo Ihr Passkey ist.',
    signOut: 'Abmelden',
  },
  requiredWay: {
    title: 'Melden Sie sich anders an',
    lead: {
      passkey: (organisation) =>
        `${organisation} verlangt von allen die Anmeldung per Passkey. Ihre Dateien sind, wo sie waren.`,
      provider: (organisation) =>
        `${organisation} verlangt von allen die Anmeldung über einen Identitätsanbieter. Ihre Dateien sind, wo sie waren.`,
      either: (organisation) =>
        `${organisation} verlangt von allen die Anmeldung per Passkey oder über einen Identitätsanbieter. Ihre Dateien sind, wo sie waren.`,
    },
    providers: 'Über einen Identitätsanbieter anmelden',
    ownProviderHint: 'Wählen Sie den, der mit diesem Konto verknüpft ist.',
    providersHint: 'Er muss Sie unter der Adresse dieses Kontos kennen.',
  },
  strip: (when) => `Ab ${when} verlangt Ihre Organisation einen zweiten Faktor.`,
  stripWays: {
    passkey: (when) => `Ab ${when} verlangt Ihre Organisation die Anmeldung per Passkey.`,
    provider: (when) =>
      `Ab ${when} verlangt Ihre Organisation die Anmeldung über einen Identitätsanbieter. Melden Sie sich vorher einmal darüber an.`,
    either: (when) =>
      `Ab ${when} verlangt Ihre Organisation die Anmeldung per Passkey oder über einen Identitätsanbieter.`,
  },
  stripSession: 'Diese Sitzung wurde anders geöffnet: Ab diesem Tag öffnet sie nichts mehr.',
  stripWaysAction: 'Passkey hinzufügen',
  stripAction: 'Jetzt einrichten',
  shortStrip: (least) =>
    `Ihre Organisation verlangt mindestens ${formatCount(least)} Zeichen; Ihr Passwort ist kürzer.`,
  shortAction: 'Ändern',
  links: {
    none: 'Ihre Organisation erlaubt keine Links.',
    rule: (parts) => `Regel Ihrer Organisation: ${parts.join(', ')}.`,
    password: 'ein Link hat ein Passwort',
    days: (count) => `er endet innerhalb ${ofDays(count)}`,
    downloads: (count) => (count === 1 ? 'höchstens ein Download' : `höchstens ${formatCount(count)} Downloads`),
    passwordLabel: 'Passwort',
    noRequests: 'Ihre Organisation erlaubt keine Anforderungen von Dateien.',
  },
  rules: {
    title: 'Regeln',
    lead: 'Sie gelten für alle in der Organisation, auch für die, die sie festlegen. Was dagegen verstößt, lehnt der Server ab, bis auf zwei Dinge, die nur der Browser prüfen kann: wie lang das Passwort eines Tresors ist, und dass das Passwort eines Links nicht leer ist.',
    loading: 'Regeln werden geladen',
    failed: 'Die Regeln konnten nicht geladen werden',
    last: (who, when) => `Zuletzt geändert von ${who}, ${when}`,
    never: 'Noch niemand hat eine Regel festgelegt.',
    signIn: 'Anmeldung',
    factor: 'Zweiten Faktor verlangen',
    factorHint: (without, people) =>
      without === 0
        ? 'Alle haben schon eine Authenticator-App oder einen Passkey.'
        : `${some(without, people)} weder eine Authenticator-App noch einen Passkey. Wer keines von beiden hat, bekommt ab diesem Tag nichts mehr aus dem Tresor, bis eines eingerichtet ist.`,
    factorHintApp: (without, people) =>
      without === 0
        ? 'Alle haben schon eine Authenticator-App. Wo allein Identitätsanbieter gelten, ist ein Passkey kein zweiter Faktor.'
        : `${some(without, people)} keine Authenticator-App, und wo allein Identitätsanbieter gelten, ist ein Passkey kein zweiter Faktor. Wer keine hat, bekommt ab diesem Tag nichts mehr aus dem Tresor, bis eine eingerichtet ist.`,
    factorFrom: 'Ab',
    factorToo: 'Wählen Sie übermorgen oder später, damit niemand sofort ausgesperrt ist.',
    ways: 'Wege der Anmeldung',
    waysOf: {
      passkey: 'Nur Passkey',
      provider: 'Nur Identitätsanbieter',
      either: 'Passkey oder Identitätsanbieter',
    },
    everyWay: 'Jeder Weg',
    waysFrom: 'Diese Wege gelten ab',
    waysHint: {
      passkey: lacking('Alle haben schon einen Passkey.', 'keinen Passkey'),
      provider: lacking(
        'Alle haben schon einen verbundenen Identitätsanbieter.',
        'keinen verbundenen Identitätsanbieter',
      ),
      either: lacking(
        'Alle haben schon einen Passkey oder einen verbundenen Identitätsanbieter.',
        'weder einen Passkey noch einen verbundenen Identitätsanbieter',
      ),
    },
    waysSuspended: (when) =>
      `Die Regel, die heute gilt, endet mit dem Speichern. Bis ${when} öffnet wieder jeder Weg den Tresor.`,
    waysNote:
      'Die Befehlszeile meldet sich mit dem Passwort an und öffnet ab diesem Tag keinen Tresor der Organisation mehr.',
    providerNote: 'Wo ein Identitätsanbieter ausfallen kann, erlauben Sie auch Passkeys.',
    ownWayFirst:
      'Melden Sie sich zuerst selbst auf einem Weg an, den Sie verlangen: Melden Sie sich ab und darüber wieder an.',
    ownFirst: 'Richten Sie zuerst selbst einen zweiten Faktor ein, und melden Sie sich damit an.',
    ownAction: 'Sicherheit öffnen',
    password: 'Kürzestes Passwort',
    passwordHint: 'Geprüft, wenn ein Passwort festgelegt wird. Wer ein kürzeres hat, wird gebeten, es zu ändern.',
    characters: (count) => `${formatCount(count)} Zeichen`,
    usual: (what) => `${what} (vom Server)`,
    idle: 'Eine Sitzung endet ohne Nutzung nach',
    longest: 'Eine Sitzung endet in jedem Fall nach',
    hours,
    days,
    sharing: 'Teilen mit Personen außerhalb',
    inside:
      'Dateien werden nur mit Personen dieser Organisation geteilt. Links und Anforderungen sind die Wege zu anderen.',
    allowsLinks: 'Links erlauben',
    linksStay: (count, open) =>
      count === 0
        ? 'Kein Link ist aktiv.'
        : `${links(count)} aktiv${open === 0 ? '' : `, ${formatCount(open)} davon ohne Passwort`}. Sie bleiben, wie sie sind, und niemand kann einen über die Regeln hinaus verlängern.`,
    needsPassword: 'Ein Link braucht ein Passwort',
    linkDays: 'Ein Link endet innerhalb von',
    linkDownloads: 'Downloads eines Links',
    downloads: (count) => `höchstens ${formatCount(count)}`,
    noLimit: 'Ohne Grenze',
    guestLinks: 'Gäste dürfen Links anlegen',
    guestDays: 'Gäste, die der Identitätsanbieter dazu macht, bleiben',
    noGuests: 'Er macht niemanden zum Gast',
    allowsRequests: 'Anforderungen von Dateien erlauben',
    requestsStay: (count) =>
      count === 0
        ? 'Zurzeit ist keine Anforderung offen.'
        : `${count === 1 ? '1 Anforderung ist' : `${formatCount(count)} Anforderungen sind`} zurzeit offen. Sie bleiben es, bis sie enden.`,
    exports: 'Exporte',
    exportsBy: 'Listen und Aufzeichnungen speichern als Datei',
    exporters: { readers: 'Alle, die sie lesen dürfen', owners: 'Nur Eigentümer' },
    exportsHint:
      'Das Audit-Protokoll, Kontakte, Geschäfte, Partner, Schulungen, Zugriffsprüfungen, Rechnungen und Testergebnisse. Wer sie lesen darf, kann weiterhin abschreiben, was der Bildschirm zeigt, und das Audit-Protokoll speichert die Seite selbst, die vorher den Server fragt.',
    changes: 'Was sich ändert',
    change: (name, before, after) => `${name}: bisher ${before}, jetzt ${after}`,
    on: 'ja',
    off: 'nein',
    save: 'Regeln speichern',
    saving: 'Wird gespeichert …',
    undo: 'Rückgängig',
    saved: 'Die Regeln sind gespeichert',
    savedText: 'Sie gelten sofort, ein zweiter Faktor und Wege der Anmeldung ab ihrem Tag.',
    saveFailed: 'Die Regeln konnten nicht gespeichert werden',
    conflict: (who) =>
      `${who} hat die Regeln inzwischen geändert, deshalb wurde von Ihnen nichts gespeichert. Was Sie jetzt sehen, enthält diese Änderungen. Sehen Sie Ihre noch einmal an, und speichern Sie.`,
  },
  sessions: {
    title: 'Sitzungen aller',
    lead: 'Wo Personen der Organisation angemeldet sind, zuletzt benutzte zuerst.',
    loading: 'Sitzungen werden geladen',
    failed: 'Die Sitzungen konnten nicht geladen werden',
    none: 'Niemand ist angemeldet',
    noneText: 'Sitzungen erscheinen hier, wenn sich jemand anmeldet.',
    row: (who, device) => `${who}: ${device}`,
    detail: (parts) => parts.join(' • '),
    used: (when) => `benutzt ${when}`,
    started: (when) => `seit ${when}`,
    factor: 'Zweiter Faktor',
    held: 'Angehalten',
    current: 'Diese Sitzung',
    end: 'Beenden',
    endOf: (who, device) => `Eine Sitzung von ${who} beenden, ${device}`,
    owner: 'Nur Eigentümer beenden Sitzungen von Eigentümern.',
    ask: (who) => `Sitzungen von ${who} beenden`,
    choice: 'Welche Sitzungen',
    one: 'Nur diese Sitzung',
    oneHint: (device, when) => `${device}, benutzt ${when}.`,
    all: 'Alle Sitzungen',
    allHint: 'Überall, wo die Person angemeldet ist. Ihre eigene Sitzung hier bleibt.',
    askText:
      'Die Person wird benachrichtigt und muss sich neu anmelden. Was sie nicht gespeichert hat, kann verloren gehen.',
    submit: 'Beenden',
    busy: 'Wird beendet …',
    done: (count) => (count === 1 ? 'Die Sitzung ist beendet' : `${formatCount(count)} Sitzungen sind beendet`),
    gone: 'Es war nichts mehr zu beenden',
    endFailed: 'Die Sitzung konnte nicht beendet werden',
  },
  ledger: {
    title: 'Audit-Ledger',
    lead: 'Dieser Browser prüft, ob das Log der Organisation fortsetzt, was er früher gesehen hat.',
    open: 'Audit-Log öffnen',
  },
}
