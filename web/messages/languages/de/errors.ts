import { formatBytes } from '#web/lib/format.ts'
import type { Catalogue } from '../catalogue.ts'

export const sentences: Catalogue['sentences'] = {
  invalid_credentials: 'E-Mail oder Passwort ist falsch.',
  account_closed:
    'Die Verwaltung hat dieses Konto geschlossen. Ihre Dateien sind noch da, versiegelt; bitten Sie darum, wieder eingelassen zu werden.',
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
  quota_reached: 'Nicht gespeichert: Es ist nicht genug Platz. Nichts Gespeichertes ging verloren.',
  bad_file_name: 'Dieser Name geht nicht. Lassen Sie / und \\ weg, und verwenden Sie höchstens 255 Bytes.',
  file_damaged: 'Diese Datei wurde verändert oder beschädigt; nichts wurde gespeichert.',
  not_found: 'Die Datei gibt es nicht mehr.',
  file_unreadable: 'Die Datei auf diesem Gerät wurde verschoben, verändert oder entfernt. Wählen Sie sie noch einmal.',
  upload_expired: 'Der Server hat den Anfang dieses Uploads nicht mehr. Versuchen Sie es noch einmal, von vorn.',
  save_not_started:
    'Der Browser hat nicht begonnen zu speichern; nichts wurde gespeichert. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
  save_stopped: 'Der Browser hat den Download angehalten; nichts wurde gespeichert.',
  vault_locked: 'Der Tresor wurde gesperrt; nichts wurde gespeichert.',
  wrong_password: 'Das ist nicht das Passwort dieses Tresors.',
  wrong_recovery_phrase: 'Diese Wörter öffnen diesen Tresor nicht.',
  same_password: 'Das ist Ihr jetziges Passwort. Nichts wurde geändert; wählen Sie ein anderes.',
  wrong_code:
    'Dieser Code passt nicht oder wurde schon benutzt. Warten Sie auf den nächsten, und prüfen Sie die Uhr Ihres Telefons.',
  name_taken: 'Diesen Namen verwenden Sie schon. Wählen Sie einen anderen.',
  too_many_factors: 'Mehr kann ein Konto nicht haben. Entfernen Sie zuerst einen.',
  passkey_stopped:
    'Kein Passkey wurde benutzt: Es wurde abgebrochen, dauerte zu lange, oder dieses Gerät hat keinen für diese Seite.',
  needs_second_factor:
    'Das verlangt Ihren zweiten Faktor. Melden Sie sich ab und wieder an, und geben Sie den Code ein.',
  session_ended: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an.',
  share_link_unknown: 'Diesen Link gibt es nicht, oder ein Teil fehlt. Nichts wurde geöffnet.',
  share_link_revoked: 'Wer das geteilt hat, hat den Link beendet. Bitten Sie um einen neuen.',
  share_link_expired: 'Der Link ist abgelaufen. Bitten Sie den, der ihn geteilt hat, um einen neuen.',
  share_link_used_up: 'Der Link wurde so oft benutzt, wie erlaubt war. Bitten Sie um einen neuen.',
  share_link_password: 'Das ist nicht das Passwort dieses Links.',
  share_link_damaged: 'Was dieser Link übergibt, wurde unterwegs verändert. Nichts wurde geöffnet oder gespeichert.',
  weak_settings:
    'Der Server bot schwache Einstellungen für das Passwort an; deshalb wurde nichts gesendet. Sagen Sie es Ihrer Verwaltung.',
  person_unknown: 'Niemand in Ihrer Organisation verwendet diese Adresse. Prüfen Sie die Schreibweise.',
  person_without_vault:
    'Diese Person hat ihren Tresor noch nicht angelegt. Bitten Sie sie, sich einmal anzumelden, und teilen Sie dann noch einmal.',
  key_changed:
    'Die Schlüssel dieser Person sind nicht die, die Sie früher gesehen haben. Nichts wurde geteilt oder geöffnet. Fragen Sie sie persönlich, nicht hier, und sagen Sie es Ihrer Verwaltung.',
  share_ended:
    'Diese Datei wird nicht mehr mit Ihnen geteilt. Nichts wurde gespeichert; fragen Sie, wem sie gehört, wenn Sie sie noch brauchen.',
  members_differ:
    'Wer diese Datei gespeichert hat, sah eine andere Mitgliederliste als Sie. Nichts wurde geöffnet; vergleichen Sie die Mitglieder miteinander, nicht hier, und sagen Sie es der Leitung des Bereichs.',
  share_refused:
    'Diese Freigabe hat nicht der Eigentümer der Datei für Sie gemacht, oder sie wurde ersetzt. Nichts wurde geöffnet.',
  not_allowed: 'Ihre Rolle erlaubt das nicht. Nichts wurde geändert; fragen Sie die Verwaltung.',
  unexpected: 'Auf unserer Seite ging etwas schief. Nichts ging verloren; versuchen Sie es noch einmal.',
}

export const failures: Catalogue['failures'] = {
  tooManyAttempts: (seconds) => {
    const minutes = Math.ceil(seconds / 60)
    const wait =
      seconds < 60
        ? `${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'}`
        : minutes === 1
          ? 'eine Minute'
          : `${minutes} Minuten`
    return `Zu viele Versuche. Warten Sie ${wait}, und versuchen Sie es noch einmal.`
  },
  fileTooLarge: (limitBytes) =>
    `Die Datei ist größer als erlaubt (${formatBytes(limitBytes)}). Nichts wurde hochgeladen.`,
  unexpected: 'Ein unerwarteter Fehler ist aufgetreten',
}
