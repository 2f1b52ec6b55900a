import type { WordsOf } from '../../catalogue.ts'

export const recovery: WordsOf<'recovery'> = {
  title: 'Ihr Wiederherstellungsblatt',
  step: (at) => `Schritt ${at} von 3`,
  signOut: 'Abmelden',
  inviter: {
    label: (by) => `${by} hat mich eingeladen. Die Schlüssel aus der Einladung merken.`,
    hint: 'Ihr Tresor bemerkt dann, wenn der Server unter diesem Namen je andere Schlüssel zeigt. Entfernen Sie das Häkchen, wenn Sie jemand anders eingeladen hat.',
    mailed:
      'Eine E-Mail hat diese Schlüssel genannt, und E-Mails sendet der Server. Vergleichen Sie die Sicherheitsnummer, bevor Sie sich darauf verlassen.',
    otherAddress: (noted, email) =>
      `In diesem Browser wurde eine Einladung für ${noted} geöffnet, und dieses Konto ist für ${email}.`,
  },
  intro: {
    heading: 'Sichern Sie sich einen Weg zurück',
    lead: 'Ihr Passwort öffnet den Tresor. Wenn Sie es vergessen, öffnen ihn 24 Wörter wieder. Ohne sie können Ihnen nur Menschen helfen, denen Sie das erlaubt haben.',
    points: [
      ['Hier erzeugt', 'Dieser Browser erzeugt jetzt Ihre Schlüssel und die Wörter. Der Server erhält die Wörter nie.'],
      ['Einmal gezeigt', 'Schreiben Sie sie auf, drucken Sie sie, oder legen Sie sie in einen Passwort-Manager.'],
      [
        'Nur Ihre',
        'Wer die Wörter hat, hat Ihre Dateien. Verlorene Wörter kann Ihnen niemand wiedergeben; solange sich der Tresor öffnen lässt, machen Sie unter Sicherheit neue.',
      ],
    ],
    submit: 'Schlüssel erzeugen',
    busy: 'Ihre Schlüssel werden erzeugt …',
  },
  words: {
    heading: 'Schreiben Sie diese 24 Wörter auf',
    lead: 'Die Reihenfolge zählt. Gleich fragen wir nach drei davon.',
    list: 'Wiederherstellungswörter',
    copy: 'Kopieren',
    copied: 'Kopiert',
    download: 'Als Text herunterladen',
    print: 'Drucken',
    copyFailed: 'Der Browser hat das Kopieren nicht erlaubt. Schreiben Sie die Wörter auf oder laden Sie sie herunter.',
    submit: 'Ich habe die Wörter aufbewahrt',
    fileName: 'quantumshield-wiederherstellungsblatt.txt',
    file: (email, date, words) =>
      `QuantumShield Wiederherstellungsblatt\nKonto: ${email}\nErstellt: ${date}\n\n${words}\n\nDiese Wörter öffnen Ihren Tresor, wenn das Passwort verloren ist.\nWer sie hat, hat Ihre Dateien. Bewahren Sie sie offline auf; senden Sie sie nie jemandem.\n`,
    printed: (email, date) => `QuantumShield Wiederherstellungsblatt für ${email}, erstellt am ${date}`,
    printedNote: 'Wer diese Wörter hat, hat Ihre Dateien. Bewahren Sie das Blatt dort auf, wo Ihr Reisepass liegt.',
  },
  quiz: {
    heading: 'Prüfen Sie, was Sie aufbewahrt haben',
    lead: 'Geben Sie diese drei Wörter von Ihrer Aufzeichnung ein.',
    word: (position) => `Wort ${position}`,
    wrong: (position) => `Das ist nicht Wort ${position}. Vergleichen Sie es mit Ihrer Aufzeichnung.`,
    back: 'Wörter noch einmal zeigen',
    submit: 'Abschließen und Tresor öffnen',
    busy: 'Ihre Schlüssel werden gespeichert …',
  },
  failed: 'Wiederherstellungsblatt nicht gespeichert',
}
