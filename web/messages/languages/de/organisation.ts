import type { Role } from '#contract/permissions.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const ROLE: Record<Role, string> = {
  owner: 'Eigentümer',
  admin: 'Administrator',
  security_admin: 'Sicherheitsadministrator',
  billing_admin: 'Abrechnungsadministrator',
  analyst: 'Analyst',
  viewer: 'Betrachter',
  partner: 'Partner',
  member: 'Mitglied',
  super_admin: 'Hauptadministrator',
  tenant_admin: 'Administrator der Organisation',
  compliance_officer: 'Compliance-Beauftragter',
  growth_manager: 'Leitung Wachstum',
  sales_manager: 'Leitung Vertrieb',
  partner_manager: 'Leitung Partner',
  manager: 'Leitung',
}

export const team: WordsOf<'team'> = {
  title: 'Team',
  panelTitle: 'Personen & Teams',
  lead: (organisation) =>
    `Alle in ${organisation}. Rollen sagen, was jemand verwalten darf; sie öffnen niemandes Dateien.`,
  leadLoading: 'Alle in Ihrer Organisation.',
  invite: 'Einladen',
  members: 'Mitglieder',
  removed: 'Entfernt',
  removedLead:
    'Die Konten sind geschlossen, die Dateien bleiben versiegelt. Wird jemand wieder aufgenommen, ist alles noch da.',
  loading: 'Mitglieder werden geladen',
  failed: 'Die Mitglieder konnten nicht geladen werden',
  retry: 'Erneut versuchen',
  you: 'Sie',
  noVault: 'Noch kein Tresor',
  waiting: 'Wartet: noch nicht angemeldet',
  suspended: 'Gesperrt',
  added: (when) => `Hinzugefügt am ${when}`,
  details: 'Details',
  detailsOf: (who) => `Details zu ${who}`,
  noneFound: 'Keine Person gefunden',
  noneFoundText: 'Niemand passt zur Suche und zu den Filtern',
  filters: {
    title: 'Filter',
    search: 'Personen suchen',
    clearSearch: 'Suche löschen',
    clear: 'Filter löschen',
    all: 'Alle',
    role: 'Rolle',
    state: 'Zustand',
  },
  count: (count) => (count === 1 ? '1 Person' : `${formatCount(count)} Personen`),
  keysFailed: 'Die Schlüssel dieser Personen konnten nicht verglichen werden',
  countOver: (count) => `Mehr als ${formatCount(count)} Personen`,
  more: 'Weitere Personen anzeigen',
  active: (when) => `Aktiv: ${when}`,
  neverActive: 'Noch nicht aktiv',
  joined: (when) => `Beigetreten ${when}`,
  removedAt: (when) => `Entfernt ${when}`,
  none: 'Keine Rolle',
  role: (role) => ROLE[role as Role] ?? role,
  member: {
    role: 'Rolle',
    save: 'Rolle speichern',
    saving: 'Wird gespeichert …',
    saved: 'Rolle geändert',
    savedText: (who, role) => `${who}: ${role}`,
    saveFailed: 'Die Rolle wurde nicht geändert',
    keys: 'Schlüssel',
    keysFailed: 'Die Schlüssel dieser Person konnten nicht gelesen werden',
    keysLoading: 'Die Schlüssel dieser Person werden gelesen',
    withoutVault:
      'Diese Person hat sich noch nicht angemeldet und ihren Tresor angelegt. Bis dahin kann niemand mit ihr teilen.',
    remove: 'Aus der Organisation entfernen',
    removeTitle: (who) => `${who} entfernen?`,
    removeText:
      'Die Person wird überall abgemeldet und kann sich nicht mehr anmelden. Was sie teilt und was mit ihr geteilt wird, endet. Ihre eigenen Dateien werden nicht gelöscht: Sie bleiben versiegelt, niemand sonst kann sie öffnen, und sie sind wieder da, wenn Sie die Person wieder aufnehmen. Heruntergeladene Kopien bleiben bei den anderen.',
    removeConfirm: 'Mitglied entfernen',
    removing: 'Wird entfernt …',
    removedDone: 'Mitglied entfernt',
    removedText: (who) => `${who} ist abgemeldet und kann sich nicht mehr anmelden`,
    removeFailed: 'Das Mitglied wurde nicht entfernt',
    offboard: 'Austritt',
    suspend: 'Sperren',
    suspendTitle: (who) => `${who} sperren?`,
    suspendText:
      'Die Person wird überall abgemeldet und kann sich nicht anmelden. Sie bleibt Mitglied mit allen Dateien, und Kolleginnen und Kollegen behalten, was mit ihnen geteilt wurde. Niemand öffnet ihre Links, bis Sie die Sperre beenden.',
    suspendConfirm: 'Mitglied sperren',
    suspending: 'Wird gesperrt…',
    suspended: 'Mitglied gesperrt',
    suspendedText: (who) => `${who} ist abgemeldet und kann sich nicht anmelden`,
    suspendFailed: 'Das Mitglied wurde nicht gesperrt',
    endSuspension: 'Sperre beenden',
    suspensionEnded: 'Sperre beendet',
    suspensionEndedText: (who) => `${who} kann sich wieder anmelden`,
    suspensionFailed: 'Die Sperre wurde nicht beendet',
    provisioned: 'Von Ihrem Identitätsanbieter verwaltet: Er kann wieder ändern, was Sie hier ändern.',
    restore: 'Wieder aufnehmen',
    restoreLabel: (who) => `${who} wieder aufnehmen`,
    restored: 'Mitglied wieder aufgenommen',
    restoredText: (who) => `${who} kann sich wieder anmelden`,
    restoreFailed: 'Das Mitglied wurde nicht wieder aufgenommen',
  },
  ownInvitations: {
    title: 'Einladungen für Sie',
    notice: (who, organisation) => `${who} lädt Sie zu ${organisation} ein.`,
    see: 'Einladung ansehen',
    somebody: 'Jemand',
    from: (who, when) => `Von ${who}, ${when}`,
    one: (organisation) =>
      `Ein Konto gehört zu einer Organisation, und dieses gehört zu ${organisation}. Sie können mit ihm nicht annehmen; Ihre Dateien bleiben auf jeden Fall hier. So treten Sie bei:`,
    otherAddress:
      'Geben Sie diesem Konto eine andere E-Mail-Adresse und bitten Sie darum, die Einladung noch einmal zu senden. Sie legt ein zweites Konto unter der eingeladenen Adresse an.',
    security: 'Adresse unter Sicherheit ändern',
    askAgain: 'Oder bitten Sie um eine Einladung an eine andere Adresse von Ihnen.',
    decline: 'Ablehnen',
    declineOf: (organisation) => `Einladung zu ${organisation} ablehnen`,
    declined: 'Einladung abgelehnt',
    declinedText: (organisation) => `${organisation} erfährt davon nichts`,
    declineFailed: 'Die Einladung wurde nicht abgelehnt',
  },
  pin: {
    done: 'Schlüssel gemerkt',
    doneText: (who) => `Die Schlüssel von ${who} sind die aus Ihrer Einladung`,
    changed: 'Die Schlüssel der Person, die Sie eingeladen hat, sind nicht die aus Ihrer Einladung',
  },
}

export const join: WordsOf<'join'> = {
  title: 'Sie sind eingeladen',
  lead: (by, email) => `${by} lädt ${email} ein. Wählen Sie ein Passwort; Ihr Browser erzeugt dann Ihre Schlüssel.`,
  asking: 'Die Organisation wird abgefragt …',
  into: (organisation, inviter) =>
    inviter ? `Sie treten ${organisation} bei, eingeladen von ${inviter}.` : `Sie treten ${organisation} bei.`,
  unknown:
    'Der Server hat nicht gesagt, um welche Organisation es geht. Prüfen Sie die Verbindung, bevor Sie annehmen.',
  otherInviter: (by, inviter) =>
    `Die Adresse nennt ${by}, aber die Einladung auf dem Server ist von ${inviter}. Fragen Sie persönlich nach, bevor Sie annehmen.`,
  somebody: 'Jemand',
  submit: 'Annehmen und mein Konto anlegen',
  busy: 'Ihr Konto wird angelegt …',
  incomplete: {
    title: 'Ein Teil dieser Adresse fehlt',
    text: 'Öffnen Sie den Link aus der Einladung noch einmal, vollständig. Das Ende nach dem Zeichen # gehört dazu.',
  },
  noted: {
    title: 'Schlüssel gemerkt',
    text: (by, email) =>
      `Dieser Browser kennt jetzt die Schlüssel von ${by}. Öffnen Sie die Einladung, die an ${email} gesendet wurde, in demselben Browser: Es geht nur weiter, wenn die Schlüssel dieselben sind.`,
    question: (by) =>
      `Haben Sie diese Adresse von ${by} persönlich erhalten oder auf einem Weg, von dem Sie wissen, dass er stimmt? Kam sie per E-Mail, bestätigen Sie nicht: E-Mails sendet der Server.`,
    confirm: (by) => `Ich habe sie von ${by}`,
    isHandedOver: (by) =>
      `Ihr Tresor kennt ${by} dann als jemanden, der für andere sprechen darf, etwa für die Personen, die Ihnen wieder Zugang geben können.`,
  },
  differs: {
    title: 'Das sind nicht die Schlüssel, die Sie erhalten haben',
    text: (by) =>
      `Die Einladung per E-Mail nennt für ${by} andere Schlüssel als die Adresse, die Sie vorher geöffnet haben. Vielleicht hat sich jemand dazwischengeschaltet. Nichts wurde gesendet; fragen Sie ${by} persönlich.`,
    noted: (who, email) =>
      `Gemerkt hat sich dieser Browser die Schlüssel von ${who}, für ${email}. War das eine andere Einladung, für jemand anderen an diesem Gerät, lassen Sie sie vergessen und vergleichen Sie noch einmal.`,
    forget: 'Gemerktes vergessen',
  },
  signedIn: {
    title: 'Sie sind angemeldet',
    text: (email) =>
      `Dieser Browser ist als ${email} angemeldet, deshalb wurde von dieser Einladung nichts gemerkt. Melden Sie sich ab, um sie für ein anderes Konto anzunehmen.`,
    one: (by, invited) =>
      `${by} lädt ${invited} ein. Ein Konto gehört zu einer Organisation, deshalb wird die Einladung mit einem neuen Konto für diese Adresse angenommen.`,
    signOut: 'Abmelden',
    stay: 'Angemeldet bleiben',
  },
  expired:
    'Diese Einladung wurde benutzt oder ist abgelaufen. Melden Sie sich an, wenn Sie sie angenommen haben; sonst bitten Sie um eine neue.',
}
