import type { CheckAdvice } from '#contract/checks/check-advice.ts'

export const checkAdvice: Record<CheckAdvice, string> = {
  access:
    'Jemand kommt vielleicht hinein oder weiter, als er darf. Halten Sie Fremde vom Server fern, bis das geklärt ist, und melden Sie es mit den exportierten Ergebnissen.',
  isolation:
    'Vielleicht sehen oder ändern Personen, was ihnen nicht gehört. Halten Sie alle vom Server fern, bis das geklärt ist: Vergleichen Sie die Datenbank mit npm run doctor, und melden Sie es mit den exportierten Ergebnissen.',
  product:
    'Einstellungen verursachen das nicht: Es ist ein Fehler des Programms. Suchen Sie nach einer neueren Version, und melden Sie es mit den exportierten Ergebnissen.',
  pages:
    'Was ausgeliefert wird, ist anders als der Inhalt dieser Version. Installieren Sie diese Version noch einmal, und suchen Sie nach einem Proxy, der Antworten ändert oder zwischenspeichert.',
  answers:
    'Wo eine Seite fehlt oder einen anderen Titel hat, installieren Sie diese Version noch einmal, und suchen Sie nach einem Proxy, der Antworten ändert oder zwischenspeichert. Wo eine Seite nur langsam ist, sehen Sie nach, womit der Rechner ausgelastet ist.',
  tampered:
    'Dateien des Servers wurden nach dem Bauen geändert. Wenn Sie es nicht waren, betrachten Sie den Server als übernommen; installieren Sie diese Version noch einmal aus einer Quelle, der Sie vertrauen.',
  proxy:
    'Sehen Sie sich den Proxy vor dem Server an: Er muss Header und Statuscodes unverändert weitergeben. Die Beispiele der Dokumentation tun das.',
  tls: 'Erneuern Sie das Zertifikat, und erlauben Sie nur TLS 1.2 und 1.3, wo TLS endet: am Proxy oder in TLS_CERT_FILE.',
  addresses: 'Nehmen Sie Adressen, die nicht Ihre sind, aus REDIRECT_ALLOW_LIST heraus.',
  origins: 'Nehmen Sie Ursprünge, die nicht Ihre sind, aus CORS_ORIGINS heraus.',
  passwords: 'Prüfen Sie PASSWORD_MIN_LENGTH und BREACHED_PASSWORDS_FILE.',
  limits: 'Prüfen Sie RATE_LIMIT_FACTOR: Für einen Server, den andere erreichen, ist es 1.',
  providers:
    'Prüfen Sie die Einstellungen des Anmeldeanbieters, AUTH_…, und welche Adresse dieses Servers bei ihm eingetragen ist.',
  database: 'Prüfen Sie Last und Verbindungen von PostgreSQL, DATABASE_POOL_SIZE und den Datenträger.',
  durability:
    'Schalten Sie fsync, full_page_writes und synchronous_commit von PostgreSQL wieder ein, und starten Sie es neu.',
  schema:
    'Die Datenbank ist nicht so, wie die Migrationen dieser Version sie hinterlassen. npm run doctor nennt den Unterschied; machen Sie rückgängig, was von Hand geändert wurde.',
  primary: 'DATABASE_URL muss zu dem Server führen, der schreibt, nicht zu einer Kopie.',
  content:
    'Führen Sie npm run scrub aus: Es nennt, was fehlt oder beschädigt ist, und stellt es aus einer Sicherung wieder her.',
  backup:
    'Machen Sie jetzt eine Sicherung mit npm run backup, und finden Sie heraus, warum die letzte geplante ausblieb.',
  room: 'Schaffen Sie Platz: ein größerer Datenträger oder weniger alte Versionen und Sicherungen darauf.',
  billing: 'Prüfen Sie die Einstellungen des Zahlungsanbieters: Schlüssel, Preise und das Geheimnis seiner Webhooks.',
  mail: 'Prüfen Sie SMTP_URL, SMTP_TLS und MAIL_FROM, und versuchen Sie dasselbe Konto mit einem anderen Mailprogramm.',
  queue:
    'Sehen Sie auf der Seite Server nach, welche Aufgaben und Mails warum fehlschlugen, und ob ein Server mit der Rolle worker läuft.',
  support: 'Setzen Sie SUPPORT_EMAIL, und öffnen Sie die genannten Seiten, um zu sehen, was sie sagen.',
  private: 'Nehmen Sie Netze, die nicht erreicht werden müssen, aus OUTBOUND_PRIVATE_HOSTS heraus.',
  witness:
    'Prüfen Sie LEDGER_WITNESSES, und ob der Zeuge antwortet. npm run ledger -- witnesses sagt, was jeder zuletzt unterschrieben hat.',
  timestamps: 'Prüfen Sie LEDGER_TIMESTAMP_URL, und ob der Dienst antwortet.',
  studio: 'Prüfen Sie die Einstellungen des KI-Studios, und ob sein Modellserver antwortet.',
  audit:
    'Das Protokoll wurde geändert oder ging verloren. Halten Sie den Server an, bewahren Sie eine Kopie der Datenbank auf, wie sie ist, und finden Sie mit npm run ledger -- check heraus, wo es abweicht, bevor etwas anderes geschieht.',
  secrets:
    'Ersetzen Sie das genannte Geheimnis mit npm run secrets oder npm run rotate-keys, und finden Sie heraus, wer es lesen konnte.',
}
