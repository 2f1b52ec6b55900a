import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const count = (value: unknown): string => formatCount(Number(value ?? 0))
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const reasons: WordsOf<'threats'>['reasons'] = {
  failed_tries: ({ tries }) => `${count(tries)} falsche Passwörter in kurzer Zeit`,
  accounts_tried: ({ accounts }) => `${count(accounts)} verschiedene Konten wurden versucht`,
  few_successes: ({ right, wrong }) => `${count(right)} dieser Anmeldungen gelangen, ${count(wrong)} schlugen fehl`,
  attack_everywhere: ({ wrong, addresses }) => `${count(wrong)} falsche Passwörter von ${count(addresses)} Adressen`,
  unseen_country: ({ country }) => `Aus einem Land, in dem dieses Konto nie benutzt wurde: ${text(country)}`,
  unseen_network: ({ network }) => `Aus einem Netz, das dieses Konto nie benutzt hat: ${text(network)}`,
  unseen_device: () => 'Auf einem Gerät, das sich nie bei diesem Konto angemeldet hat',
  unusual_score: ({ score }) => `Wie ungewöhnlich: ${count(score)}, üblich ist 1`,
  too_fast: ({ from, to, km, minutes }) =>
    `Von ${text(from)} nach ${text(to)} in ${count(minutes)} Minuten, das sind etwa ${count(km)} km`,
  copied_token: () => 'Dieselbe Sitzung wurde an zwei Orten benutzt',
  moved_country_and_network: ({ from, to }) =>
    `Die Sitzung wechselte von ${text(from)} nach ${text(to)}, in ein anderes Netz`,
  other_program: () => 'Die Sitzung erschien in einem anderen Browser oder Programm',
  files_read: ({ files, minutes }) =>
    `${count(files)} verschiedene Dateien wurden in ${count(minutes)} Minuten gelesen`,
  usual_reads: ({ files }) => `An einem üblichen Tag sind es ${count(files)}`,
  files_of_day: ({ files }) => `${count(files)} Dateien wurden an einem Tag gelesen`,
  files_destroyed: ({ files, most }) =>
    `${count(files)} Dateien wurden in zehn Minuten ersetzt oder gelöscht; ${count(most)} werden durchgelassen`,
  unknown_links: ({ tries }) => `${count(tries)} Links wurden versucht, die es nicht gibt`,
  young_session: ({ minutes }) => `In einer Sitzung, die ${count(minutes)} Minuten alt war`,
  first_grant: ({ role }) => `Die erste Rolle, die diese Person vergeben hat: ${text(role)}`,
  canary_file: () => 'Eine Datei wurde geöffnet, die niemand zu öffnen braucht',
  canary_link: () => 'Ein Link wurde geöffnet, den niemand zu öffnen braucht',
  refused_objects: ({ objects }) =>
    `${count(objects)} Dateien wurden verlangt, die es nicht gibt oder die anderen gehören`,
  log_rows_read: ({ rows }) => `${count(rows)} Ereignisse des Prüfprotokolls wurden gelesen`,
  recovered_recently: ({ hours }) => `Das Passwort wurde ${count(hours)} Stunden zuvor ohne das alte ersetzt`,
  after_attack: () => 'Das richtige Passwort folgte auf viele falsche',
}

export const threats: WordsOf<'threats'> = {
  reasons,
  detectors: {
    account_brute_force: 'Passwörter eines Kontos werden geraten',
    credential_stuffing: 'Eine Adresse versucht viele Konten',
    distributed_stuffing: 'Viele Adressen versuchen viele Konten',
    password_spray: 'Ein Netz versucht wenige Passwörter an vielen Konten',
    new_context: 'Anmeldung, die nicht zur Person passt',
    impossible_travel: 'Anmeldungen zu weit auseinander',
    token_reuse: 'Kopierte Sitzung',
    session_moved: 'Sitzung an einem anderen Ort',
    mass_download: 'Sehr viele Dateien gelesen',
    slow_exfiltration: 'Den ganzen Tag mehr Dateien gelesen als üblich',
    mass_destruction: 'Sehr viele Dateien ersetzt oder gelöscht',
    link_scraping: 'Links werden ausprobiert',
    privilege_change: 'Ungewöhnliche Änderung von Rollen',
    canary: 'Köder geöffnet',
    probing: 'Dateien anderer verlangt',
    audit_export: 'Prüfprotokoll ganz gelesen',
    recovered_then_export: 'Wiederhergestelltes Konto liest viele Dateien',
  },
  enforcements: {
    challenge: 'Unbekannte Geräte lösen vor jedem Versuch eine Aufgabe',
    step_up: 'Die Sitzung wartet, bis die Person bestätigt',
    throttle: 'Eine Datei je Sekunde',
    block: 'Die Adresse bekommt keine Antwort',
    freeze: 'Ersetzen und Löschen von Dateien ist angehalten',
    none: 'Vermerkt',
  },
  confirm: {
    title: 'Bestätigen Sie, dass Sie es sind',
    lead: 'An dieser Sitzung wurde etwas Ungewöhnliches bemerkt. Bis Sie bestätigen, öffnet sie keine Ihrer Dateien.',
    noticed: 'Was bemerkt wurde',
    mailLead: (email) => `Wir senden einen Code an ${email}. Mit Ihrem Passwort allein kann niemand bestätigen.`,
    send: 'Code senden',
    sending: 'Wird gesendet …',
    sent: (email) => `Der Code ist unterwegs an ${email}. Das kann eine Minute dauern.`,
    again: 'Weiteren Code senden',
    code: 'Code aus der E-Mail',
    toMail: 'Code aus dem Postfach benutzen',
    toApp: 'Authenticator-App benutzen',
    submit: 'Bestätigen',
    busy: 'Wird geprüft …',
    wasNotMe:
      'Sind Sie das nicht, melden Sie sich ab. Könnte jemand anderes in Ihrem Konto sein, bestätigen Sie hier und setzen Sie danach unter Sicherheit ein neues Passwort.',
    signOut: 'Abmelden',
    wrong: 'Das ist nicht der Code, oder er ist zu alt. Senden Sie einen weiteren.',
  },
}
