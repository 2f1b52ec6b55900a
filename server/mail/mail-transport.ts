import { isLocalAddress } from '#server/http/own-machine.ts'

export type MailSettings = {
  smtpUrl: string | undefined
  /** `offered`: over TLS where the SMTP server offers it, and in clear text otherwise. */
  smtpTls: 'required' | 'offered'
}

/** How mails leave: with confirmation and recovery links in them, so that who reads one on its way may open an account. */
export type MailTransport = 'mailbox' | 'this-machine' | 'encrypted' | 'may-be-clear'

export function mailTransport({ smtpUrl, smtpTls }: MailSettings): MailTransport {
  if (smtpUrl === undefined) return 'mailbox'
  if (smtpTls === 'required' || new URL(smtpUrl).protocol === 'smtps:') return 'encrypted'
  return isLocalAddress(smtpUrl) ? 'this-machine' : 'may-be-clear'
}

/** The address as the sender of mails takes it: its own parameters win over options beside it. */
export function addressOf({ smtpUrl, smtpTls }: MailSettings & { smtpUrl: string }): string {
  if (smtpTls !== 'required') return smtpUrl
  const url = new URL(smtpUrl)
  url.searchParams.set('requireTLS', 'true')
  return url.href
}

/** What the operator reads when the server starts; undefined where nothing is to be said. */
export function mailNotice(settings: MailSettings, publicUrl: string): string | undefined {
  const transport = mailTransport(settings)
  if (transport === 'mailbox') return `No SMTP server is set: mails wait at ${publicUrl}/dev/mailbox`
  if (transport !== 'may-be-clear') return undefined
  return 'Mails, with the links that open accounts, leave in clear text whenever the SMTP server offers no TLS: set SMTP_TLS=required'
}
