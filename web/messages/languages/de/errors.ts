import type { Catalogue } from '../catalogue.ts'

export const sentences: Catalogue['sentences'] = {
  invalid_credentials: 'E-Mail oder Passwort ist falsch.',
  account_closed:
    'Die Verwaltung hat dieses Konto geschlossen. Ihre Dateien sind noch da, versiegelt; bitten Sie darum, wieder eingelassen zu werden.',
  organisation_leaving: 'Ihre Organisation wird gelöscht; wem sie gehört, kann bitten, sie zu behalten.',
  organisation_suspended:
    'Ihre Organisation ist gesperrt, deshalb kann sich niemand aus ihr anmelden. Nichts wurde gelöscht; fragen Sie den Betreiber dieses Servers.',
  email_not_confirmed: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse: Öffnen Sie den Link, den wir Ihnen geschickt haben.',
  user_already_exists: 'Für diese E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich an.',
  weak_password: 'Dieses Passwort ist zu leicht zu erraten. Verwenden Sie ein längeres.',
  elsewhere_refused:
    'Die Anmeldung dort gelang nicht: Sie wurde abgebrochen, abgelehnt oder war nicht erreichbar. Nichts wurde geöffnet; versuchen Sie es noch einmal oder melden Sie sich anders an.',
  elsewhere_unconfirmed:
    'Ihre E-Mail-Adresse ist dort nicht bestätigt, deshalb wurde nichts geöffnet. Bestätigen Sie sie dort, und versuchen Sie es noch einmal.',
  organisation_unknown:
    'Mit dieser Domain meldet sich hier keine Organisation an. Prüfen Sie die Schreibweise, oder melden Sie sich mit Ihrem Passwort an.',
  signup_closed: 'Dieser Server nimmt keine neuen Konten an. Bitten Sie die Verwaltung um eine Einladung.',
  wrong_sent_code:
    'Dieser Code passt nicht, wurde schon benutzt oder ist zu alt. Prüfen Sie ihn, oder lassen Sie einen neuen senden.',
  no_address: 'Dieses Konto hat keine E-Mail-Adresse, und ein Tresor braucht eine. Nichts wurde geöffnet.',
  phone_taken: 'Ein anderes Konto verwendet diese Nummer. Nichts wurde geändert.',
  rate_limited: 'Zu viele Versuche. Warten Sie eine Minute, und versuchen Sie es noch einmal.',
  link_expired: 'Dieser Link ist abgelaufen oder wurde schon benutzt.',
  offline: 'Nichts ging verloren. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.',
  file_too_large: 'Die Datei ist größer als erlaubt. Nichts wurde hochgeladen.',
  app_outdated:
    'Diese Seite ist älter, als der Server erlaubt. Nichts wurde gespeichert; laden Sie die Seite neu, und versuchen Sie es noch einmal.',
  quota_reached: 'Nicht gespeichert: Es ist nicht genug Platz. Was schon gespeichert ist, bleibt unberührt.',
  organisation_without_room:
    'Ihre Organisation hat keinen Speicherplatz mehr. Nichts wurde gespeichert; löschen Sie Dateien endgültig, oder fragen Sie ihre Administratoren.',
  too_many_files:
    'Nicht gespeichert: Sie oder Ihre Organisation haben so viele Dateien, wie dieser Server zulässt. Löschen Sie einige endgültig, oder fragen Sie den Betreiber.',
  limit_reached: 'Der Server nimmt keine weiteren Einträge dieser Art an. Nichts wurde geändert.',
  bad_file_name:
    'Dieser Name geht nicht. Lassen Sie / und \\ weg, und verwenden Sie höchstens 255 Zeichen (Umlaute, Emojis und andere Schriften zählen zwei- bis vierfach).',
  file_damaged: 'Diese Datei wurde verändert oder beschädigt; nichts wurde gespeichert.',
  not_as_shown:
    'Das liegt nicht in dem Ordner oder heißt nicht so, wie es angezeigt wurde. Nichts ist damit geschehen und nichts ging verloren; sehen Sie die Liste noch einmal an.',
  folder_refused:
    'Ein Ordner liegt nicht dort, wo er angezeigt wurde, heißt anders, oder was über ihn signiert ist, stimmt nicht. Nichts ist damit geschehen und nichts ging verloren; sehen Sie die Liste noch einmal an.',
  not_found: 'Die Datei gibt es nicht mehr.',
  file_unreadable: 'Die Datei auf diesem Gerät wurde verschoben, verändert oder entfernt. Wählen Sie sie noch einmal.',
  source_changed:
    'Die Datei auf diesem Gerät hat sich beim Senden geändert. Nichts davon ist gespeichert; versuchen Sie es noch einmal.',
  upload_expired: 'Der Server hat den Anfang dieses Uploads nicht mehr. Versuchen Sie es noch einmal, von vorn.',
  save_not_started:
    'Der Browser hat nicht begonnen zu speichern; nichts wurde gespeichert. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
  worker_exchanged:
    'Der Server liefert einen anderen Service Worker aus als den, mit dem diese Seite gebaut wurde; Ihre Datei wurde ihm nicht übergeben. Wenn QuantumShield gerade aktualisiert wurde, laden Sie die Seite neu. Bleibt es dabei, geben Sie hier kein Passwort ein und benachrichtigen Sie den Betreiber.',
  save_stopped: 'Der Browser hat den Download angehalten; nichts wurde gespeichert.',
  vault_locked: 'Der Tresor wurde gesperrt; nichts wurde gespeichert.',
  wrong_password: 'Das ist nicht das Passwort dieses Tresors.',
  wrong_recovery_phrase: 'Diese Wörter öffnen diesen Tresor nicht.',
  same_password: 'Das ist Ihr jetziges Passwort. Nichts wurde geändert; wählen Sie ein anderes.',
  wrong_code:
    'Dieser Code passt nicht oder wurde schon benutzt. Warten Sie auf den nächsten, und prüfen Sie die Uhr Ihres Telefons.',
  plan_full:
    'Die Organisation hat keinen Platz für weitere Personen. Nichts wurde geändert; entfernen Sie jemanden, ziehen Sie eine Einladung zurück, oder bitten Sie den Betreiber um mehr Platz.',
  row_limit: 'Für weitere Einträge dieser Art ist kein Platz. Nichts wurde gespeichert.',
  guest_makes_no_space: 'Gäste legen keine Teambereiche an und verwalten keine. Nichts wurde geändert.',
  entry_gone: 'Das ist nicht mehr da. Vielleicht hat es jemand gelöscht.',
  changed_meanwhile: 'Jemand hat das inzwischen geändert. Nichts wurde gespeichert; sehen Sie es noch einmal an.',
  billing_closed: 'Das ist inzwischen in einem anderen Zustand. Nichts wurde geändert; sehen Sie es noch einmal an.',
  request_waits: 'Eine Anfrage dieser Art wartet schon auf eine Antwort.',
  payments_failed: 'Der Zahlungsanbieter ist gerade nicht erreichbar. Nichts wurde bezahlt; versuchen Sie es später.',
  name_taken: 'Diesen Namen verwenden Sie schon. Wählen Sie einen anderen.',
  too_many_factors: 'Mehr kann ein Konto nicht haben. Entfernen Sie zuerst einen.',
  passkey_opens_nothing:
    'Dieser Passkey öffnet diesen Tresor nicht. Nehmen Sie Ihr Passwort; unter Sicherheit können Sie dem Passkey erlauben, ihn zu öffnen.',
  passkey_without_prf:
    'Dieser Passkey meldet an, kann den Tresor aber nicht öffnen: Seinem Gerät oder Browser fehlt, was es dazu braucht (die PRF-Erweiterung).',
  passkey_needs_words:
    'Erzeugen Sie zuerst unter Sicherheit neue Wiederherstellungswörter. Ohne sie ließe sich der Schlüssel dieses Kontos nicht ersetzen, wenn der Passkey verloren geht.',
  passkey_removed:
    'Dieser Passkey wurde aus Ihrem Tresor entfernt, der ihn nicht wieder annimmt. Fügen Sie unter Sicherheit einen neuen hinzu.',
  passkey_opens_vault:
    'Dieser Passkey öffnet Ihren Tresor; ihn zu entfernen verlangt Ihr Passwort. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  passkey_unknown: 'Dieser Passkey gehört nicht zu diesem Konto. Fügen Sie ihn zuerst hinzu.',
  passkey_stopped:
    'Kein Passkey wurde benutzt: Es wurde abgebrochen, dauerte zu lange, oder dieses Gerät hat keinen für diese Seite.',
  needs_second_factor: 'Das verlangt Ihren zweiten Faktor. Melden Sie sich ab und wieder an, mit dem Code.',
  proof_needed: 'Bestätigen Sie mit Ihrem Passwort, um fortzufahren.',
  sign_in_too_old:
    'Ihre Anmeldung liegt dafür zu lange zurück. Melden Sie sich ab und dann wieder an, oder benutzen Sie einen neuen Link.',
  second_factor_required:
    'Ihre Organisation verlangt einen zweiten Faktor: Richten Sie einen ein, oder nutzen Sie Ihren.',
  sign_in_way_required:
    'Ihre Organisation verlangt einen anderen Weg der Anmeldung. Melden Sie sich ab und darüber wieder an.',
  against_rules:
    'Die Regeln Ihrer Organisation erlauben das nicht. Die Eigentümer und wer die Sicherheit verwaltet, können sie ändern.',
  confirmation_needed: 'An dieser Sitzung wurde etwas Ungewöhnliches bemerkt. Bestätigen Sie, dass Sie es sind.',
  reading_slowed:
    'Auf diesem neuen Gerät wurden sehr viele Dateien gelesen, deshalb kommt eine pro Sekunde. Bestätigen Sie auf der Seite Sicherheit, dass Sie es sind, dann geht es mit voller Geschwindigkeit weiter.',
  changes_paused:
    'Es wurden sehr viele Dateien auf einmal ersetzt oder gelöscht, deshalb ist das angehalten. Mehr ist nicht verloren: Bestätigen Sie auf der Seite Sicherheit, dass Sie es waren.',
  session_ended: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an.',
  share_link_unknown: 'Diesen Link gibt es nicht, oder ein Teil fehlt. Nichts wurde geöffnet.',
  share_link_revoked: 'Wer das geteilt hat, hat den Link beendet. Bitten Sie um einen neuen.',
  share_link_expired: 'Der Link ist abgelaufen. Bitten Sie den, der ihn geteilt hat, um einen neuen.',
  share_link_used_up: 'Der Link wurde so oft benutzt, wie erlaubt war. Bitten Sie um einen neuen.',
  share_link_unavailable: 'Die Datei ist im Moment nicht verfügbar. Fragen Sie, wer Ihnen den Link geschickt hat.',
  share_link_password: 'Das ist nicht das Passwort dieses Links.',
  share_link_damaged:
    'Die Adresse ist nicht vollständig, oder was der Link übergibt, wurde unterwegs verändert. Nichts wurde geöffnet oder gespeichert. Kopieren Sie den ganzen Link noch einmal, oder bitten Sie um einen neuen.',
  share_link_changed: 'Der Link wurde anderswo geändert oder beendet. Sehen Sie ihn sich noch einmal an.',
  share_link_file_missing: 'Der Link öffnet diese Datei nicht mehr. Fragen Sie, wer Ihnen den Link geschickt hat.',
  share_visit_ended:
    'Seit dem Öffnen des Links ist eine Stunde vergangen, damit endete der Download. Es wurde nichts gespeichert; starten Sie ihn neu, das zählt als ein weiterer Download.',
  link_too_many: 'Ein Link öffnet höchstens 1.000 Dateien. Wählen Sie weniger aus, oder teilen Sie ein ZIP.',
  link_too_large: 'Die Namen dieser Dateien und Ordner sind zu lang für einen Link. Wählen Sie weniger Dateien aus.',
  weak_settings:
    'Der Server bot schwache Einstellungen für das Passwort an; deshalb wurde nichts gesendet. Sagen Sie es Ihrer Verwaltung.',
  person_unknown: 'Niemand in Ihrer Organisation verwendet diese Adresse. Prüfen Sie die Schreibweise.',
  person_without_vault:
    'Diese Person hat ihren Tresor noch nicht angelegt. Bitten Sie sie, sich einmal anzumelden, und teilen Sie dann noch einmal.',
  key_changed:
    'Die Schlüssel dieser Person sind nicht die, die Sie früher gesehen haben. Nichts wurde geteilt oder geöffnet. Fragen Sie sie persönlich, nicht hier, und sagen Sie es Ihrer Verwaltung.',
  key_not_listed:
    'Das öffentliche Log führt noch nicht die Schlüssel aller Personen auf, die Sie gewählt haben. Nichts wurde geteilt oder geändert. Neue Schlüssel folgen innerhalb einer Minute: Versuchen Sie es dann noch einmal. Bleibt es dabei, fragen Sie den Betreiber.',
  key_other_listed:
    'Für eine Person, die Sie gewählt haben, führt das öffentliche Log andere Schlüssel auf, als der Server nennt. Nichts wurde geteilt oder geändert. Unter Team, Details sehen Sie, für wen. Fragen Sie die Person und den Betreiber persönlich oder am Telefon: Vielleicht will jemand mitlesen, was Sie teilen.',
  key_listed_twice:
    'Für eine Person, die Sie gewählt haben, hat das öffentliche Log früher andere Schlüssel aufgeführt. Nichts wurde geteilt oder geändert. Unter Team, Details sehen Sie, für wen: Vergleichen Sie die Sicherheitsnummer persönlich, und versuchen Sie es dann noch einmal.',
  key_unproved:
    'Der Server weist nicht nach, welche Schlüssel das öffentliche Log für eine Person aufführt, die Sie gewählt haben. Nichts wurde geteilt oder geändert. Versuchen Sie es noch einmal; bleibt es dabei, fragen Sie den Betreiber persönlich oder am Telefon.',
  key_log_refused:
    'Das öffentliche Log ist nicht das, das dieser Browser kannte. Nichts wurde geteilt, gespeichert oder geändert. Fragen Sie den Betreiber persönlich oder am Telefon; auf der Seite Sicherheit können Sie danach mit dem heutigen Log fortfahren.',
  key_log_late:
    'Zu wenige unabhängige Zeugen haben das öffentliche Log in den letzten zwei Stunden signiert; vielleicht ist es ein altes. Nichts wurde geteilt, gespeichert oder geändert. Prüfen Sie die Uhr dieses Geräts, und versuchen Sie es noch einmal. Bleibt es dabei, fragen Sie den Betreiber persönlich oder am Telefon: Hat das Log jetzt andere Zeugen, können Sie diese unter Prüfprotokoll erwarten.',
  key_log_offline:
    'Das öffentliche Log war nicht erreichbar, deshalb kann niemand sagen, ob Schlüssel und Mitgliederlisten die richtigen sind. Nichts wurde geteilt, gespeichert oder geändert; prüfen Sie die Verbindung, und versuchen Sie es noch einmal.',
  roster_not_listed:
    'Das öffentliche Log führt die Mitglieder dieses Teamraums noch nicht so auf, wie sie jetzt sind. Nichts wurde gespeichert oder geändert. Eine neue Liste folgt innerhalb einer Minute: Versuchen Sie es dann noch einmal. Bleibt es dabei, fragen Sie den Betreiber.',
  roster_other_listed:
    'Das öffentliche Log führt für diesen Teamraum andere Mitglieder auf, als der Server Ihnen zeigt, oder zwei Listen unter einer Nummer. Nichts wurde gespeichert oder geändert. Vergleichen Sie den Code der Liste persönlich oder am Telefon mit der Leitung des Teamraums, und sagen Sie es dem Betreiber: Vielleicht will jemand mitlesen, was Sie speichern.',
  roster_newer_listed:
    'Das öffentliche Log führt für diesen Teamraum eine neuere Mitgliederliste auf, als der Server Ihnen zeigt. Nichts wurde gespeichert oder geändert. Versuchen Sie es noch einmal; bleibt es dabei, fragen Sie die Leitung des Teamraums persönlich oder am Telefon, wer dazugehört, und sagen Sie es dem Betreiber.',
  roster_unproved:
    'Der Server weist nicht nach, dass das öffentliche Log die Mitglieder dieses Teamraums so aufführt, wie er sie zeigt. Nichts wurde gespeichert oder geändert. Versuchen Sie es noch einmal; bleibt es dabei, fragen Sie den Betreiber persönlich oder am Telefon.',
  policy_not_listed:
    'Das öffentliche Log führt noch nicht auf, was über die Wiederherstellung durch die Organisation entschieden wurde. Nichts wurde geändert. Es folgt innerhalb einer Minute: Versuchen Sie es dann noch einmal. Bleibt es dabei, fragen Sie den Betreiber.',
  policy_other_listed:
    'Das öffentliche Log führt eine andere Entscheidung über die Wiederherstellung durch die Organisation auf, als der Server Ihnen zeigt, oder zwei unter einer Nummer. Nichts wurde geändert. Fragen Sie die Person aus der Verwaltung, die entschieden hat, persönlich oder am Telefon, wen sie benannt hat, und sagen Sie es dem Betreiber: Vielleicht will jemand Tresore öffnen.',
  policy_newer_listed:
    'Das öffentliche Log führt eine neuere Entscheidung über die Wiederherstellung durch die Organisation auf, als der Server Ihnen zeigt. Nichts wurde geändert. Versuchen Sie es noch einmal; bleibt es dabei, fragen Sie die Verwaltung persönlich oder am Telefon, was entschieden wurde, und sagen Sie es dem Betreiber.',
  policy_unproved:
    'Der Server weist nicht nach, dass das öffentliche Log aufführt, was über die Wiederherstellung durch die Organisation entschieden wurde. Nichts wurde geändert. Versuchen Sie es noch einmal; bleibt es dabei, fragen Sie den Betreiber persönlich oder am Telefon.',
  log_not_signed: 'Das Ledger ist noch nicht signiert. Versuchen Sie es gleich noch einmal.',
  share_ended:
    'Diese Datei wird nicht mehr mit Ihnen geteilt. Nichts wurde gespeichert; fragen Sie, wem sie gehört, wenn Sie sie noch brauchen.',
  members_differ:
    'Wer diese Datei gespeichert hat, sah eine andere Mitgliederliste als Sie. Nichts wurde geöffnet; vergleichen Sie die Mitglieder miteinander, nicht hier, und sagen Sie es der Leitung des Teamraums.',
  share_refused:
    'Diese Freigabe hat nicht der Eigentümer der Datei für Sie gemacht, oder sie wurde ersetzt. Nichts wurde geöffnet.',
  not_allowed: 'Ihre Rolle erlaubt das nicht. Nichts wurde geändert; fragen Sie die Verwaltung.',
  not_a_pdf:
    'Ein Zertifikat ist eine PDF-Datei von höchstens 2 MiB. Nichts wurde gespeichert; wählen Sie eine andere Datei.',
  vault_rolled_back:
    'Der Server antwortete mit einem älteren Stand Ihrer Schlüssel, als dieses Gerät gesehen hat. Nichts wurde geöffnet oder geändert. Sagen Sie es Ihrer Verwaltung.',
  keys_refused:
    'Dieses Gerät hat die Schlüssel abgelehnt, mit denen der Server antwortete: Sie folgen nicht aus denen, die es sich gemerkt hat. Nichts wurde geöffnet oder geändert. Vielleicht will Ihnen jemand falsche Schlüssel zeigen: Sagen Sie es Ihrer Verwaltung, und fragen Sie sie außerhalb dieses Dienstes. Nur wenn Sie den Grund kennen, etwa Schlüssel aus einer Sicherung oder viele Änderungen auf anderen Geräten, lassen Sie dieses Gerät vergessen, was es sich gemerkt hat.',
  keys_replaced:
    'Die Schlüssel Ihres Tresors wurden auf einem anderen Gerät geändert, oder der Server mischt alte Schlüssel mit neuen. Nichts wurde geöffnet oder geändert. Geben Sie Ihr Passwort noch einmal ein; bleibt es dabei, sagen Sie es Ihrer Verwaltung.',
  keyring_damaged:
    'Was sich Ihr Tresor von anderen Personen merkt, und seine privaten Schlüssel, wurden auf dem Server überschrieben und lassen sich nicht öffnen. Ihre Dateien sind unverändert. Ein früherer Stand lässt sich zurückholen; sagen Sie Ihrer Verwaltung, dass jemand ihn überschrieben hat.',
  keyring_full:
    'Ihr Tresor merkt sich schon so viele Personen und Teamräume, wie er kann. Nichts wurde geändert oder ging verloren; sagen Sie es Ihrer Verwaltung.',
  address_private:
    'Diese Adresse führt in ein privates Netz. Welche erreicht werden dürfen, entscheidet der Betreiber dieses Servers.',
  address_needs_https: 'Die Adresse muss mit https:// beginnen. Der Betreiber dieses Servers kann andere erlauben.',
  host_unknown: 'DNS kennt diesen Rechner nicht oder hat nicht geantwortet. Prüfen Sie die Adresse.',
  not_a_domain: 'Das ist keine Domain. Geben Sie ein, was in Ihren Adressen nach dem @ steht, etwa example.com.',
  request_unknown: 'Diese Anforderung gibt es nicht, oder ein Teil ihres Links fehlt. Nichts wurde gesendet.',
  request_ended:
    'Die Person, die darum bat, hat diese Anforderung beendet. Was angekommen ist, bleibt bei ihr; mehr kann nicht gesendet werden.',
  request_expired:
    'Die Frist dieser Anforderung ist abgelaufen. Mehr kann nicht gesendet werden; bitten Sie die Person um eine neue.',
  request_password: 'Das ist nicht das Passwort dieser Anforderung.',
  device_refused: 'Der Server hat abgelehnt, was das Gerät wollte.',
  device_inbox_refused:
    'Der Schlüssel, den der Server für Geräte zeigt, ist nicht der, für den ihr Besitzer einsteht. Nichts wurde gesendet.',
  device_code_unreadable: 'Das ist kein Einrichtungscode, oder ein Teil davon fehlt.',
  request_damaged:
    'Der Inhalt dieser Anforderung wurde unterwegs verändert. Nichts wurde gesendet; bitten Sie die Person um einen neuen Link.',
  request_full: 'Diese Anforderung nimmt keine weiteren Dateien an. Diese wurde nicht gesendet.',
  request_no_room: 'Diese Datei ist größer, als die Anforderung noch annimmt. Sie wurde nicht gesendet.',
  space_refused:
    'Die Mitgliederliste dieses Teamraums ist nicht die, die jemand aus seiner Leitung signiert hat, oder älter als eine, die Sie gesehen haben. Nichts wurde geöffnet; fragen Sie die Leitung des Teamraums.',
  space_gone: 'Dieser Teamraum wurde gelöscht, oder Sie gehören nicht mehr dazu.',
  space_changed:
    'Jemand anders hat diesen Teamraum im selben Augenblick geändert. Nichts wurde geändert; sehen Sie noch einmal nach.',
  policy_refused:
    'Was der Server über die Wiederherstellung durch die Organisation zeigt, hat niemand aus der Verwaltung signiert, oder es ist älter als das, was Sie gesehen haben. Nichts wurde geändert; sagen Sie es Ihrer Verwaltung persönlich.',
  policy_author_unknown:
    'Ihr Tresor kennt die Schlüssel der Person nicht, die das entschieden hat. Vergleichen Sie zuerst die Sicherheitsnummer mit ihr: Team, Details.',
  policy_author_gone:
    'Das Konto der Person, die zuletzt über die Wiederherstellung durch die Organisation entschied, gibt es nicht mehr; niemand kann prüfen, was sie signiert hat. Nichts wurde geändert; die Verwaltung muss neu entscheiden.',
  policy_changed:
    'Jemand anders hat die Wiederherstellung durch die Organisation im selben Augenblick geändert. Nichts wurde geändert; sehen Sie noch einmal nach.',
  evidence_too_many:
    'Eine Beweisdatei enthält höchstens 1.000 Ereignisse. Grenzen Sie die Filter ein, zum Beispiel nach Datum, und speichern Sie mehrere Dateien.',
  evidence_refused:
    'Das Ledger oder eines dieser Ereignisse ist nicht, wie es sein sollte, und beweist deshalb nichts. Nichts wurde gespeichert. Laden Sie diese Seite neu, lesen Sie, was sie über das Ledger sagt, und informieren Sie die Verwaltung.',
  evidence_empty:
    'Keines dieser Ereignisse hat schon seinen signierten Eintrag. Nichts wurde gespeichert; versuchen Sie es in zwei Minuten erneut.',
  status_over: 'Es ist inzwischen vorbei oder wurde zurückgenommen. Nichts wurde geändert.',
  policy_too_few:
    'Außer Ihnen sind weniger Personen benannt, als nötig sind. Bitten Sie die Verwaltung, noch eine zu benennen.',
  recovery_code_wrong:
    'Das ist nicht der Code der Anfrage, die dieser Server zeigt. Nichts wurde übergeben. Rufen Sie die Person an und vergleichen Sie; stimmen die Ziffern wieder nicht überein, lehnen Sie die Anfrage ab.',
  recovery_share_refused:
    'Was der Server für Sie aufbewahrt, ist nicht der Teil dieser Person. Nichts wurde übergeben; sagen Sie es ihr.',
  recovery_refused:
    'Was übergeben wurde, öffnet diesen Tresor nicht. Nichts wurde geändert, und Ihre Dateien sind weiter versiegelt. Brechen Sie die Anfrage ab, und fragen Sie noch einmal.',
  recovery_waiting: 'Noch haben nicht genug Personen geantwortet. Nichts wurde geändert.',
  recovery_elsewhere:
    'Dieser Browser hat den Schlüssel der Anfrage nicht. Machen Sie dort weiter, wo Sie gefragt haben, oder fragen Sie hier noch einmal.',
  recovery_asked_often: 'Sie haben an einem Tag fünfmal gefragt. Nichts wurde gesendet; fragen Sie morgen noch einmal.',
  last_manager: 'Ein Teamraum behält mindestens eine Person in der Leitung. Benennen Sie zuerst jemand anderen.',
  last_owner:
    'Eine Organisation mit weiteren Personen behält mindestens einen Eigentümer. Nichts wurde geändert; machen Sie zuerst jemand anderen zum Eigentümer.',
  not_member: 'Jemand anders hat das inzwischen geändert. Nichts wurde getan; sehen Sie sich die Liste noch einmal an.',
  account_exists: 'Diese Adresse hat schon ein Konto. Nichts wurde gesendet; suchen Sie sie unter den Mitgliedern.',
  unexpected: 'Auf unserer Seite ging etwas schief. Nichts ging verloren; versuchen Sie es noch einmal.',
}
