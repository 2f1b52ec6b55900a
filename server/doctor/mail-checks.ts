import type { Config } from '../config.ts'
import { isLocalAddress } from '../http/own-machine.ts'
import { mailTransport } from '../mail/mail-transport.ts'
import { smtpSender } from '../mail/smtp.ts'
import type { Check } from './check.ts'
import { type Finding, ok, problem, reasonOf, skipped, warning } from './finding.ts'

export const mailChecks: readonly Check[] = [
  { name: 'mail-server', look: ({ config }) => lookAtServer(config) },
  { name: 'mail-tls', look: ({ config }) => lookAtTls(config) },
  { name: 'mail-from', look: ({ config }) => lookAtSender(config) },
]

async function lookAtServer(config: Config): Promise<Finding> {
  if (!config.smtpUrl) {
    if (isLocalAddress(config.publicUrl)) return ok('Mails wait in the local mailbox, /dev/mailbox.')
    return problem(
      'SMTP_URL is not set, and the local mailbox answers under localhost only: nobody gets a link that confirms an account.',
      'Set SMTP_URL to the address of an SMTP server.',
    )
  }
  const { host } = new URL(config.smtpUrl)
  const failure = await reach(config, config.smtpTls)
  if (failure === undefined) return ok(`The SMTP server at ${host} answers, and takes the login if one is set.`)
  if (isAboutTls(failure)) return skipped('The SMTP server was left before the login: see mail-tls.')
  if (codeOf(failure) === 'EAUTH')
    return problem(`The SMTP server at ${host} refuses the login.`, 'Correct user and password in SMTP_URL.')
  return problem(
    `The SMTP server at ${host} cannot be used (${reasonOf(failure)}).`,
    'Correct host and port in SMTP_URL, and let a firewall in between pass the connection.',
  )
}

async function lookAtTls(config: Config): Promise<Finding> {
  const transport = mailTransport(config)
  if (transport === 'mailbox') return skipped('SMTP_URL is not set.')
  if (transport === 'this-machine') return ok('The SMTP server is on this machine.')
  // A provider counts logins: no second one where the answer is known.
  if (new URL(config.smtpUrl ?? '').protocol === 'smtps:') return ok('Mails leave over TLS only.')
  // Without a login in clear text, also where the setting would allow one.
  const failure = await reach(config, 'required')
  if (failure === undefined) return ok('Mails leave over TLS.')
  if (!isAboutTls(failure)) return skipped('The SMTP server cannot be used: see mail-server.')
  const saw = 'The SMTP server offers no TLS'
  if (config.smtpTls === 'required')
    return problem(`${saw}, and SMTP_TLS=required keeps all mails waiting.`, 'Use an SMTP server that offers TLS.')
  return warning(
    `${saw}: mails, with links that open accounts, leave in clear text.`,
    'Use an SMTP server that offers TLS, and set SMTP_TLS=required.',
  )
}

function lookAtSender({ mailFrom, smtpUrl }: Config): Finding {
  if (smtpUrl && !isLocalAddress(smtpUrl) && /@localhost>?$/.test(mailFrom))
    return warning(
      `Mails leave with the sender ${mailFrom}, which other mail servers refuse.`,
      'Set MAIL_FROM to an address of your domain.',
    )
  return ok(`Mails come from ${mailFrom}.`)
}

/** Connects and signs in, as the server does, and sends nothing. @returns why that failed. */
async function reach({ smtpUrl = '', mailFrom }: Config, smtpTls: Config['smtpTls']): Promise<Error | undefined> {
  const sender = smtpSender({ smtpUrl, smtpTls }, mailFrom)
  try {
    await sender.reach()
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    sender.close()
  }
}

const codeOf = (error: Error): unknown => ('code' in error ? error.code : undefined)
const isAboutTls = (error: Error): boolean => /STARTTLS/i.test(error.message)
