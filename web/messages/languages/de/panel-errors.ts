import type { WordsOf } from '../catalogue.ts'

export const panelErrors: WordsOf<'panelErrors'> = {
  exercise_too_small:
    'Eine Übung, die niemanden nennt, braucht mindestens fünf Personen: Bei weniger sagen die Zahlen, wer es war. Nichts wurde gesendet.',
  still_running: 'Das wird bereits ausgeführt. Warten Sie einen Moment und sehen Sie dann noch einmal nach.',
  perhaps_done: 'Das ist vielleicht schon geschehen. Sehen Sie nach, was jetzt da ist, bevor Sie es noch einmal tun.',
  already_entered: 'Verlassen Sie zuerst die andere Organisation. Es wurde nichts geändert.',
  entry_ended: 'Sie sind nicht mehr in dieser Organisation. Es wurde nichts geändert.',
  not_by_entry: 'Von außen geht das nicht: Das kann nur jemand, dem die Organisation gehört. Es wurde nichts geändert.',
  tenant_changed: 'Diese Organisation wurde inzwischen geändert. Es wurde nichts geändert; sehen Sie noch einmal nach.',
  tenant_removed:
    'Diese Organisation wird gerade entfernt; eine Löschsperre lässt sich nicht mehr setzen. Es wurde keine gesetzt.',
  redirect_in_use: 'An der alten Adresse steht eine Seite; wählen Sie eine andere. Nichts wurde geändert.',
  redirect_leads_on:
    'Eine der beiden Adressen gehört zu einer anderen Weiterleitung. Nichts wurde geändert; leiten Sie direkt zum Ziel.',
  guide_address_taken: 'Eine andere Anleitung hat diese Adresse. Wählen Sie eine andere; nichts wurde gespeichert.',
  guide_replaced:
    'Eine andere veröffentlichte Anleitung ersetzt diese Anleitung der Software schon. Nichts wurde veröffentlicht.',
  guide_incomplete: 'Eine Anleitung braucht Titel, Beschreibung und Text. Nichts wurde veröffentlicht.',
  course_saved_elsewhere:
    'Jemand anderes hat diesen Kurs inzwischen geändert. Kopieren Sie Ihren Text und öffnen Sie den Kurs noch einmal.',
  course_published: 'Ein veröffentlichter Kurs kann nur zurückgezogen werden. Nichts wurde gelöscht.',
  course_incomplete:
    'Ein Kurs braucht eine Lektion mit Text und Fragen mit je einer richtigen Antwort und einer Erklärung zu jeder Antwort. Nichts wurde veröffentlicht.',
  exercise_too_soon: 'In den letzten vierzehn Tagen gab es schon eine Übung. Nichts wurde gesendet.',
  newsletter_moved:
    'Jemand anderes hat den Zustand dieses Newsletters geändert. Sehen Sie ihn noch einmal an; nichts wurde geändert.',
  newsletter_incomplete: 'Ein Newsletter braucht Inhalt und eine Fußzeile mit dem Absender. Nichts wurde geplant.',
  audience_in_use: 'An diese Zielgruppe soll ein Newsletter gehen. Nichts wurde gelöscht.',
  review_empty: 'Niemand hat, was diese Prüfung umfasst. Es wurde nichts geändert.',
  space_unmanaged:
    'Ein Teamraum hätte niemanden mehr, der ihn verwaltet. Bestätigen Sie, dass das so sein soll, oder wählen Sie jemanden.',
  stage_in_use:
    'In einer Phase, die entfernt würde, sind noch Geschäfte. Verschieben Sie diese zuerst; nichts wurde geändert.',
  currency_fixed: 'Es gibt Beträge in der jetzigen Währung, darum bleibt sie. Nichts wurde geändert.',
  quote_closed: 'Dieses Angebot ist in einem anderen Zustand. Nichts wurde geändert; sehen Sie es noch einmal an.',
  deal_quoted:
    'Ein Angebot zu diesem Geschäft wurde verschickt und behält seine Nummer, darum bleibt das Geschäft. Verschieben Sie es in die Phase für Verlorenes.',
  tier_in_use: 'In einer Stufe, die entfernt würde, sind Partner. Verschieben Sie sie zuerst; nichts wurde geändert.',
  code_taken: 'Dieser Code ist vergeben. Wählen Sie einen anderen; nichts wurde gespeichert.',
  customer_approved: 'Ein anderer Partner hat diesen Kunden. Nichts wurde geändert.',
  partner_inactive: 'Der Partner pausiert oder ist ausgeschieden. Nichts wurde gespeichert.',
  statement_empty: 'In diesem Monat wurde nichts verdient, oder er ist noch nicht zu Ende. Nichts wurde ausgestellt.',
  own_request: 'Das haben Sie selbst angefragt. Jemand anderes, der diesen Server betreibt, muss antworten.',
  needless_request: 'Das ist schon so. Nichts wurde gesendet.',
  sides_missing: 'Eine Rechnung braucht die Angaben von Verkäufer und Käufer. Nichts wurde ausgestellt.',
  keywords_busy: 'Zwei Analysen Ihrer Organisation laufen schon. Warten Sie auf eine davon, oder brechen Sie eine ab.',
  contact_exists: 'Einen Kontakt mit dieser E-Mail gibt es schon. Nichts wurde geändert.',
  contact_suppressed:
    'Diese Person möchte keine Newsletter oder ist nicht erreichbar. Das kann nur sie selbst ändern; nichts wurde geändert.',
  role_end_too_late:
    'Ihre eigene Rolle endet vorher. Nichts wurde geändert; wählen Sie einen früheren Tag, oder fragen Sie jemanden, dessen Rolle kein Ende hat.',
  import_limit: 'Listen einer Organisation laden 500 Personen am Tag ein. Nichts wurde getan; der Rest geht morgen.',
  role_end_over:
    'Eine Rolle endet später als jetzt und innerhalb von fünf Jahren. Nichts wurde geändert; wählen Sie einen anderen Tag.',
  import_changed: 'Was die Liste bewirkt, hat sich geändert. Nichts wurde getan; sehen Sie sie noch einmal an.',
  import_running:
    'Eine andere Liste Ihrer Organisation wird gerade gesendet. Nichts wurde getan; warten Sie, bis sie fertig ist.',
  import_gone: 'Diese Liste gibt es nicht mehr, oder sie ist schon ganz gesendet.',
  role_beyond_plan:
    'Diese Rolle gehört zum Tarif Enterprise, den die Organisation nicht hat. Nichts wurde geändert; ein anderer Tarif lässt sich auf der Seite Abrechnung der Verwaltung anfragen.',
  demo_exists: 'Es gibt schon eine Demo-Organisation. Entfernen Sie sie zuerst. Es wurde nichts geändert.',
  demo_single:
    'Auf diesem Server gehören alle zu einer Organisation, daneben gibt es keine. Starten Sie eine eigene Demo mit npm run demo.',
  demo_has_people:
    'In der Demo sind Personen, die nicht erfunden sind. Entfernen Sie sie zuerst, oder löschen Sie die Organisation mit Bedenkzeit. Es wurde nichts geändert.',
  legal_hold: 'Eine Aufbewahrungspflicht hält diese Organisation. Heben Sie sie zuerst auf. Es wurde nichts geändert.',
  guest_end_over: 'Ein Gast bleibt bis zu einem Tag innerhalb eines Jahres; wählen Sie einen anderen.',
  guest_has_no_role: 'Ein Gast hat keine solche Rolle; machen Sie die Person zuerst zum Mitglied.',
  guest_still_holds: 'Diese Person hat eine Rolle oder verwaltet einen Teambereich; beenden Sie das zuerst.',
  guest_changed:
    'Jemand anderes hat diesen Gast geändert, seit Sie die Seite geöffnet haben. Nichts wurde geändert; sehen Sie noch einmal nach.',
  lessons_unread: 'Lesen Sie zuerst jede Lektion. Nichts wurde gezählt.',
  quiz_paused:
    'Sie haben die fünf Versuche eines Tages verbraucht. Lesen Sie die Lektionen noch einmal und versuchen Sie es morgen.',
  course_changed:
    'Dieser Kurs wurde geändert, seit Sie ihn geöffnet haben. Öffnen Sie ihn noch einmal; nichts wurde gezählt.',
  account_taken: 'Dieses Konto ist mit einem anderen Partner verknüpft. Nichts wurde geändert.',
  customer_registered: 'Dieser Kunde ist schon angemeldet, und die Anmeldung ist noch offen. Nichts wurde gespeichert.',
  partners_closed:
    'Das wurde inzwischen entschieden, bezahlt oder ist abgelaufen. Nichts wurde geändert; sehen Sie es noch einmal an.',
  team_gone: 'Dieses Team wurde gelöscht. Nichts wurde geändert.',
  team_provisioned: 'Ihr Identitätsanbieter verwaltet dieses Team. Ändern Sie es dort.',
  team_name_taken: 'Ein anderes Team Ihrer Organisation heißt so. Wählen Sie einen anderen Namen.',
  team_changed:
    'Jemand anderes hat dieses Team im selben Moment geändert. Nichts wurde überschrieben; sehen Sie noch einmal nach.',
  team_full: 'Ein Team hat höchstens 1.000 Personen. Niemand wurde aufgenommen.',
  too_many_teams: 'Eine Organisation hat höchstens 500 Teams. Nichts wurde angelegt.',
  address_unfit: 'Diese Adresse passt nicht zur Art des Stroms oder enthält ein Passwort.',
  not_a_certificate: 'Das ist kein Zertifikat. Fügen Sie es als PEM ein, von BEGIN CERTIFICATE bis END CERTIFICATE.',
  token_needed: 'Geben Sie das Token des Empfängers ein. Ein gespeichertes wird nie an einen anderen Rechner gesendet.',
  own_factor_missing: 'Richten Sie zuerst selbst einen zweiten Faktor ein, und melden Sie sich damit an.',
  too_soon: 'Das kann frühestens ab morgen um diese Zeit verlangt werden.',
  own_way_missing:
    'Melden Sie sich zuerst selbst auf einem Weg an, den Sie verlangen: Melden Sie sich ab und darüber wieder an.',
}
