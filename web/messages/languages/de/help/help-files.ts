import type { GuideTopic } from '../../../help/help-guide.ts'
import { MY_FILES, SECURITY } from './help-guide.ts'

export const fileTopics: readonly GuideTopic[] = [
  {
    title: 'Dateien',
    guides: [
      {
        id: 'upload',
        title: 'Dateien hochladen',
        steps: [
          'Öffnen Sie Meine Dateien und ziehen Sie Dateien irgendwo auf die Seite, oder drücken Sie Hochladen und wählen Sie sie aus. Die größte erlaubte Größe steht über der Liste.',
          'Ihr Browser verschlüsselt jede Datei, bevor sie Ihr Gerät verlässt. Die Leiste unten zeigt den Fortschritt.',
          'Die Datei ist sicher, wenn in ihrer Zeile „Versiegelt und gespeichert“ steht. Lassen Sie die Seite bis dahin offen.',
        ],
        to: MY_FILES,
      },
      {
        id: 'resume',
        title: 'Einen Upload anhalten oder nach einer Unterbrechung fortsetzen',
        steps: [
          'Jede Zeile der Übertragungen hat eigene Tasten zum Anhalten, Fortsetzen, Wiederholen und Abbrechen.',
          'Bricht die Verbindung ab, wartet der Upload und läuft von selbst weiter. Was gesendet wurde, bleibt.',
          'Nach dem Neuladen der Seite steht bei einem großen Upload „Unterbrochen“. Wählen Sie dieselbe Datei noch einmal; er läuft dort weiter, wo er aufgehört hat.',
        ],
      },
      {
        id: 'download',
        title: 'Eine Datei herunterladen und entschlüsseln',
        steps: [
          'Drücken Sie den Pfeil zum Herunterladen in der Zeile der Datei.',
          'Ihr Browser holt die versiegelte Datei, prüft jeden Teil, entschlüsselt und speichert sie.',
          'Eine beschädigte oder veränderte Datei wird nicht gespeichert; eine Nachricht sagt es Ihnen.',
        ],
        to: MY_FILES,
      },
      {
        id: 'preview',
        title: 'Eine Datei ansehen, ohne sie zu speichern',
        steps: [
          'Doppelklicken Sie auf die Datei, oder drücken Sie Eingabe oder die Leertaste. Auf einem Touchscreen tippen Sie darauf.',
          'Bilder, PDF, Text, Audio und Video werden in Ihrem Browser entschlüsselt und gezeigt; auf die Festplatte wird nichts geschrieben.',
          'Die Pfeiltasten nach links und rechts wechseln zwischen den Dateien, Esc schließt.',
          'Auf der Seite Geteilt drücken Sie auf den Namen einer Datei; in den Details einer Datei drücken Sie das Auge neben einer früheren Version.',
        ],
        to: MY_FILES,
      },
      {
        id: 'tiles',
        title: 'Bilder statt Zeilen sehen',
        steps: [
          'Drücken Sie über der Liste die Taste mit den vier Quadraten; auf dem Telefon steht sie im Menü neben der Überschrift. Bilder werden klein gezeigt; dieses Gerät merkt sich Ihre Wahl.',
          'Alle vier Pfeiltasten wechseln zwischen Kacheln; Leertaste, Eingabe, Entf und das Menü funktionieren wie in der Liste.',
        ],
        to: MY_FILES,
      },
      {
        id: 'versions',
        title: 'Zu einer früheren Version zurückkehren',
        steps: [
          'Wählen Sie „Neue Version hochladen“ im Menü einer Datei oder „Ersetzen“, wenn ein Name vergeben ist: Was vorher da war, bleibt erhalten.',
          'Wählen Sie die Datei aus und drücken Sie I. Unter „Frühere Versionen“ können Sie eine herunterladen, wiederherstellen oder löschen.',
          'Auch beim Wiederherstellen bleibt als Version, was ersetzt wird. Bestehende Links enden, wenn sich der Inhalt ändert.',
          '„Änderungen zurücknehmen“ im Menü einer Datei oder eines Ordners, oder auf der Seite Papierkorb für alle auf einmal, zeigt, was in den letzten Tagen umbenannt, verschoben, beschädigt oder als Version gelöscht wurde, und nimmt es zurück.',
        ],
        to: MY_FILES,
      },
      {
        id: 'find',
        title: 'Eine Datei nach ihrem Namen suchen',
        steps: [
          'Drücken Sie / und geben Sie einen Teil des Namens ein. Groß- und Kleinschreibung spielt keine Rolle.',
          'Auf jeder Seite: Drücken Sie Ctrl+K (auf einem Mac ⌘K), geben Sie den Namen ein und wählen Sie die Datei.',
          'Gesucht wird in Ihrem Browser: Der Server kennt die Namen nicht.',
        ],
      },
      {
        id: 'rename',
        title: 'Eine Datei umbenennen',
        steps: [
          'Wählen Sie die Datei aus und drücken Sie F2, oder öffnen Sie das Menü am Ende ihrer Zeile und wählen Sie Umbenennen.',
          'Geben Sie den neuen Namen ein und drücken Sie Umbenennen. Er wird verschlüsselt, bevor er gespeichert wird.',
        ],
      },
      {
        id: 'select',
        title: 'Mit mehreren Dateien zugleich arbeiten',
        steps: [
          'Setzen Sie Häkchen vor die Dateien, oder klicken Sie auf eine und dann mit gedrückter Shift-Taste auf eine andere: Alles dazwischen wird ausgewählt. Auf einem Touchscreen halten Sie eine gedrückt und tippen dann auf weitere.',
          'Ctrl+A wählt alle Dateien der Liste aus, Esc hebt die Auswahl auf.',
          'Die Leiste über der Liste bietet dann für alle zusammen Herunterladen, Verschieben und Löschen an.',
        ],
      },
      {
        id: 'folders',
        title: 'Dateien in Ordner legen',
        steps: [
          'Drücken Sie Neuer Ordner, geben Sie einen Namen ein und öffnen Sie den Ordner mit einem Doppelklick, durch Antippen oder mit Eingabe. Der Name wird verschlüsselt.',
          'Ziehen Sie Dateien auf einen Ordner oder auf einen Ordner im Pfad ganz oben. Ohne Maus öffnen Sie das Menü der Datei und wählen „Verschieben nach …“.',
          'Rückgängig in der Nachricht oder Ctrl+Z holt sie zurück. „Ordner hochladen“ speichert einen ganzen Ordner, wie er auf Ihrem Computer ist.',
        ],
        to: MY_FILES,
      },
      {
        id: 'copy',
        title: 'Dateien kopieren, auch in einen Teamraum und zurück',
        steps: [
          'Öffnen Sie das Menü der Datei oder des Ordners und wählen Sie „Kopie anlegen“: Sie erscheint mit einer Nummer neben dem Original.',
          'Für einen anderen Ordner oder einen Teamraum wählen Sie „Kopieren nach …“. Oder drücken Sie Ctrl+C, öffnen Sie den Ordner und drücken Sie Ctrl+V.',
          'Der Server kopiert den versiegelten Inhalt; nichts wird noch einmal hochgeladen. Eine Kopie zählt zu Ihrem Speicher. Frühere Versionen und Freigaben bleiben beim Original.',
        ],
        to: MY_FILES,
      },
      {
        id: 'name-taken',
        title: 'Wenn ein Name vergeben ist',
        steps: [
          'Beim Hochladen, Verschieben oder Kopieren werden Sie einmal für alle gefragt: Ersetzen, Beide behalten oder Überspringen. Die anderen laufen inzwischen weiter.',
          'Ersetzt ein Upload etwas, bleibt das Bisherige als frühere Version. Beim Verschieben oder Kopieren kommt es in den Papierkorb.',
        ],
      },
      {
        id: 'delete',
        title: 'Eine Datei löschen',
        steps: [
          'Drücken Sie den Papierkorb neben der Datei, oder wählen Sie Dateien aus und drücken Sie Entf.',
          'Sie kommt in den Papierkorb. Rückgängig in der Nachricht oder Ctrl+Z holt sie zurück.',
          'Öffnen Sie Papierkorb über der Liste, um sie wiederherzustellen oder endgültig zu löschen; nach 30 Tagen geschieht das von selbst.',
        ],
      },
      {
        id: 'trash',
        title: 'Etwas aus dem Papierkorb wiederherstellen',
        steps: [
          'Öffnen Sie Papierkorb über der Liste. Jede Zeile sagt, wo die Datei oder der Ordner war und wann gelöscht wurde.',
          'Drücken Sie Wiederherstellen: Es kommt dorthin zurück, wo es war, oder nach Meine Dateien, wenn es den Ordner nicht mehr gibt. Ein Ordner bringt seinen Inhalt mit.',
          'Im Papierkorb ruhen geteilte Zugriffe und Links; nach dem Wiederherstellen sind sie wieder offen. „Endgültig löschen“ und „Papierkorb leeren“ lassen sich nicht rückgängig machen.',
        ],
        to: { path: '/dashboard?view=trash', label: 'Papierkorb öffnen' },
      },
    ],
  },
  {
    title: 'Ihr Tresor und seine Schlüssel',
    guides: [
      {
        id: 'lock',
        title: 'Den Tresor sperren, wenn Sie den Platz verlassen',
        steps: [
          'Drücken Sie das runde Bild oben rechts und wählen Sie Sperren. Die App vergisst die Schlüssel sofort und verlangt das Passwort wieder.',
          'Um fortzufahren, geben Sie Ihr Passwort ein. Laufende Uploads werden fortgesetzt, wenn Sie ihre Dateien noch einmal wählen.',
          'Er kann sich auch selbst sperren, wenn ihn niemand berührt: Öffnen Sie Einstellungen, Allgemein, und wählen Sie, nach wie vielen Minuten.',
          'Alle Tabs dieses Browsers werden zusammen gesperrt. Auch das Neuladen sperrt einen Tab, außer Sie haben gewählt, dass der Tresor geöffnet bleibt.',
        ],
      },
      {
        id: 'recovery-kit',
        title: 'Das Wiederherstellungsblatt aufbewahren',
        steps: [
          'Die 24 Wörter wurden einmal gezeigt, als Ihr Tresor angelegt wurde. Wer sie hat, kann Ihre Dateien öffnen.',
          'Bewahren Sie sie auf Papier dort auf, wo Ihr Reisepass liegt, oder in einem Passwort-Manager. Nicht in einer E-Mail und nicht neben dem Computer.',
          'Niemand kann sie noch einmal zeigen: Der Server hatte sie nie. Verlorene ersetzen Sie unter Sicherheit mit „Neue Wörter erzeugen“, solange Sie das Passwort kennen.',
        ],
      },
      {
        id: 'forgotten-password',
        title: 'Sie haben Ihr Passwort vergessen',
        steps: [
          'Drücken Sie auf der Anmeldeseite „Passwort vergessen?“ und geben Sie Ihre E-Mail-Adresse ein.',
          'Öffnen Sie den Link in der E-Mail innerhalb einer Stunde. Er meldet Sie an, öffnet aber den Tresor nicht.',
          'Geben Sie die 24 Wörter Ihres Wiederherstellungsblatts ein und wählen Sie ein neues Passwort. Ihre anderen Geräte werden abgemeldet.',
          'Ohne die Wörter kann niemand die gespeicherten Dateien öffnen, auch nicht der Betreiber des Servers, außer Sie haben Personen Ihrer Organisation die Hilfe erlaubt.',
        ],
      },
      {
        id: 'organisation-recovery',
        title: 'Sie haben Passwort und Wiederherstellungswörter verloren',
        steps: [
          'Bevor es geschieht: Öffnen Sie Sicherheit und drücken Sie unter „Wiederherstellung durch die Organisation“ Erlauben. Dort steht, wer Ihnen wieder Zugang geben kann und wie viele dafür nötig sind. Die Verwaltung benennt sie auf der Seite Team.',
          'Wenn es geschehen ist: Drücken Sie „Passwort vergessen?“, öffnen Sie den Link aus der E-Mail und wählen Sie „Auch die Wörter verloren? Organisation fragen“.',
          'Rufen Sie die Personen aus der Liste an und lesen Sie die 20 Ziffern auf Ihrem Bildschirm vor. Jede Person öffnet Team, drückt Antworten und gibt sie ein.',
          'Sobald genug geantwortet haben, wählen Sie ein neues Passwort und erzeugen neue Wiederherstellungswörter.',
          'Erhalten Sie eine E-Mail über eine Anfrage, die nicht von Ihnen ist, öffnen Sie Sicherheit und brechen Sie sie ab.',
        ],
        to: SECURITY,
      },
      {
        id: 'change-password',
        title: 'Das Passwort ändern',
        steps: [
          'Öffnen Sie Sicherheit und drücken Sie Passwort ändern. Geben Sie Ihr jetziges Passwort ein, dann zweimal das neue.',
          'Ihre Dateien bleiben, wie sie sind. Alle anderen Sitzungen werden abgemeldet, diese bleibt.',
          'Bricht die Verbindung ab, bevor die Antwort da ist, versuchen Sie es noch einmal mit dem alten Passwort. Wird es abgelehnt, gilt das neue.',
        ],
        to: SECURITY,
      },
      {
        id: 'check-kit',
        title: 'Prüfen, ob Ihr Wiederherstellungsblatt stimmt',
        steps: [
          'Öffnen Sie Sicherheit und drücken Sie „Blatt prüfen“. Geben Sie die 24 Wörter von Ihrer Aufzeichnung ein.',
          'Ihr Browser prüft, ob sie Ihren Tresor öffnen. Die Wörter werden nirgendwohin gesendet; nur das Datum der Prüfung wird gespeichert.',
        ],
        to: SECURITY,
      },
      {
        id: 'remember-me',
        title: 'Auf dem eigenen Computer angemeldet bleiben',
        steps: [
          'Sie sind in jedem Tab angemeldet, bis der Browser geschlossen wird. Bei „Geöffnet bleiben“ geht es um die Schlüssel: wann ein Tab nach Ihrem Passwort fragt.',
          'Wählen Sie es beim Öffnen des Tresors oder unter Sicherheit: dieser Tab, bis der Browser geschlossen wird oder auf diesem Gerät. „Angemeldet bleiben“ auf der Anmeldeseite steht für die letzten beiden.',
          'An einem Computer, den auch andere benutzen, wählen Sie diesen Tab und melden sich ab, wenn Sie gehen.',
        ],
        to: SECURITY,
      },
      {
        id: 'changes-paused',
        title: 'Ersetzen und Löschen ist angehalten',
        steps: [
          'So viele Dateien wurden in wenigen Minuten ersetzt oder endgültig gelöscht, dass der Server es angehalten hat. Sonst ist nichts verloren, und lesen, hinzufügen und teilen können Sie weiterhin.',
          'Waren Sie es, drücken Sie „Bestätigen, dass Sie es waren“ in der Leiste oder unter Sicherheit und geben Sie den Code aus der E-Mail oder Ihrer Authenticator-App ein. Sie können sofort weitermachen.',
          'Waren Sie es nicht, setzen Sie unter Sicherheit zuerst ein neues Passwort: Das meldet jedes andere Gerät ab. Bestätigen Sie dann und holen Sie, was fehlt, aus dem Papierkorb oder aus früheren Versionen zurück.',
        ],
        to: SECURITY,
      },
      {
        id: 'alarm',
        title: 'Für eine Datei einen Alarm setzen',
        steps: [
          'Wählen Sie eine Datei, die niemand zu öffnen braucht, etwa eine namens „Passwörter“. Öffnen Sie ihre Details und setzen Sie den Haken bei „Alarm, wenn jemand dies öffnet“.',
          'Wer sie öffnet oder herunterlädt, auch Sie selbst, wird angehalten: Die Sitzung öffnet nichts, bis die Person bestätigt, dass sie es ist, und so lange kann sie nichts ersetzen oder löschen.',
          'Listen zeigen kein kleines Bild von ihr, denn dafür würde sie geöffnet. Entfernen Sie den Haken, bevor Sie die Datei selbst herunterladen.',
        ],
        to: MY_FILES,
      },
      {
        id: 'what-the-server-sees',
        title: 'Was der Server von Ihren Dateien sehen kann',
        steps: [
          'Er sieht Größen, Zeiten und wie viele Dateien es sind. Er sieht keine Namen, Typen, Inhalte oder Schlüssel und nicht Ihr Passwort.',
          'Die Seite Sicherheit zeigt es kurz gefasst, hinter „Was der Server sieht“, und führt zur Liste.',
        ],
        to: SECURITY,
      },
    ],
  },
]
