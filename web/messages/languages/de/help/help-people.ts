import type { GuideTopic } from '../../../help/help-guide.ts'
import { learnGuide, rulesGuide, statusGuide, teamGuides } from './help-organisation.ts'
import { MY_FILES, SECURITY } from './help-guide.ts'

export const peopleTopics: readonly GuideTopic[] = [
  {
    title: 'Teilen',
    guides: [
      {
        id: 'share-person',
        title: 'Eine Datei mit jemandem aus der Organisation teilen',
        steps: [
          'Drücken Sie Teilen in der Zeile der Datei, geben Sie Namen oder Adresse einer Person Ihrer Organisation ein, wählen Sie die Person aus der Liste und drücken Sie „Datei teilen“. Mehrere auf einmal: Setzen Sie Kommas zwischen die Adressen, oder fügen Sie eine Liste ein.',
          'Ihr Browser verschlüsselt den Schlüssel der Datei für den Schlüssel der Person, sobald das öffentliche Log zeigt, dass es ihrer ist; hat sie ihren Tresor gerade erst angelegt, dauert das höchstens eine Minute. Beim ersten Kontakt zeigt er Ihnen die Person: Drücken Sie noch einmal „Datei teilen“. Mit „Ende festlegen“ endet es nach einigen Tagen.',
          'Sie findet die Datei unter Geteilt. Sie kann sie öffnen und herunterladen, aber nicht ändern.',
          'Das Menü eines Ordners teilt alle Dateien, die jetzt darin sind. Später hinzugefügte gehören nicht dazu; legen Sie dafür einen Teamraum an.',
        ],
        to: MY_FILES,
      },
      {
        id: 'safety-number',
        title: 'Sicher sein, dass Sie mit der richtigen Person teilen',
        steps: [
          'Öffnen Sie beim Teilen oder unter Details auf der Seite Team „Sicherheitsnummer vergleichen“. Bitten Sie die andere Person, Sie ebenfalls aufzurufen.',
          'Lesen Sie einander die 60 Ziffern vor, persönlich oder am Telefon. Sind sie gleich, drücken Sie „Die Nummern stimmen überein“.',
          'Sagt eine Nachricht, dass sich Schlüssel geändert haben, teilen Sie nichts, bis Sie die Person auf einem anderen Weg gefragt haben.',
        ],
        to: { path: '/dashboard/team', label: 'Team öffnen' },
      },
      {
        id: 'share-link',
        title: 'Eine Datei per Link teilen, mit Personen ohne Konto',
        steps: [
          'Drücken Sie Teilen in der Zeile der Datei, dann „Link erstellen“. Er endet nach 7 Tagen; vorher können Sie unter „Ende, Grenze, Passwort“ anderes wählen.',
          'Kopieren Sie ihn, oder lassen Sie ein Telefon den Code scannen. Ihr Tresor bewahrt ihn auf: Unter Geteilt bringt „Zeigen“ ihn zurück und ändert Ende, Grenze oder Passwort.',
          'Für einen Ordner oder mehrere ausgewählte Dateien genügt ein Link: Wählen Sie dort Teilen. Er öffnet, was jetzt da ist; Besucher speichern die Dateien einzeln oder als ZIP.',
          'Senden Sie das Passwort getrennt vom Link. Der Link öffnet die Datei, wie sie jetzt ist, und endet, wenn der Inhalt ersetzt wird. Besucher können die meisten Dateiarten ansehen, bevor sie sie herunterladen.',
        ],
        to: MY_FILES,
      },
      {
        id: 'stop-sharing',
        title: 'Sehen, was Sie teilen, und es beenden',
        steps: [
          'Öffnen Sie Geteilt. Unter „Von mir geteilt“ steht jede Person und jeder Link, mit Ende und Downloads.',
          'Drücken Sie Nicht mehr teilen in der Zeile. Es endet sofort. Solange eine Datei im Papierkorb liegt, ruht ihr Teilen.',
          'Eine heruntergeladene Kopie bleibt bei der Person, die sie hat.',
        ],
        to: { path: '/dashboard/shared', label: 'Geteilt öffnen' },
      },
    ],
  },
  {
    title: 'Teamräume',
    guides: [
      {
        id: 'team-space',
        title: 'Gemeinsam an Dateien arbeiten',
        steps: [
          'Öffnen Sie Teamräume und drücken Sie Neuer Teamraum. Geben Sie ihm einen Namen und fügen Sie Personen Ihrer Organisation hinzu; wählen Sie für jede Leitung, Bearbeitung oder Ansicht.',
          'Was Sie hineinlegen, kann jedes Mitglied öffnen, auch was vor ihm da war. Niemand sonst kann es, nicht einmal die Verwaltung.',
          'Ordner, Versionen und der Papierkorb funktionieren wie in Meine Dateien. Mit Leitung oder Bearbeitung ändern Sie Dinge, mit Ansicht öffnen und laden Sie sie herunter.',
        ],
        to: { path: '/dashboard/spaces', label: 'Teamräume öffnen' },
      },
      {
        id: 'team-space-members',
        title: 'Ein Mitglied eines Teamraums hinzufügen oder entfernen',
        steps: [
          'Öffnen Sie den Teamraum und drücken Sie Mitglieder. Nur seine Leitung kann die Liste ändern.',
          'Drücken Sie „Mitglieder speichern“: Der Teamraum erhält einen neuen Schlüssel. Wer nicht mehr in der Liste steht, kann ab jetzt Hinzugefügtes nicht öffnen.',
          'Geben Sie zwei Personen die Leitung. Verliert die einzige ihr Konto, kann niemand mehr die Liste ändern.',
        ],
        to: { path: '/dashboard/spaces', label: 'Teamräume öffnen' },
      },
    ],
  },
  {
    title: 'Dateien von anderen',
    guides: [
      {
        id: 'request-files',
        title: 'Jemanden um Dateien bitten',
        steps: [
          'Drücken Sie Dateien anfordern unter Meine Dateien oder auf der Seite Geteilt. Sagen Sie, was Sie brauchen und bis wann; hinter Optionen stehen Umfang, Passwort und Ihr Name.',
          'Senden Sie den Link auf einem Weg, dem Sie vertrauen. Niemand braucht dafür ein Konto. Legen Sie ein Passwort fest, senden Sie es getrennt.',
          'Der Browser des Absenders versiegelt die Dateien für Ihren Schlüssel. Ihrer prüft sie, während Ihr Tresor offen ist, und legt sie in den Ordner, den Sie gewählt haben.',
          'Geteilt zeigt Ihre Anforderungen und was angekommen ist. Beenden Sie eine, wird abgebrochen, was unterwegs ist; was angekommen ist, bleibt.',
        ],
        to: { path: '/dashboard/shared', label: 'Geteilt öffnen' },
      },
      {
        id: 'received-files',
        title: 'Wissen, woher eine empfangene Datei kam',
        steps: [
          'Drücken Sie I auf der Datei. Sie sehen die Anforderung, über die sie einging, und den Namen, den der Absender angab, wenn er einen angab.',
          'Wer sie gesendet hat, ist nicht geprüft: Jeder mit dem Link könnte es gewesen sein. Ist es wichtig, fragen Sie die Person.',
          'Eine Datei, die die Prüfung nicht bestanden hat, steht auf der Seite Geteilt und heißt dort Beschädigt. Sie ist nicht in Ihrem Tresor; löschen Sie sie und bitten Sie noch einmal darum.',
        ],
        to: { path: '/dashboard/shared', label: 'Geteilt öffnen' },
      },
    ],
  },
  {
    title: 'Sicherheit Ihres Kontos',
    guides: [
      {
        id: 'sessions',
        title: 'Sehen, wo Sie angemeldet sind, und ein verlorenes Gerät abmelden',
        steps: [
          'Öffnen Sie Sicherheit. Unter „Sitzungen und Geräte“ nennt jede Zeile den Browser, die Adresse und wann er zuletzt benutzt wurde.',
          'Drücken Sie Abmelden in der Zeile des Geräts. Die Sitzung endet innerhalb einer Sekunde.',
          'Kannten Sie das Gerät nicht, ändern Sie auf derselben Seite auch Ihr Passwort.',
        ],
        to: SECURITY,
      },
      {
        id: 'noticed',
        title: 'Etwas Ungewöhnliches wurde bemerkt',
        steps: [
          'Öffnen Sie Sicherheit. „Was bemerkt wurde“ sagt, was es war, warum, und was der Server getan hat. Eine angehaltene Sitzung verlangt einen Code, bevor sie etwas öffnet.',
          'Drücken Sie „Das war ich“, wenn Sie wissen, was es war. Das ist eine Antwort für alle, die sich um die Sicherheit kümmern; es beendet nichts.',
          'Drücken Sie sonst „Das war ich nicht“: Alle anderen Sitzungen enden, und Sie werden zum Knopf geführt, der Ihr Passwort ändert.',
        ],
        to: SECURITY,
      },
      {
        id: 'change-email',
        title: 'Ihre E-Mail-Adresse ändern',
        steps: [
          'Öffnen Sie Sicherheit und drücken Sie „E-Mail-Adresse ändern“. Geben Sie die neue Adresse und Ihr Passwort ein.',
          'Öffnen Sie innerhalb eines Tages den Link in der E-Mail, die dort ankommt. Bis dahin melden Sie sich mit der bisherigen Adresse an.',
          'Die bisherige Adresse wird benachrichtigt und kann die Änderung stoppen. Ihre Dateien, Schlüssel und geteilten Dateien bleiben, wie sie sind.',
        ],
        to: SECURITY,
      },
      {
        id: 'two-step',
        title: 'Bei der Anmeldung nach einem Code fragen lassen',
        steps: [
          'Öffnen Sie Sicherheit und drücken Sie „2FA einschalten“. Scannen Sie den QR-Code mit einer Authenticator-App und geben Sie den Code ein, den sie zeigt.',
          'Erstellen Sie Wiederherstellungscodes und bewahren Sie sie getrennt von Ihrem Telefon auf. Jeder ersetzt einmal einen Code der App.',
          'Ab dann fragt die Anmeldung nach dem Passwort auch nach einem Code.',
        ],
        to: SECURITY,
      },
      {
        id: 'lost-phone',
        title: 'Ihr Telefon ist verloren, und die Anmeldung fragt nach seinem Code',
        steps: [
          'Melden Sie sich mit Ihrem Passwort an, drücken Sie „Telefon nicht zur Hand? Wiederherstellungscode benutzen“ und geben Sie einen Ihrer Codes ein. Er gilt einmal.',
          'Öffnen Sie Sicherheit, entfernen Sie die App des verlorenen Telefons und fügen Sie die des neuen hinzu.',
          'Ohne Codes kann der Betreiber dieses Servers die App entfernen. Ihren Tresor kann niemand für Sie öffnen.',
        ],
        to: SECURITY,
      },
      {
        id: 'two-step-terminal',
        title: 'Mit zweitem Faktor auf der Kommandozeile anmelden',
        steps: [
          'Der Befehl quantumshield login fragt nach dem Code Ihrer App oder nach einem Wiederherstellungscode.',
          'Skripte übergeben ihn in der Variablen QUANTUMSHIELD_CODE.',
        ],
      },
      {
        id: 'passkeys',
        title: 'Mit einem Passkey anmelden und den Tresor öffnen',
        steps: [
          'Öffnen Sie Sicherheit und drücken Sie „Passkey hinzufügen“. Ihr Browser fragt nach der Gerätesperre oder nach einem Sicherheitsschlüssel.',
          'Drücken Sie auf der Anmeldeseite „Mit einem Passkey anmelden“. Ihr Tresor fragt dann nach Ihrem Passwort, außer der Passkey öffnet ihn.',
          'Verlangt Ihre Organisation ab einem Tag einen Passkey oder einen Identitätsanbieter, melden Sie sich vorher damit statt mit dem Passwort an: Eine Sitzung, die das Passwort geöffnet hat, bekommt ab diesem Tag nichts aus Ihrem Tresor.',
          'Soll er den Tresor öffnen, drücken Sie unter Sicherheit „Passkey den Tresor öffnen lassen“, geben Ihr Passwort ein und benutzen den Passkey. Nicht jedes Gerät kann das; die Seite sagt es Ihnen.',
          'Verloren? Entfernen Sie ihn unter Sicherheit. Ihr Tresor erhält dann einen neuen Schlüssel, den er nicht öffnet.',
        ],
        to: SECURITY,
      },
      {
        id: 'other-ways',
        title: 'Mit einem Code oder einem Konto von anderswo anmelden',
        steps: [
          'Drücken Sie auf der Anmeldeseite „Code per SMS oder E-Mail“ und geben Sie Ihre Adresse oder Nummer ein, dann die sechs Ziffern, die ankommen. Für SMS öffnen Sie vorher Sicherheit und drücken „Nummer hinzufügen“.',
          'Oder drücken Sie den Namen eines Dienstes oder „Ihre Organisation“. Sie melden sich dort an und kommen in denselben Tab zurück.',
          'Was Sie auch wählen, der Tresor fragt danach nach seinem Passwort. Bei einem neuen Konto wählen Sie es zuerst; der Dienst erfährt es nie.',
        ],
        to: SECURITY,
      },
      {
        id: 'score',
        title: 'Den Sicherheitswert verstehen',
        steps: [
          'Der Wert ist die Summe von sechs Prüfungen, von 0 % bis 100 %. Nichts daran ist geschätzt.',
          'Die Seite Sicherheit nennt jede Prüfung mit ihren Punkten und sagt, was Sie bei den offenen tun können.',
        ],
        to: SECURITY,
      },
      {
        id: 'activity',
        title: 'Sehen, was in Ihrem Konto geschehen ist',
        steps: [
          'Öffnen Sie Aktivität. Dort steht Tag für Tag, was Sie mit Dateien getan haben, dazu Anmeldungen und Änderungen an Ihren Schlüsseln und Einstellungen.',
          'Wählen Sie über der Liste eine Art, um nur diese zu sehen. Kein Konto kann eine Zeile ändern oder löschen; wer den Zugang des Eigentümers der Datenbank hat, könnte es.',
        ],
        to: { path: '/dashboard/activity', label: 'Aktivität öffnen' },
      },
      {
        id: 'notifications',
        title: 'Wählen, worüber Sie benachrichtigt werden',
        steps: [
          'Öffnen Sie Benachrichtigungen. Die Zahl daneben im Menü zählt, was Sie nicht als gelesen markiert haben.',
          'Öffnen Sie unter der Liste eine Gruppe und setzen Sie bei jedem Ereignis Häkchen: in der App, per E-Mail oder beides.',
          'E-Mails zu Ihrem Passwort, Ihren Schlüsseln, Ihrer Adresse und Ihren Anmeldewegen werden immer gesendet.',
        ],
        to: { path: '/dashboard/notifications', label: 'Benachrichtigungen öffnen' },
      },
      learnGuide,
      {
        id: 'language',
        title: 'Die App auf Deutsch oder Französisch verwenden',
        steps: [
          'Öffnen Sie Einstellungen, Allgemein, und wählen Sie unter Sprache. Es gilt für diesen Browser, auch für die Anmeldeseite.',
          'Die App wechselt sofort, und Ihr Tresor bleibt offen. „Wie der Browser“ folgt dem Browser.',
          'E-Mails und die öffentlichen Seiten des Servers sind auf Englisch.',
        ],
      },
    ],
  },
  {
    title: 'Für die Verwaltung',
    guides: [
      {
        id: 'invite',
        title: 'Jemanden einladen, eine Rolle ändern oder ein Mitglied entfernen',
        steps: [
          'Öffnen Sie Team und drücken Sie Einladen. Geben Sie eine oder mehrere Adressen ein und wählen Sie eine Rolle; der Link in jeder E-Mail gilt einmal, sieben Tage lang.',
          'Um auszuschließen, dass sich jemand dazwischenschaltet, geben Sie den Link, der erscheint, auf einem anderen Weg als per E-Mail weiter. Vor der E-Mail geöffnet, sagt er dem Browser der Person, welche Schlüssel Ihre sind.',
          'Drücken Sie neben einem Mitglied Details, um die Sicherheitsnummer zu vergleichen oder die Rolle zu ändern. Nur Eigentümer ernennen und ändern Eigentümer.',
          'Wer entfernt wird, ist sofort abgemeldet, und alles von dieser Person Geteilte endet. Ihre eigenen Dateien bleiben versiegelt; nehmen Sie sie wieder auf, ist alles noch da.',
        ],
        to: { path: '/dashboard/team', label: 'Team öffnen' },
      },
      {
        id: 'roles',
        title: 'Eine Rolle für jemanden wählen',
        steps: [
          'Öffnen Sie Team, drücken Sie neben der Person Details und wählen Sie eine Rolle. Bei jeder steht, was sie erlaubt; mit „Rolle speichern“ gilt sie sofort.',
          'Eine Rolle öffnet nie Dateien: Was jemand versiegelt oder geteilt hat, bleibt, wie es ist.',
          'Nur Eigentümer ernennen und ändern Eigentümer, und mindestens einen gibt es immer.',
          'Eine Rolle, die die Verwaltung öffnet, wird ihrer Person und allen mitgeteilt, die Personen verwalten, in der App und per E-Mail.',
        ],
        to: { path: '/dashboard/team', label: 'Team öffnen' },
      },
      ...teamGuides,
      {
        id: 'remove-member',
        title: 'Jemand verlässt die Organisation',
        steps: [
          'Öffnen Sie Team, drücken Sie neben der Person Details und dann „Aus der Organisation entfernen“. Sie wird sofort überall abgemeldet.',
          'Was sie teilt und was mit ihr geteilt wird, endet. Ihre eigenen Dateien bleiben versiegelt, und niemand sonst kann sie öffnen: Lassen Sie sich vorher übergeben, was gebraucht wird.',
          '„Wieder aufnehmen“ unter Entfernt gibt alles zurück, mit der Rolle Mitglied.',
        ],
        to: { path: '/dashboard/team', label: 'Team öffnen' },
      },
      {
        id: 'audit-logs',
        title: 'Das Prüfprotokoll Ihrer Organisation durchsuchen',
        steps: [
          'Prüfprotokoll steht in der Seitenleiste von Personen mit der Rolle Administrator, Sicherheitsadministrator oder Eigentümer.',
          'Suchen Sie nach Wörtern wie „Anmeldung fehlgeschlagen“, nach einem Namen, einer Adresse, einem Ergebnis oder einer ID, und grenzen Sie nach Kategorie, Risiko, Person und Tagen ein. Die Adresse der Seite behält Ihre Filter; so können Sie sie weitergeben.',
          'Drücken Sie auf eine Zeile, um alles zu sehen, was zu dem Ereignis gespeichert ist, und um es zu kopieren.',
        ],
        to: { path: '/dashboard?tab=audit-logs', label: 'Prüfprotokoll öffnen' },
      },
      {
        id: 'audit-export',
        title: 'Das Prüfprotokoll für einen Bericht exportieren',
        steps: [
          'Setzen Sie die Filter und drücken Sie Exportieren. Die Datei enthält alle Ereignisse, die zu den Filtern passen, von allen Seiten, und alles, was zu einem gelöschten Konto gehörte.',
          'Es ist eine CSV-Datei mit Zeiten in UTC. Text, den eine Tabellenkalkulation als Formel ausführen würde, beginnt mit einem Apostroph.',
        ],
      },
      {
        id: 'incidents',
        title: 'Sich um einen Vorfall kümmern',
        steps: [
          'Öffnen Sie „Sicherheit“ in der Verwaltung und drücken Sie „Einzelheiten“. Übernehmen Sie den Vorfall, damit andere sehen, wer ihn untersucht, und schreiben Sie auf, was Sie herausfinden.',
          'Fragen Sie die Person persönlich oder am Telefon. „Aufheben“ beendet, was der Server getan hat, wenn es ein Fehlalarm war; niemand hebt auf, was ihn selbst betrifft.',
          'Drücken Sie „Lösen“, wenn es vorbei ist. Weiter unten kann jeder Detektor weniger empfindlich sein oder nur vermerken, was er getan hätte.',
        ],
        to: { path: '/admin/security', label: '„Sicherheit“ öffnen' },
      },
      rulesGuide,
      statusGuide,
    ],
  },
]
