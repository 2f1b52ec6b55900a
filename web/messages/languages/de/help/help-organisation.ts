import type { Guide } from '../../../help/help-guide.ts'

export const rulesGuide: Guide = {
  id: 'rules',
  title: 'Regeln für alle in der Organisation festlegen',
  steps: [
    'Öffnen Sie die Verwaltung, dann Sicherheit und Regeln. Wählen Sie, was für alle gilt: ein zweiter Faktor ab einem Tag, das kürzeste Passwort, wie lange Sitzungen dauern, und was Links dürfen.',
    'Weiter unten sagt „Was sich ändert“ es noch einmal. Drücken Sie „Regeln speichern“; der Server hält sie sofort ein, und das Prüfprotokoll weiß, wer was geändert hat.',
    'Bevor Sie einen zweiten Faktor oder einen Weg der Anmeldung verlangen, melden Sie sich selbst damit an. Wer ihn nicht hat oder sich anders angemeldet hat, sieht den Tag auf jeder Seite.',
    'Unter Sitzungen beenden Sie, wo jemand angemeldet ist, etwa auf einem verlorenen Rechner.',
  ],
  to: { path: '/admin/security?view=policies', label: 'Regeln öffnen' },
}

const teamsGuide: Guide = {
  id: 'teams',
  title: 'Ein Team aus Personen anlegen',
  steps: [
    'Öffnen Sie in der Verwaltung Personen & Teams, dann Teams, und drücken Sie Neues Team. Nehmen Sie Personen auf und drücken Sie „Personen speichern“.',
    'Beim Teilen einer Datei geben Sie den Namen des Teams ein; für einen neuen Teamraum wählen Sie es unter „Ein Team hinzufügen“. Seine Personen erscheinen einzeln: Sehen Sie sich jede an, lassen Sie aus, wen Sie nicht meinen, und bestätigen Sie dann.',
    'Ein Team öffnet von sich aus nichts. Wer später dazukommt, kommt in einen Raum, wenn eine Leitung die Person hinzufügt; wer es verlässt, behält den Zugang, bis er entzogen wird.',
  ],
  to: { path: '/admin/users?view=teams', label: 'Teams öffnen' },
}

export const learnGuide: Guide = {
  id: 'training',
  title: 'Einen Kurs machen',
  steps: [
    'Öffnen Sie Schulungen. Was Ihre Organisation Ihnen zugewiesen hat, kommt zuerst, mit dem Tag, an dem es fällig ist.',
    'Lesen Sie die Lektionen der Reihe nach und drücken Sie unter jeder „Als gelesen markieren und weiter“. Wo Sie aufgehört haben, bleibt gespeichert.',
    'Beantworten Sie das Quiz: 80 % müssen richtig sein, am Tag gibt es fünf Versuche. Jede Antwort wird erklärt.',
    'Nach dem Bestehen steht ein Zertifikat unter „Ihre Zertifikate“. Wer seinen Code hat, kann es prüfen; ob dabei Ihr ganzer Name erscheint, entscheiden Sie.',
  ],
  to: { path: '/dashboard/training', label: 'Schulungen öffnen' },
}

const assignGuide: Guide = {
  id: 'assign-training',
  title: 'Ihren Leuten Schulungen zuweisen',
  steps: [
    'Öffnen Sie die Verwaltung, dann Schulungen, und drücken Sie „Kurs zuweisen“. Wählen Sie den Kurs, Personen, Teams oder alle, und einen Tag.',
    'Sie werden sofort benachrichtigt, eine Woche vorher, am Tag selbst und danach jede Woche. Einzelheiten zeigt, wer fertig ist und wer überfällig; „CSV exportieren“ speichert es.',
    'Unter Eigene Kurse schreiben Sie selbst welche. Was Sie speichern, ist ein Entwurf; gelernt wird, was zuletzt veröffentlicht wurde.',
    'Unter Phishing-Übungen senden Sie allen Mitgliedern eine harmlose E-Mail, die wie Phishing aussieht, einmal in vierzehn Tagen. Dabei wird nichts gesammelt.',
  ],
  to: { path: '/admin/training', label: 'Schulungen öffnen' },
}

export const teamGuides: readonly Guide[] = [teamsGuide, assignGuide]

export const statusGuide: Guide = {
  id: 'status-incident',
  title: 'Über eine Störung oder geplante Wartung informieren',
  steps: [
    'Öffnen Sie „Status verwalten“ und drücken Sie „Neue Störung“. Sie ist sofort öffentlich und geht per E-Mail an alle, die die Seite abonniert haben.',
    'Drücken Sie Meldung schreiben, wenn es Neues gibt, und am Ende Beheben. Zu Störungen, die die Prüfungen eröffnet haben, können Sie ebenso schreiben.',
    'Kündigen Sie eine Wartung an, bevor sie beginnt: Dann zählen fehlgeschlagene Prüfungen ihrer Dienste weder als erreichbar noch als ausgefallen und eröffnen keine Störung.',
  ],
  to: { path: '/admin/status', label: '„Status verwalten“ öffnen' },
}
