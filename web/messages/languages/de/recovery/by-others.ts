import type { WordsOf } from '../../catalogue.ts'

const people = (count: number) => (count === 1 ? 'eine Person' : `${count} Personen`)
const quorum = (threshold: number, holders: number) =>
  holders === 1 ? 'Eine Person allein' : `Je ${threshold} dieser ${holders} Personen gemeinsam`

export const byOthers: WordsOf<'byOthers'> = {
  title: 'Wiederherstellung durch die Organisation',
  loading: 'Wiederherstellung durch die Organisation wird geladen',
  loadFailed: 'Die Wiederherstellung durch die Organisation konnte nicht geladen werden',
  retry: 'Erneut versuchen',
  quorum,
  setup: {
    lead: 'Benannte Personen können gemeinsam Mitgliedern wieder Zugang geben, die Passwort und Wiederherstellungswörter verloren haben. Das gilt für alle, die es auf ihrer Seite Sicherheit erlauben.',
    none: 'Ihre Organisation hat das noch nicht eingerichtet. Wer Passwort und Wiederherstellungswörter verliert, verliert seine Dateien.',
    summary: (threshold, holders) =>
      holders === 1
        ? 'Eine Person allein kann Mitgliedern wieder Zugang geben'
        : `${threshold} von ${holders} Personen geben Mitgliedern wieder Zugang`,
    decided: (who, when) => `Festgelegt von ${who} am ${when}`,
    people: 'Personen, die helfen können',
    start: 'Einrichten',
    change: 'Ändern',
    title: 'Wer Mitgliedern wieder Zugang geben kann',
    means:
      'Jede dieser Personen bewahrt einen versiegelten Teil des Schlüssels jedes Mitglieds auf, das es erlaubt. Gemeinsam können so viele, wie Sie festlegen, alles in einem solchen Tresor öffnen. Weniger können es nicht, auch dieser Server nicht.',
    choose: 'Personen',
    find: 'Nach Name oder Adresse suchen',
    tooMany: (max) => `Wählen Sie höchstens ${max} Personen.`,
    noVault: 'Noch kein Tresor',
    gone: 'Nicht mehr hier',
    threshold: 'Wie viele nötig sind',
    thresholdHint: (holders) => `2 bis ${holders}. Mehr ist sicherer, weniger ist leichter zu erreichen.`,
    thresholdWrong: (holders) => `Geben Sie eine Zahl von 2 bis ${holders} ein.`,
    alone:
      'Eine einzelne Person kann mit Hilfe des Servers jederzeit allein den Tresor aller öffnen, die es erlauben. Benennen Sie möglichst mindestens drei Personen.',
    nobody: 'Wählen Sie zuerst jemanden aus.',
    submit: 'Signieren und speichern',
    busy: 'Wird signiert …',
    saved: 'Wiederherstellung durch die Organisation gespeichert',
    savedText: 'Die Mitglieder sehen es auf ihrer Seite Sicherheit und entscheiden selbst',
    end: 'Wiederherstellung durch die Organisation beenden',
    endTitle: 'Wiederherstellung durch die Organisation beenden?',
    endText:
      'Alle Teile von Schlüsseln werden gelöscht, offene Anfragen enden. Wer danach Passwort und Wiederherstellungswörter verliert, verliert seine Dateien.',
    endConfirm: 'Beenden',
    ended: 'Wiederherstellung durch die Organisation beendet',
  },
  asking: {
    title: 'Anfragen auf Wiederherstellung',
    lead: 'Sie haben einen Teil des Schlüssels dieser Personen. Sprechen Sie mit ihnen, bevor Sie antworten.',
    when: (at) => `Gefragt ${at}`,
    until: (at) => `endet am ${at}`,
    answers: (count, threshold) => `${count} von ${threshold} haben geantwortet`,
    done: 'Sie haben geantwortet',
    answer: 'Antworten',
    answerLabel: (who) => `${who} antworten`,
    dialogTitle: (who) => `${who} wieder Zugang geben`,
    how: (who) =>
      `Rufen Sie ${who} unter einer Nummer an, die Sie kennen, und vergewissern Sie sich, dass es wirklich diese Person ist. Lassen Sie sich den Code auf ihrem Bildschirm vorlesen, 20 Ziffern, und geben Sie ihn hier ein. Übernehmen Sie ihn nicht aus einer E-Mail oder einem Chat.`,
    what: 'Mit dem richtigen Code übergibt Ihr Browser Ihren Teil des Schlüssels an den Browser dieser Person und an niemanden sonst.',
    code: 'Code, der Ihnen vorgelesen wird',
    codeHint: '20 Ziffern; Leerzeichen spielen keine Rolle.',
    codeShort: 'Der Code hat 20 Ziffern.',
    submit: 'Meinen Teil übergeben',
    busy: 'Wird übergeben …',
    handed: 'Ihr Teil wurde übergeben',
    handedText: (who) => `${who} wurde per E-Mail benachrichtigt`,
    refuse: 'Die Person hat nicht gefragt: ablehnen',
    refusing: 'Wird abgelehnt …',
    refused: 'Die Anfrage wurde abgelehnt und ist beendet',
    refuseFailed: 'Die Anfrage konnte nicht abgelehnt werden',
  },
  agreement: {
    lead: 'Falls Sie Passwort und Wiederherstellungswörter verlieren, können Personen Ihrer Organisation Ihnen wieder Zugang geben, wenn Sie es erlauben. Niemand kann das für Sie einschalten.',
    none: 'Ihre Organisation hat niemanden benannt. Nur Ihr Passwort und Ihre Wiederherstellungswörter öffnen Ihren Tresor.',
    meaning: (threshold, holders) =>
      `${quorum(threshold, holders)} ${holders === 1 ? 'könnte' : 'könnten'} mit Hilfe des Servers und ohne Sie alles in Ihrem Tresor öffnen. Mit weniger Personen geht es nicht.`,
    holders: 'Wer das ist',
    decidedBy: 'Festgelegt von',
    decided: (who, when) => `${who}, ${when}`,
    you: 'Sie',
    someoneLeft: 'Eine Person, die nicht mehr dabei ist',
    notAllowed: 'Sie haben es nicht erlaubt.',
    allowed: (when) => `Sie haben es am ${when} erlaubt.`,
    changed:
      'Die Liste hat sich geändert, seit Sie es erlaubt haben. Ihre Erlaubnis gilt weiter, ohne die Personen, die gegangen sind, bis Sie die neue Liste erlauben.',
    tooFew: (threshold) =>
      `Sie gehören selbst zu den Benannten, und außer Ihnen sind es weniger als ${threshold}. Bitten Sie die Verwaltung, noch eine Person zu benennen.`,
    unknownAuthor: (who) =>
      `Der Server könnte ${who} erfunden haben: Sie haben von dort keine Adresse mit Schlüsseln erhalten und die Sicherheitsnummer nicht verglichen. Öffnen Sie Team, drücken Sie neben ${who} auf Details und vergleichen Sie sie; dann können Sie dies erlauben.`,
    toTeam: 'Team öffnen',
    allow: 'Erlauben',
    allowNew: 'Neue Liste erlauben',
    allowing: 'Die Teile werden versiegelt …',
    allowTitle: 'Darf Ihre Organisation Ihnen wieder Zugang geben?',
    allowDone: 'Wiederherstellung durch die Organisation erlaubt',
    allowDoneText: 'Sie können das jederzeit zurücknehmen',
    allowFailed: 'Die Wiederherstellung durch die Organisation konnte nicht erlaubt werden',
    stop: 'Nicht mehr erlauben',
    stopTitle: 'Wiederherstellung durch die Organisation nicht mehr erlauben?',
    stopText:
      'Die Teile Ihres Schlüssels werden vom Server gelöscht, und Ihr Tresor erhält einen neuen Schlüssel, den sie nicht öffnen. Danach öffnen ihn nur noch Ihr Passwort und Ihre Wiederherstellungswörter.',
    stopPassword: 'Ihr Passwort',
    stopBusy: 'Neue Schlüssel werden erzeugt …',
    ended:
      'Die Wiederherstellung durch die Organisation konnte nicht erneuert werden und ist beendet: Niemand kann Ihnen wieder Zugang geben, bis Sie es unter Sicherheit erneut erlauben.',
    stopDone: 'Die Wiederherstellung durch die Organisation ist nicht mehr erlaubt',
    open: (until) =>
      `Mit Ihrem Konto wurde um Wiederherstellung gebeten. Die Anfrage endet am ${until}. Waren Sie das nicht, brechen Sie sie sofort ab und legen Sie ein neues Passwort fest.`,
    cancel: 'Anfrage abbrechen',
    cancelled: 'Die Anfrage wurde abgebrochen',
    cancelFailed: 'Die Anfrage konnte nicht abgebrochen werden',
    keep: 'Beibehalten',
  },
  ask: {
    offer: 'Auch die Wörter verloren? Organisation fragen',
    back: 'Ich habe die Wörter doch',
    title: 'Organisation fragen',
    lead: (threshold, holders) =>
      holders === 1
        ? 'Sie haben einer Person erlaubt, Ihnen wieder Zugang zu geben. Sie wird jetzt benachrichtigt; rufen Sie sie danach an.'
        : `Sie haben ${people(holders)} erlaubt, Ihnen wieder Zugang zu geben; nötig sind ${threshold}. Sie werden jetzt benachrichtigt; rufen Sie sie danach an.`,
    holders: 'Wer helfen kann',
    submit: 'Jetzt fragen',
    busy: 'Wird gefragt …',
    code: 'Code Ihrer Anfrage',
    codeLead: (threshold) =>
      `Rufen Sie ${people(threshold)} aus der Liste an und lesen Sie diesen Code vor. Er wird dort eingegeben, damit die Antwort Ihnen gilt und niemandem sonst. Senden Sie ihn nicht per E-Mail oder Chat.`,
    answered: 'Hat geantwortet',
    waiting: 'Noch nicht',
    count: (answers, threshold) => `${answers} von ${threshold} ${answers === 1 ? 'hat' : 'haben'} geantwortet`,
    until: (at) =>
      `Diese Anfrage gilt bis ${at}. Sie können diese Seite schließen und in diesem Browser zu ihr zurückkehren.`,
    elsewhere:
      'Sie haben in einem anderen Browser gefragt. Machen Sie dort weiter, oder fragen Sie hier noch einmal; dann gilt der Code dort nicht mehr.',
    again: 'Hier noch einmal fragen',
    cancel: 'Anfrage abbrechen',
    ready: 'Es haben genug Personen geantwortet. Wählen Sie ein neues Passwort; damit öffnet sich Ihr Tresor.',
    setPassword: 'Passwort setzen und Tresor öffnen',
    opening: 'Ihr Tresor wird geöffnet …',
  },
  kit: {
    title: 'Neue Wiederherstellungswörter',
    lead: 'Neue Wörter ersetzen die verlorenen. Die alten gelten nicht mehr, sobald Sie drei der neuen eingegeben haben.',
    password: 'Ihr Passwort',
    submit: 'Neue Wörter erzeugen',
    busy: 'Neue Wörter werden erzeugt …',
    later: 'Später',
    done: 'Ab jetzt gelten Ihre neuen Wiederherstellungswörter',
    doneText: 'Die alten öffnen den Tresor nicht mehr',
    failed: 'Die Wörter wurden nicht ersetzt',
    unknown: 'Es ist nicht klar, welche Wörter gelten',
    unknownText:
      'Die Verbindung brach ab. Bewahren Sie die alten und die neuen Wörter auf, bleiben Sie auf dieser Seite und versuchen Sie es noch einmal, sobald Sie verbunden sind.',
    renew: 'Neue Wörter erzeugen',
  },
}
