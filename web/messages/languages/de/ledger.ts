import type { WordsOf } from '../catalogue.ts'

const entriesOf = (count: string) => (count === '1' ? '1 Eintrag' : `${count} Einträgen`)
const firstOf = (count: string) => (count === '1' ? 'den ersten Eintrag' : `die ersten ${count} Einträge`)

export const ledger: WordsOf<'ledger'> = {
  column: 'Ledger',
  checking: 'Das Ledger wird geprüft …',
  notChecked: 'Das Ledger konnte gerade nicht geprüft werden. Die Ereignisse unten sind, was der Server zeigt.',
  notSigned: 'Das Ledger ist noch nicht signiert. Das dauert nach dem ersten Ereignis einige Sekunden.',
  entries: (count, size) => `Ledger mit ${count} ${size === 1 ? 'Eintrag' : 'Einträgen'}.`,
  firstSeen: 'Dieser Browser sieht es zum ersten Mal und wird es wiedererkennen.',
  sameAs: (when) => `Unverändert, seit dieser Browser es am ${when} gesehen hat.`,
  continues: (when, count) => `Es enthält unverändert alles, was dieser Browser am ${when} gesehen hat (${count}).`,
  details: 'Details',
  number: (index) => `#${index}`,
  states: {
    checking: 'Wird geprüft',
    verified: 'Geprüft, Eintrag',
    pending: 'Ausstehend',
    unchecked: 'Nicht geprüft',
    late: 'Fehlt',
    changed: 'Verändert',
    not_included: 'Nicht im Ledger',
  },
  sheet: {
    title: 'Das Audit-Ledger',
    lead: 'Jedes Ereignis Ihrer Organisation wird zu einem Eintrag in einem Protokoll, das nur wachsen kann. Alle paar Sekunden signieren zwei Schlüssel seinen Stand. Ihr Browser prüft beide Signaturen, und dass das Protokoll noch mit allem beginnt, was er zuvor gesehen hat.',
    name: 'Name',
    size: 'Einträge',
    root: 'Wurzel-Hash',
    signed: 'Signiert',
    signatures: 'Signaturen',
    both: 'Ed25519 und ML-DSA-44, beide hier geprüft mit den Schlüsseln, die dieser Browser zuerst gesehen hat',
    took: 'Letzte Prüfung',
    tookValue: (ms, count, events) =>
      `${ms} ms für das Protokoll und ${count} ${events === 1 ? 'Ereignis' : 'Ereignisse'}, Anfragen eingeschlossen`,
    seen: 'Verglichen',
    proved: (when, count, hashes) =>
      `Mit ${entriesOf(count)} vom ${when}: enthalten, gezeigt durch ${hashes} ${hashes === '1' ? 'Hash' : 'Hashes'}`,
    anchor: 'Anker-Protokoll',
    anchored: (count) => `Sagt dasselbe für ${firstOf(count)}`,
    notAnchored: 'Sagt über dieses Ledger noch nichts. Das folgt innerhalb einer Minute.',
    witnesses: 'Zeugen',
    noWitness:
      'Nicht unabhängig bezeugt: Für das Ledger stehen nur dieser Server und die Browser ein, die es beobachten.',
    witnessed: (name, when) => `${name}, am ${when}`,
    mirrored: (name, when) => `${name}, am ${when}: bewahrt auch die Einträge auf`,
    noSignature: 'Keiner hat diesen Stand signiert',
    timestamp: 'Zeitstempel',
    receipts: 'Quittungen',
    imported: 'Aus der Zeit davor',
    importedText: (count, events) =>
      events === 1
        ? 'Das erste Ereignis ist älter als das Ledger: Nichts belegt, dass es bis dahin unverändert war.'
        : `Die ersten ${count} Ereignisse sind älter als das Ledger und kamen gemeinsam hinein: Nichts belegt, dass sie bis dahin unverändert waren.`,
    limits:
      'Was kein Ledger zeigen kann: ein Ereignis, das der Server nie geschrieben hat. Und ein Browser, der das Ledger zum ersten Mal sieht, kann nicht wissen, was vorher darin stand.',
  },
  proof: {
    title: 'Im Ledger',
    texts: {
      verified:
        'Dieses Ereignis ist das, worauf sein Eintrag festgelegt ist, und der Eintrag gehört zum signierten Ledger. In diesem Browser geprüft.',
      pending: 'Dieses Ereignis hat noch keinen signierten Eintrag. Er folgt in wenigen Sekunden.',
      unchecked: 'Das Ledger selbst ist nicht mehr, was es war; deshalb wurde dieses Ereignis nicht damit verglichen.',
      late: 'Dieses Ereignis müsste längst einen Eintrag haben und hat keinen. Sagen Sie es Ihrer Administration; bleibt es so, hält der Server es heraus.',
      changed:
        'Dieses Ereignis ist nicht das, was sein Eintrag im Ledger sagt: Eines von beiden wurde verändert. Sagen Sie es Ihrer Administration.',
      not_included:
        'Der Eintrag dieses Ereignisses gehört nicht zum signierten Ledger. Sagen Sie es Ihrer Administration.',
    },
    erased: 'Was es über eine Person sagte, wurde absichtlich gelöscht. Der Eintrag bleibt.',
    whoNotProved:
      'Wer es war, sagt allein der Server: Wem eine Datei gehört, der erfährt nicht, in welcher Sitzung andere sie gelesen haben.',
    path: 'Weg von der Wurzel zum Eintrag',
    root: (count) => `Signierte Wurzel von ${entriesOf(count)}`,
    beside: (level) => `Hash neben dem Weg, Ebene ${level}`,
    leaf: (index) => `Eintrag ${index}`,
    download: 'Nachweis herunterladen',
    failed: 'Der Nachweis konnte nicht geholt werden. Versuchen Sie es gleich noch einmal.',
  },
  build: {
    listed: (entry) => `Eintrag ${entry} des öffentlichen Logs führt diesen Build auf.`,
    notListed:
      'Das öffentliche Log führt diesen Build nicht auf. Geben Sie hier kein Passwort ein und informieren Sie den Betreiber.',
    notAsked: 'Das öffentliche Log konnte nicht gefragt werden, ob es diesen Build aufführt.',
    another: 'Das öffentliche Log ist nicht das, das dieser Browser kannte. Fragen Sie den Betreiber.',
    next: {
      listed:
        'QuantumShield wurde auf dem Server aktualisiert, und sein öffentliches Log führt den neuen Build auf. Laden Sie neu, um ihn zu verwenden.',
      notListed:
        'Der Server liefert einen anderen Build, den sein öffentliches Log nicht aufführt. Fragen Sie den Betreiber, bevor Sie neu laden: Diese Seite ist noch die bisherige.',
      title: 'Einen Build laden, den das Log nicht aufführt?',
      risk: 'Eine ausgetauschte Seite könnte beim nächsten Anmelden Ihr Passwort und Ihre Dateien lesen.',
      anyway: 'Trotzdem laden',
      stay: 'Diese Seite behalten',
    },
  },
  keys: {
    checking: 'Es wird geprüft, was das öffentliche Log über diese Schlüssel sagt …',
    notAsked:
      'Das öffentliche Log konnte nicht nach diesen Schlüsseln gefragt werden. Versuchen Sie es gleich noch einmal.',
    waiting: 'Es wird gewartet, bis das öffentliche Log aufführt, was neu ist. Das dauert höchstens eine Minute.',
    own: {
      listed: 'Das öffentliche Log führt diese Schlüssel unter Ihrem Namen auf und hat nie andere aufgeführt.',
      not_listed: 'Das öffentliche Log führt Ihre Schlüssel noch nicht auf: Neue folgen innerhalb einer Minute.',
      withheld:
        'Das öffentliche Log führt Ihre Schlüssel nicht auf, obwohl sie älter als eine Stunde sind. Bis dahin kann niemand etwas mit Ihnen teilen: Fragen Sie den Betreiber.',
      other_keys:
        'Das öffentliche Log führt unter Ihrem Namen Schlüssel auf, die nicht Ihre sind. Vielleicht liest jemand mit, was mit Ihnen geteilt wird: Fragen Sie den Betreiber persönlich oder am Telefon, und warnen Sie die Personen, mit denen Sie teilen.',
      replaced:
        'Das öffentliche Log führt Ihre Schlüssel auf, hat aber eine Zeit lang andere unter Ihrem Namen aufgeführt. Vielleicht hat jemand gelesen, was damals mit Ihnen geteilt wurde: Fragen Sie den Betreiber persönlich oder am Telefon.',
      unproved:
        'Der Server weist nicht nach, welche Schlüssel das öffentliche Log unter Ihrem Namen aufführt. Fragen Sie den Betreiber.',
    },
    theirs: {
      listed: 'Das öffentliche Log führt diese Schlüssel für diese Person auf und hat nie andere aufgeführt.',
      not_listed: 'Das öffentliche Log führt diese Schlüssel noch nicht auf: Neue folgen innerhalb einer Minute.',
      withheld:
        'Das öffentliche Log führt diese Schlüssel nicht auf, obwohl sie älter als eine Stunde sind. Bis dahin lässt sich mit dieser Person nichts teilen: Fragen Sie den Betreiber.',
      other_keys:
        'Das öffentliche Log führt andere Schlüssel für diese Person auf. Teilen Sie nichts, bevor Sie die Sicherheitsnummer persönlich verglichen haben.',
      replaced:
        'Das öffentliche Log hat früher andere Schlüssel für diese Person aufgeführt. Teilen Sie nichts, bevor Sie die Sicherheitsnummer persönlich verglichen haben.',
      unproved:
        'Der Server weist nicht nach, welche Schlüssel das öffentliche Log für diese Person aufführt. Vergleichen Sie die Sicherheitsnummer persönlich.',
    },
  },
  witness: {
    none: 'Nicht unabhängig bezeugt.',
    signed: (count, of) => `Von ${count} von ${of} ${of === '1' ? 'unabhängigem' : 'unabhängigen'} Zeugen signiert.`,
    late: 'Zu wenige unabhängige Zeugen haben dieses Ledger am letzten Tag signiert',
    lateText:
      'Sie signieren nur ein Ledger, das noch alles enthält, was sie zuvor signiert haben. Vielleicht sind sie nicht erreichbar, vielleicht sehen Sie ein anderes Ledger als alle anderen. Fragen Sie den Betreiber persönlich oder am Telefon.',
    other: 'Der Server nennt andere Zeugen als zuvor. Dieser Browser erwartet weiter die, die er zuerst gesehen hat.',
    accept: {
      open: 'Ich habe gefragt, die neuen Zeugen erwarten …',
      title: 'Andere Zeugen erwarten?',
      text: 'Dieser Browser vergisst die Zeugen, die er zuerst gesehen hat, und erwartet die, die der Server jetzt nennt. Tun Sie das nur, wenn der Betreiber Ihnen die Änderung erklärt hat.',
      confirm: 'Die neuen erwarten',
    },
  },
  anchor: {
    late: 'Das Anker-Protokoll nennt seit über einer Stunde keinen neueren Stand dieses Ledgers',
    lateText:
      'Das tut es sonst jede Minute. Vielleicht hält es etwas auf, vielleicht sehen Sie ein anderes Ledger als alle anderen. Fragen Sie den Betreiber persönlich oder am Telefon.',
  },
  stamp: {
    said: (when, authority, count) => `${authority} hat ${firstOf(count)} des Anker-Protokolls am ${when} gestempelt`,
    ofSomethingElse:
      'Der Zeitstempel, den der Server zeigt, gehört nicht zu diesem Protokoll. Fragen Sie den Betreiber persönlich oder am Telefon.',
    limits:
      'Ihr Browser hat geprüft, dass der Stempel zu diesem Protokoll gehört, nicht, wer ihn signiert hat. Das prüft „quantumshield verify-log --timestamp-ca“.',
  },
  receipts: {
    broken: (count, promises) =>
      promises === 1
        ? 'Der Server hat eine Zusage zu diesem Ledger nicht gehalten'
        : `Der Server hat ${count} Zusagen zu diesem Ledger nicht gehalten`,
    brokenText:
      'Er hat signiert, dass diese Ereignisse im Ledger stehen werden. Laden Sie die Quittungen herunter, sie belegen das, und fragen Sie den Betreiber persönlich oder am Telefon. Nach dem Einspielen einer älteren Sicherung sieht es genauso aus.',
    missing: (when) => `Zugesagt am ${when}: Das Ledger enthält dieses Ereignis nicht.`,
    changed: (when) => `Zugesagt am ${when}: Im Ledger steht an seiner Stelle ein anderes Ereignis.`,
    other_event: (when) => `Zugesagt am ${when}: nicht das Ereignis zu dem, was Sie damals getan haben.`,
    more: (count) => `Und ${count} weitere.`,
    download: 'Quittungen herunterladen',
    lacking: (count, answers) =>
      answers === 1
        ? 'Eine Antwort des Servers hatte keine gültige Quittung'
        : `${count} Antworten des Servers hatten keine gültige Quittung`,
    lackingText: (when) =>
      `Zuletzt am ${when}. Mit einer Quittung sagt der Server zu, dass eine Änderung im Ledger stehen wird. Vielleicht hat sie unterwegs etwas entfernt, vielleicht sagt der Server nichts zu.`,
    strip: 'Der Server hat eine Zusage zum Audit-Ledger nicht gehalten.',
    forget: {
      open: 'Nicht mehr anzeigen …',
      title: 'Nicht mehr anzeigen?',
      text: 'Dieser Browser löscht diese Quittungen. Ohne sie können Sie nicht belegen, was der Server zugesagt hat.',
      confirm: 'Löschen',
    },
    noneOpen: 'Keine Zusage wartet auf ihre Prüfung',
    unchecked: (count, promises) =>
      promises === 1 ? 'Eine Zusage lässt sich nicht prüfen' : `${count} Zusagen lassen sich nicht prüfen`,
    waiting: (count, promises) =>
      promises === 1 ? 'Eine Zusage ist noch nicht geprüft' : `${count} Zusagen sind noch nicht geprüft`,
  },
  problems: {
    other_keys: 'Das Ledger ist mit anderen Schlüsseln signiert als zuvor',
    bad_checkpoint: 'Das Ledger ist nicht so signiert, wie es sein muss',
    shrank: 'Dem Ledger fehlen Einträge',
    forked: 'Das Ledger wurde umgeschrieben',
    not_anchored: 'Das Anker-Protokoll widerspricht dem Ledger',
    log_gone:
      'Ein Ledger, das dieser Browser kennt, wird nicht mehr gezeigt. Vielleicht haben Sie die Organisation gewechselt.',
    restored: 'Einträge fehlen. Laut Server wurde eine ältere Sicherung eingespielt.',
  },
  missing: {
    left: (when, seen, left) => `Einträge, die dieser Browser am ${when} gesehen hat: ${seen}. Davon übrig: ${left}.`,
    same: 'Alle diese sind nachweislich unverändert.',
    partly: (proved) => `Nachweislich unverändert: die ersten ${proved}. Bei den übrigen ist das nicht bekannt.`,
    unknown: 'Ob diese unverändert sind, lässt sich nicht nachweisen.',
    asOf: (when: string) =>
      `Der Server gibt an, dass er auf den Stand vom ${when} zurückgesetzt wurde. Was danach geändert wurde, ist verloren.`,
    claim:
      'Der Grund ist nicht bewiesen: Wer Einträge löscht und die Schlüssel des Servers hat, kann dasselbe behaupten. Welchen Grund der Server angibt, steht im ersten Eintrag des neuen Ledgers.',
  },
  ask: 'Fragen Sie den Betreiber persönlich oder am Telefon, bevor Sie sich auf diese Ereignisse verlassen oder fortfahren.',
  accept: {
    open: 'Ich habe gefragt, mit dem fortfahren, was der Server zeigt …',
    title: 'Mit diesem Ledger fortfahren?',
    text: 'Dieser Browser vergisst, was er zuvor gesehen hat, und merkt sich, was der Server jetzt zeigt. Tun Sie das nur, wenn der Betreiber Ihnen die Änderung erklärt hat.',
    confirm: 'Damit fortfahren',
    cancel: 'Abbrechen',
    failed: 'Das konnte nicht gespeichert werden. Versuchen Sie es erneut.',
  },
}
