import { formatCount } from '#web/lib/format.ts'
import type { RoleChange } from '#contract/notices.ts'
import type { NoticeAbout } from '../../notifications.ts'
import type { WordsOf } from '../catalogue.ts'

const named = (name: string | undefined) => (name === undefined ? '' : ` „${name}“`)
const ENDED: Record<string, string> = {
  done: 'Sie haben wieder Zugang: Ein neues Passwort wurde festgelegt',
  refused: 'Ihre Anfrage auf Wiederherstellung wurde abgelehnt',
  cancelled: 'Ihre Anfrage auf Wiederherstellung wurde abgebrochen',
  expired: 'Ihre Anfrage auf Wiederherstellung ist nach sieben Tagen abgelaufen',
}
const someone = (who: string | undefined) => who ?? 'Jemand'
const files = (count: number) => (count === 1 ? '1 Datei' : `${formatCount(count)} Dateien`)
const aFile = (name: string | undefined, count = 1) =>
  count > 1 ? files(count) : name === undefined ? 'eine Datei' : `„${name}“`
/** In the accusative. */
const aSpace = (name: string | undefined) => (name === undefined ? 'einen Teamraum' : `den Teamraum „${name}“`)
/** In the dative. */
const fromSpace = (name: string | undefined) => (name === undefined ? 'einem Teamraum' : `dem Teamraum „${name}“`)

const behind = (name: string | undefined) => (name === undefined ? '' : `: ${name}`)
const DUE: Record<string, string> = {
  soon: 'Eine Schulung ist innerhalb einer Woche fällig',
  today: 'Eine Schulung ist heute fällig',
  late: 'Eine Schulung ist überfällig',
}

const aRole = (role: string | undefined) => (role === undefined ? 'eine Rolle' : `die Rolle ${role}`)
type Say = (about: NoticeAbout) => string
const ROLES_CHANGED: Readonly<Record<string, Say | undefined>> = {
  given: ({ who, whom, role, isOwn }) =>
    `${someone(who)} hat ${isOwn ? 'Ihnen' : (whom ?? 'jemandem')} ${aRole(role)} gegeben`,
  ended: ({ who, whom, role, isOwn }) =>
    isOwn
      ? `${someone(who)} hat Ihre Rolle${role === undefined ? '' : ` ${role}`} beendet`
      : `${someone(who)} hat ${aRole(role)} von ${whom ?? 'jemandem'} beendet`,
  removed: ({ who, whom, role, isOwn }) =>
    `${someone(who)} hat ${isOwn ? 'Sie' : (whom ?? 'jemanden')} aus der Organisation entfernt, und damit ${aRole(role)}`,
  invited: ({ who, role, count = 1 }) =>
    count === 1
      ? `${someone(who)} hat jemanden für ${aRole(role)} eingeladen`
      : `${someone(who)} hat ${formatCount(count)} Personen für Rollen eingeladen, die die Verwaltung öffnen`,
  joined: ({ whom, role }) => `${someone(whom)} hat eine Einladung angenommen und hat nun ${aRole(role)}`,
  provisioned: ({ whom, role, isOwn }) =>
    `Ihr Identitätsanbieter hat ${isOwn ? 'Sie' : (whom ?? 'jemanden')} hinzugefügt, mit der Rolle einer Einladung${role === undefined ? '' : `: ${role}`}`,
} satisfies Record<RoleChange, Say>

export const notices: WordsOf<'notices'> = {
  title: 'Benachrichtigungen',
  lead: 'Was Sie über Ihr Konto wissen sollten. Wenn Sie etwas nicht selbst waren, beenden Sie die Sitzung und legen Sie ein neues Passwort fest.',
  list: 'Benachrichtigungen',
  loading: 'Benachrichtigungen werden geladen',
  failed: 'Ihre Benachrichtigungen konnten nicht geladen werden',
  retry: 'Erneut versuchen',
  empty: 'Keine Benachrichtigungen',
  emptyText: 'Eine Anmeldung auf einem neuen Gerät, ein geändertes Passwort und Ähnliches erscheinen hier.',
  unknownKind: (kind) => `Etwas ist geschehen: ${kind.replaceAll('_', ' ')}`,
  says: {
    new_device: () => 'Sie haben sich auf einem neuen Gerät angemeldet',
    file_shared: ({ who, name, count }) => `${someone(who)} hat ${aFile(name, count)} mit Ihnen geteilt`,
    team_space_added: ({ who, name }) => `${someone(who)} hat Sie in ${aSpace(name)} aufgenommen`,
    team_space_removed: ({ who, name }) =>
      who === undefined
        ? `Sie wurden aus ${fromSpace(name)} entfernt`
        : `${who} hat Sie aus ${fromSpace(name)} entfernt`,
    team_space_left: ({ who, name }) =>
      `${someone(who)} hat ${aSpace(name)} verlassen, den Sie leiten: Er braucht einen neuen Schlüssel`,
    files_received: ({ name, count = 1 }) => {
      if (name === undefined) return `Jemand hat Ihnen ${count === 1 ? 'eine Datei' : files(count)} geschickt`
      return `${files(count)} ${count === 1 ? 'ist' : 'sind'} für die Anforderung „${name}“ eingegangen`
    },
    device_silent: ({ name }) => `Das Gerät${named(name)} ist länger still, als Sie erwarten`,
    device_back: ({ name }) => `Das Gerät${named(name)} ist wieder da`,
    device_paused: ({ name }) => `Das Gerät${named(name)} verhielt sich ungewöhnlich und ist angehalten`,
    stream_failing: ({ name }) =>
      `Der Ereignisstrom${name === undefined ? '' : ` „${name}“`} hat seit einem Tag nichts zugestellt`,
    content_lost: ({ count = 1 }) =>
      count === 1
        ? 'Der Inhalt einer Datei fehlt oder ist beschädigt'
        : `Der Inhalt von ${files(count)} fehlt oder ist beschädigt`,
    leftovers_held: () =>
      'Viele gespeicherte Inhalte gehören zu keiner Datei. Nichts davon wird entfernt, bevor der Betreiber es sagt',
    recovery_wanted: ({ who }) => `${someone(who)} bittet um Hilfe, den eigenen Tresor wieder zu öffnen`,
    recovery_changed: () => 'Ihre Organisation hat geändert, wer Ihnen wieder Zugang geben kann',
    recovery_asked: () => 'Ihre Wiederherstellung wurde angefragt. Waren Sie das nicht, brechen Sie sie ab',
    recovery_answered: ({ who }) => `${someone(who)} hat den eigenen Teil des Schlüssels zu Ihrem Tresor übergeben`,
    recovery_ended: ({ event }) => ENDED[String(event)] ?? 'Die Anfrage auf Wiederherstellung ist beendet',
    recovery_allowed: () =>
      'Sie haben mehreren Personen Ihrer Organisation gemeinsam erlaubt, Ihnen wieder Zugang zu geben',
    recovery_withdrawn: () => 'Niemand in Ihrer Organisation kann Ihnen mehr Zugang geben',
    password_changed: () => 'Ihr Passwort wurde geändert',
    password_reset: () => 'Ein neues Passwort wurde mit einem Link aus einer E-Mail festgelegt',
    vault_keys_changed: () => 'Wiederherstellungswörter oder Schlüssel Ihres Tresors wurden ersetzt',
    organisation_entered: () => 'Wer diese Installation betreibt, hat das Panel Ihrer Organisation betreten',
    keys_listed: () =>
      'Das öffentliche Log führt neue Schlüssel unter Ihrem Namen auf. Hat Ihnen das niemand erklärt, fragen Sie den Betreiber persönlich oder am Telefon',
    email_changed: () => 'Ihre E-Mail-Adresse wurde geändert',
    second_factor_changed: ({ event }) =>
      event === 'mfa.added' ? 'Ein zweiter Faktor wurde hinzugefügt' : 'Ein zweiter Faktor wurde entfernt',
    passkey_changed: ({ event }) =>
      event === 'passkey.removed' ? 'Ein Passkey wurde entfernt' : 'Ein Passkey wurde hinzugefügt',
    session_stolen: () => 'Eine Sitzung wurde von zwei Seiten benutzt und beendet',
    threat_noticed: () => 'An Ihrem Konto wurde etwas Ungewöhnliches bemerkt',
    threat_incident: () => 'Ein Sicherheitsvorfall braucht jemanden, der ihn ansieht',
    policy_updated: ({ who }) => `${someone(who)} hat die Regeln Ihrer Organisation geändert`,
    retention_changed: ({ who }) =>
      `${someone(who)} hat geändert, wie lange das Audit-Protokoll die Angaben der Ereignisse behält`,
    keyring_refused: () =>
      'Jemand wollte überschreiben, was sich Ihr Tresor merkt, und wurde abgewiesen. War eine ältere Version der App offen, laden Sie sie neu',
    session_ended: ({ who }) => `${someone(who)} hat eine Ihrer Sitzungen beendet`,
    training_assigned: ({ name }) => `Ihnen wurde eine Schulung zugewiesen${behind(name)}`,
    training_due: ({ name, event }) => `${DUE[String(event)] ?? 'Eine Schulung ist fällig'}${behind(name)}`,
    space_removal_wanted: ({ who, name }) =>
      `${who ?? 'Jemand'} soll den Teamraum${named(name)} verlassen: Das hat die Administration entschieden. Entfernen Sie die Person dort`,
    role_ending: () => 'Eine Ihrer Rollen endet innerhalb einer Woche. An welchem Tag, steht in den Einstellungen',
    roles_changed: (about) =>
      ROLES_CHANGED[String(about.event)]?.(about) ?? 'Wer Ihre Organisation verwaltet, hat sich geändert',
    member_role_ending: ({ who }) =>
      `Eine Rolle von ${who ?? 'jemandem in Ihrer Organisation'} endet innerhalb einer Woche`,
  },
  unread: 'Neu',
  markRead: 'Als gelesen markieren',
  markReadLabel: (sentence) => `Als gelesen markieren: ${sentence}`,
  markAllRead: 'Alle als gelesen markieren',
  unreadCount: (count) => (count === 0 ? 'Nichts Neues' : `${formatCount(count)} ungelesen`),
  markFailed: 'Die Benachrichtigungen konnten nicht als gelesen markiert werden',
  check: 'Sitzungen und Geräte ansehen',
  openTraining: 'Schulungen öffnen',
  openSpaces: 'Teamräume öffnen',
  openShared: 'Geteilte Dateien öffnen',
  openDevices: 'Geräte ansehen',
  openStreams: 'Ereignisströme ansehen',
  openRequests: 'Meine Anforderungen öffnen',
  openTeam: 'Anfrage ansehen',
  openRecovery: 'Wiederherstellung durch die Organisation ansehen',
  openPanel: 'Panel öffnen',
  openKeys: 'Ihre Schlüssel ansehen',
  openNoticed: 'Ansehen, was bemerkt wurde',
  openRoles: 'Team öffnen',
  openOwnRoles: 'Einstellungen öffnen',
  openPolicies: 'Regeln ansehen',
  openRetention: 'Audit-Protokoll öffnen',
  openIncident: 'Vorfall ansehen',
  more: 'Ältere Benachrichtigungen anzeigen',
  settings: {
    title: 'Worüber Sie benachrichtigt werden',
    lead: 'In der App, per E-Mail oder beides. E-Mails zur Sicherheit Ihres Kontos und Ihrer Organisation werden immer gesendet: Wer Ihre Sitzung gestohlen hätte, würde sie als Erstes abschalten.',
    loading: 'Einstellungen werden geladen',
    failed: 'Die Einstellungen konnten nicht geladen werden',
    saveFailed: 'Die Einstellung konnte nicht gespeichert werden',
    event: 'Ereignis',
    inApp: 'In der App',
    byEmail: 'Per E-Mail',
    always: 'Immer',
    groups: {
      files: 'Dateien und Anforderungen',
      spaces: 'Teamräume',
      account: 'Anmeldung und Schlüssel',
      recovery: 'Wiederherstellung',
      systems: 'Andere Systeme',
      training: 'Schulung',
    },
    counts: (inApp, byEmail, all) => `${inApp} von ${all} in der App, ${byEmail} per E-Mail`,
    inAppLabel: (kind) => `${kind}, in der App`,
    byEmailLabel: (kind) => `${kind}, per E-Mail`,
    kinds: {
      new_device: 'Anmeldung auf einem neuen Gerät',
      session_stolen: 'Gestohlene Sitzung beendet',
      file_shared: 'Datei mit Ihnen geteilt',
      team_space_added: 'In einen Teamraum aufgenommen',
      team_space_removed: 'Aus einem Teamraum entfernt',
      team_space_left: 'Jemand hat einen von Ihnen geleiteten Teamraum verlassen',
      files_received: 'Dateien für eine Ihrer Anforderungen eingegangen',
      device_silent: 'Ein Gerät ist still',
      device_back: 'Ein stilles Gerät ist wieder da',
      device_paused: 'Ein Gerät ist angehalten',
      stream_failing: 'Ein Ereignisstrom stellt nichts zu',
      content_lost: 'Inhalt von Dateien fehlt oder ist beschädigt',
      leftovers_held: 'Übrig gebliebene Inhalte warten auf den Betreiber',
      recovery_wanted: 'Anfrage auf Wiederherstellung',
      recovery_changed: 'Kontakte für die Wiederherstellung geändert',
      recovery_asked: 'Ihre Wiederherstellung wurde angefragt',
      recovery_answered: 'Ihre Wiederherstellung wurde beantwortet',
      recovery_ended: 'Ihre Wiederherstellung ist beendet',
      recovery_allowed: 'Wiederherstellung durch die Organisation erlaubt',
      recovery_withdrawn: 'Wiederherstellung durch die Organisation abgeschaltet',
      password_changed: 'Passwort geändert',
      password_reset: 'Passwort mit einem Link zurückgesetzt',
      vault_keys_changed: 'Schlüssel des Tresors ersetzt',
      organisation_entered: 'Betreiber in Ihrer Organisation',
      keys_listed: 'Neue Schlüssel unter Ihrem Namen',
      email_changed: 'E-Mail-Adresse geändert',
      second_factor_changed: 'Zweiter Faktor hinzugefügt oder entfernt',
      passkey_changed: 'Passkey hinzugefügt oder entfernt',
      threat_noticed: 'Etwas Ungewöhnliches an Ihrem Konto',
      threat_incident: 'Sicherheitsvorfall in Ihrer Organisation',
      policy_updated: 'Regeln Ihrer Organisation geändert',
      retention_changed: 'Aufbewahrung im Audit-Protokoll geändert',
      keyring_refused: 'Überschreiben dessen, was sich Ihr Tresor merkt, abgewiesen',
      session_ended: 'Eine Ihrer Sitzungen beendet',
      training_assigned: 'Ihnen zugewiesene Schulung',
      training_due: 'Schulung ist fällig',
      space_removal_wanted: 'Jemand soll einen Ihrer Teamräume verlassen',
      role_ending: 'Eine Ihrer Rollen endet bald',
      roles_changed: 'Wer Ihre Organisation verwaltet, hat sich geändert',
      member_role_ending: 'Die Rolle einer Person, die Sie verwalten, endet bald',
    },
  },
}
