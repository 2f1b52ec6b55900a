import { formatBytes, formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

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
  read_by_own_links: ({ files }) =>
    `Besucher lasen ${count(files)} verschiedene Dateien über Links, die innerhalb eines Tages erstellt wurden`,
  files_destroyed: ({ files, most }) =>
    `${count(files)} Dateien wurden in zehn Minuten ersetzt oder gelöscht; ${count(most)} werden durchgelassen`,
  files_destroyed_of_day: ({ files, most }) =>
    `${count(files)} Dateien wurden an einem Tag ersetzt oder gelöscht; ${count(most)} werden durchgelassen`,
  client_saw: ({ files }) =>
    `Vor dem Versiegeln sah der Browser, dass ${count(files)} davon zu Zufallsdaten oder zu einer anderen Art von Datei wurden`,
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
  device_flood: ({ requests }) =>
    `${count(requests)} Anfragen über das hinaus, was ein Gerät senden darf, ohne zu warten`,
  device_replays: ({ requests }) => `${count(requests)} Anfragen dieses Geräts kamen ein zweites Mal`,
  device_old_key: ({ requests }) =>
    `${count(requests)} Anfragen waren mit einem Schlüssel signiert, der ersetzt oder gesperrt wurde`,
  device_files: ({ files, usual }) => `${count(files)} Dateien an einem Tag gesendet; üblich sind ${count(usual)}`,
  device_size: ({ bytes, largest }) =>
    `Eine Datei von ${formatBytes(Number(bytes))} wurde angekündigt; die größte der letzten Tage hatte ${formatBytes(Number(largest))}`,
  device_moved: ({ from, to }) => `Das Gerät wechselte von ${text(from)} nach ${text(to)}, in ein anderes Netz`,
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
    device_misuse: 'Gerät verhält sich ungewöhnlich',
  },
  enforcements: {
    challenge: 'Unbekannte Geräte lösen vor jedem Versuch eine Aufgabe',
    step_up: 'Die Sitzung wartet, bis die Person bestätigt',
    throttle: 'Eine Datei je Sekunde',
    block: 'Die Adresse bekommt keine Antwort',
    freeze: 'Ersetzen und Löschen von Dateien ist angehalten',
    pause: 'Das Gerät ist angehalten',
    none: 'Vermerkt',
  },
  confirm: {
    title: 'Bestätigen Sie, dass Sie es sind',
    lead: 'An dieser Sitzung wurde etwas Ungewöhnliches bemerkt. Bis Sie bestätigen, öffnet sie keine Ihrer Dateien.',
    noticed: 'Was bemerkt wurde',
    forPassword:
      'Ein Weg der Anmeldung, der in der letzten Woche hinzukam, oder eine Anmeldung vor mehr als 15 Minuten zeigt nicht, dass Sie es sind. Was Sie eingegeben haben, bleibt: Geben Sie den Code ein, und das neue Passwort wird gesetzt.',
    mailLead: (email) => `Wir senden einen Code an ${email}. Mit Ihrem Passwort allein kann niemand bestätigen.`,
    onlyFactor: (until) =>
      `Das Passwort wurde vor Kurzem ersetzt. Deshalb zeigen weder das Passwort noch Ihr Postfach, dass Sie es sind. Verwenden Sie Ihre Authenticator-App, oder wenden Sie sich an die Administration; sonst endet das von selbst am ${until}.`,
    mailLeadAlone: (email) => `Wir senden einen Code an ${email}.`,
    send: 'Code senden',
    sending: 'Wird gesendet …',
    sent: (email) => `Der Code ist unterwegs an ${email}. Das kann eine Minute dauern.`,
    again: 'Weiteren Code senden',
    code: 'Code aus der E-Mail',
    toMail: 'Code aus dem Postfach benutzen',
    toApp: 'Authenticator-App benutzen',
    toPassword: 'Passwort benutzen',
    password: 'Ihr Passwort',
    submit: 'Bestätigen',
    busy: 'Wird geprüft …',
    wasNotMe:
      'Sind Sie das nicht, melden Sie sich ab. Könnte jemand anderes in Ihrem Konto sein, bestätigen Sie hier und setzen Sie danach unter Sicherheit ein neues Passwort.',
    signOut: 'Abmelden',
    wrong: 'Das ist nicht der Code, oder er ist zu alt. Senden Sie einen weiteren.',
  },
  noticed: {
    title: 'Was bemerkt wurde',
    loading: 'Was bemerkt wurde, wird geladen',
    failed: 'Was bemerkt wurde, konnte nicht geladen werden',
    retry: 'Erneut versuchen',
    empty: 'An Ihrem Konto wurde nichts Ungewöhnliches bemerkt.',
    times: (times) => `${formatCount(times)}-mal`,
    done: (what) => `Was getan wurde: ${what}`,
    wouldBe: (what) => `Was getan worden wäre: ${what}`,
    dryRun: 'Probelauf',
    inForce: 'Gilt gerade',
    over: 'Vorbei',
    me: 'Das war ich',
    notMe: 'Das war ich nicht',
    of: (answer, name, when) => `${answer}: ${name}, ${when}`,
    answer: (said) => `Antwort: ${said}`,
    answered: 'Ihre Antwort ist vermerkt',
    ask: {
      title: 'Waren Sie das nicht?',
      text: 'Alle anderen Sitzungen Ihres Kontos enden sofort. Setzen Sie danach ein neues Passwort: Sie werden dorthin geführt.',
      submit: 'Alle anderen Sitzungen beenden',
    },
    ended: 'Alle anderen Sitzungen sind beendet',
    endedText: 'Setzen Sie jetzt ein neues Passwort.',
    answerFailed: 'Ihre Antwort konnte nicht vermerkt werden',
  },
  pause: {
    strip: 'Ersetzen und Löschen von Dateien ist für Ihr Konto angehalten.',
    title: 'Ersetzen und Löschen von Dateien ist angehalten',
    text: (until) =>
      `Lesen, hinzufügen und teilen können Sie weiterhin. Die Pause endet, wenn Sie bestätigen, dass Sie es waren${until === null ? '' : `, sonst am ${until}`}.`,
    confirm: 'Bestätigen, dass Sie es waren',
    lead: 'Haben Sie diese Dateien selbst ersetzt oder gelöscht, bestätigen Sie, und Sie können sofort weitermachen. Andernfalls schließen Sie dies und setzen Sie zuerst ein neues Passwort.',
    password: 'Geben Sie Ihr Passwort ein, um zu zeigen, dass Sie es sind.',
    lifted: 'Sie können Dateien wieder ersetzen und löschen',
    liftedText: 'Sie haben bestätigt, dass Sie es waren.',
    slowed: {
      strip: 'Auf diesem neuen Gerät wurden sehr viele Dateien gelesen, deshalb kommt eine pro Sekunde.',
      title: 'In dieser Sitzung kommt eine Datei pro Sekunde',
      text: (until) =>
        `Sehr viele wurden auf einem Gerät gelesen, das für Ihr Konto neu ist. Sie kommen wieder in voller Geschwindigkeit, wenn Sie bestätigen, dass Sie es sind${until === null ? '' : `, sonst am ${until}`}.`,
      confirm: 'Bestätigen, dass Sie es sind',
      lead: 'Lesen Sie diese Dateien selbst, bestätigen Sie, und sie kommen wieder in voller Geschwindigkeit. Andernfalls schließen Sie dies, beenden Sie die Sitzung und setzen Sie ein neues Passwort.',
      lifted: 'Dateien kommen wieder in voller Geschwindigkeit',
    },
  },
  canary: {
    title: 'Alarm auslösen',
    isSet: 'Alarm gesetzt',
    label: 'Alarm, wenn jemand dies öffnet',
    hint: 'Wird diese Datei geöffnet oder heruntergeladen, auch von Ihnen selbst, wird diese Sitzung angehalten, und die Person kann nichts ersetzen oder löschen, bis sie bestätigt. Wer die Sicherheit verwaltet, wird benachrichtigt. Listen zeigen kein kleines Bild von ihr.',
    loading: 'Es wird nach einem Alarm gesehen …',
    failed: 'Ob es einen Alarm gibt, war nicht herauszufinden',
    read: 'Nach einem Alarm sehen',
    saveFailed: 'Der Alarm konnte nicht geändert werden',
  },
}
