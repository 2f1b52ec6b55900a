import { Html, markup } from '../markup.ts'

/** One mail, ready to send. `subject` and `replyTo` are single lines. */
export type MailContent = {
  subject: string
  text: string
  html: string
  replyTo?: string
  /** A `POST` to it ends mails of this kind (RFC 8058); mail programs show a button. */
  unsubscribeUrl?: string
  /** One of many that are sent at once: it waits behind mails that somebody waits for. */
  isBulk?: true
}

type Part = { paragraph: string } | { button: string; url: string } | { code: string }

/** Confirms that a new account's address is real. */
export function confirmationMail({ url, code }: { url: string; code: string }): MailContent {
  return compose('Confirm your email address', [
    { paragraph: 'Welcome to QuantumShield. Confirm your email address to open your vault.' },
    { button: 'Confirm email address', url },
    { code },
    { paragraph: 'The link works once, for 24 hours. If you did not sign up, ignore this mail: nothing happens.' },
  ])
}

/** Answers a sign-up with an address that already has an account; the page itself must not tell. */
export function accountExistsMail({ url }: { url: string }): MailContent {
  return compose('You already have an account', [
    { paragraph: 'Someone, perhaps you, tried to sign up with this address, which already has an account.' },
    { button: 'Sign in', url },
    { paragraph: 'If that was not you, nothing needs to be done: no account was made or changed.' },
  ])
}

/** Lets somebody in who forgot the password. */
export function recoveryMail({ url, code }: { url: string; code: string }): MailContent {
  return compose('Reset your password', [
    { paragraph: 'Someone, perhaps you, asked to reset the password of this account.' },
    { button: 'Choose a new password', url },
    { code },
    {
      paragraph:
        'The link works once, for one hour. It lets you sign in again; encrypted files also need your recovery words, or the help of those you allowed to give it, because we cannot read them. If you did not ask, ignore this mail.',
    },
  ])
}

/** Signs in without a password. */
export function magicLinkMail({ url, code }: { url: string; code: string }): MailContent {
  return compose('Your sign-in link', [
    { paragraph: 'Someone, perhaps you, asked to sign in.' },
    { button: 'Sign in', url },
    { code },
    { paragraph: 'The link works once, for one hour. If you did not ask, ignore this mail.' },
  ])
}

type EmailChangeMail = { url: string; code: string; email: string | null; newEmail: string }

/** The new mailbox may belong to somebody else, who must see whose account would get their address. */
function whoAsks({ email, newEmail }: EmailChangeMail): string {
  const account = email === null ? 'An account without an email address' : `The account of ${email}`
  return `${account} asks to change its email address to ${newEmail}. Confirm only if that account is yours.`
}

/** Sent to both addresses; the change waits for both. */
export function emailChangeMail(change: EmailChangeMail): MailContent {
  const { url, code } = change
  return compose('Confirm your new email address', [
    { paragraph: `${whoAsks(change)} Both addresses must confirm.` },
    { button: 'Confirm the change', url },
    { code },
    { paragraph: 'The link works once, for 24 hours. If you did not ask for this, change your password.' },
  ])
}

/** Sent to the new address of somebody who gave the password; the change waits for it alone. */
export function newEmailMail(change: EmailChangeMail): MailContent {
  const { url, code } = change
  return compose('Confirm your new email address', [
    { paragraph: whoAsks(change) },
    { button: 'Confirm the change', url },
    { code },
    { paragraph: 'The link works once, for 24 hours. If you have no account here, ignore this mail: nothing happens.' },
  ])
}

/** Sent to the address that such an account would leave. */
export function emailChangeNoticeMail({ url, newEmail }: { url: string; newEmail: string }): MailContent {
  return compose('Your email address is about to change', [
    {
      paragraph: `Somebody who is signed in to your account, and knows its password, asked to change its email address to ${newEmail}. It changes when that mailbox confirms.`,
    },
    { paragraph: 'If that was you, nothing needs to be done here.' },
    { button: 'It was not me: stop the change', url },
    {
      paragraph:
        'The link works once, for 24 hours, until the change is confirmed. Then change your password at once, and tell your administrator.',
    },
  ])
}

/** The code that proves that the person at the keyboard also reads the mailbox. */
export function reauthenticationMail({ code }: { code: string }): MailContent {
  return compose('Your confirmation code', [
    { paragraph: 'Enter this code to confirm a change of your account.' },
    { code },
    { paragraph: 'It works once, for one hour. If you did not ask for it, change your password.' },
  ])
}

/** Tells the owner that the password is another one now. */
export function passwordChangedMail({ url }: { url: string }): MailContent {
  return compose('Your password was changed', [
    { paragraph: 'The password of your account was changed just now, and all other devices were signed out.' },
    { paragraph: 'If that was not you, reset the password at once and tell your administrator.' },
    { button: 'Reset the password', url },
  ])
}

/** Tells the owner that something else opens the vault now. */
export function vaultKeysChangedMail({ url }: { url: string }): MailContent {
  return compose('Keys of your vault were replaced', [
    { paragraph: 'What opens your vault was replaced just now: new recovery words, or a new key for all of it.' },
    {
      paragraph:
        'If that was not you, set a new password at once and tell your administrator within a week, who can put back the keys from before.',
    },
    { button: 'Open your account', url },
  ])
}

/** Tells the owner of another way into the account. */
export function identityLinkedMail({ provider, url }: { provider: string; url: string }): MailContent {
  return compose('A new way to sign in', [
    { paragraph: `Your account can now be signed in to through ${provider}.` },
    { paragraph: 'If that was not you, sign in, remove it, and tell your administrator.' },
    { button: 'Open your account', url },
  ])
}

/** Tells the owner that a way into the account is gone. */
export function identityRemovedMail({ provider, url }: { provider: string; url: string }): MailContent {
  return compose('A way to sign in was removed', [
    { paragraph: `Your account can no longer be signed in to through ${provider}.` },
    { paragraph: 'If that was not you, reset your password at once and tell your administrator.' },
    { button: 'Open your account', url },
  ])
}

/** Tells the old address that it no longer opens the account. */
export function emailChangedMail({ newEmail }: { newEmail: string }): MailContent {
  return compose('Your email address was changed', [
    { paragraph: `Your account now signs in with ${newEmail}.` },
    { paragraph: 'If that was not you, tell your administrator at once.' },
  ])
}

/** Tells the owner that there is another way to prove who they are, or one less. */
export function factorChangedMail({ what, url }: { what: string; url: string }): MailContent {
  return compose('The ways to sign in to your account changed', [
    { paragraph: `${what} just now.` },
    { paragraph: 'If that was not you, change your password at once and tell your administrator.' },
    { button: 'Open QuantumShield', url },
  ])
}

export function accountDeletedMail({ url }: { url: string }): MailContent {
  return compose('Your account was deleted', [
    { paragraph: 'Your account, your vault and its files were deleted just now. Nobody can bring them back.' },
    { paragraph: 'If that was not you, tell your administrator at once.' },
    { button: 'Open QuantumShield', url },
  ])
}

/** Tells somebody what happened to their account; `notify.person` decides whether it is sent. */
export function noticeMailOf({
  subject,
  paragraphs,
  button,
  url,
}: {
  subject: string
  paragraphs: readonly string[]
  button: string
  url: string
}): MailContent {
  const parts = paragraphs.map((paragraph) => ({ paragraph }))
  return compose(subject, [...parts, { button, url }])
}

/** Hands a message of the contact form to those who answer it. @param contact `name` and `subject` are single lines. */
export function supportMail(contact: {
  name: string
  email: string
  subject: string
  message: string
  priority: string
}): MailContent {
  const paragraphs = contact.message.split(/\n+/).map((paragraph) => ({ paragraph }))
  const from = { paragraph: `From ${contact.name} <${contact.email}>, priority ${contact.priority}:` }
  return { ...compose(`Contact form: ${contact.subject}`, [from, ...paragraphs]), replyTo: contact.email }
}

function compose(subject: string, parts: Part[]): MailContent {
  const text = [subject, ...parts.map(asText), 'QuantumShield'].join('\n\n')
  return { subject, text: `${text}\n`, html: page(subject, parts.map(asHtml)).text }
}

function asText(part: Part): string {
  if ('paragraph' in part) return part.paragraph
  if ('code' in part) return `Where an app asks for a code, enter ${part.code}`
  return `${part.button}:\n${part.url}`
}

function asHtml(part: Part): Html {
  if ('paragraph' in part) return markup`<p>${part.paragraph}</p>`
  if ('code' in part) return markup`<p>Where an app asks for a code, enter <b>${part.code}</b></p>`
  return markup`<table role="presentation" cellpadding="12">
    <tr>
      <td bgcolor="#0a5f52">
        <a href="${part.url}"><font color="#ffffff" face="Helvetica, Arial, sans-serif"><b>${part.button}</b></font></a>
      </td>
    </tr>
  </table>`
}

// Presentational attributes instead of styles: every mail program shows them, and the local mailbox's policy blocks styles.
// No image and no font is fetched, so opening a mail tells nobody.
function page(title: string, body: Html[]): Html {
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body bgcolor="#f4f7f5" text="#0f1b19">
        <table role="presentation" width="100%" cellpadding="12">
          <tr>
            <td align="center">
              <table role="presentation" width="100%" cellpadding="20" bgcolor="#ffffff">
                <tr>
                  <td>
                    <font face="Helvetica, Arial, sans-serif">
                      <h1>${title}</h1>
                      ${body}
                      <hr />
                      <p><small>QuantumShield</small></p>
                    </font>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>
`
}

/** Invites somebody whom an administrator has added. */
export function inviteMail({ url, code }: { url: string; code: string }): MailContent {
  return compose('You have been invited', [
    { paragraph: 'An administrator has made an account for you. Accept the invitation to choose a password.' },
    { button: 'Accept the invitation', url },
    { code },
    { paragraph: 'The link works once, for 24 hours. If you do not know what this is about, ignore this mail.' },
  ])
}

/** To somebody whose account an identity provider made. @param parts `organisation` is a single line that people chose. */
export function provisionedMail(parts: { url: string; code: string; organisation: string }): MailContent {
  const { url, code, organisation } = parts
  return compose('Your account is ready', [
    { paragraph: `${organisation} has prepared an account for you on QuantumShield, a vault for encrypted files.` },
    { button: 'Sign in for the first time', url },
    { code },
    {
      paragraph:
        'The link works once, for seven days. You choose a password, and your browser makes your keys. If you do not know what this is about, ignore this mail: nothing happens.',
    },
  ])
}

/** Asks somebody into an organisation. @param parts `inviter` and `organisation` are single lines that people chose. */
/** To somebody who is invited and has an account in another organisation. */
export function secondOrganisationMail({
  url,
  inviter,
  organisation,
}: {
  url: string
  inviter: string
  organisation: string
}): MailContent {
  return compose('You have been invited', [
    { paragraph: `${inviter} invites you to ${organisation} on QuantumShield, a vault for encrypted files.` },
    {
      paragraph:
        'Your address has an account in another organisation, and an account belongs to one. Sign in to see the invitation, what you can do to join, or to decline it. Your account and your files stay as they are.',
    },
    { button: 'See the invitation', url },
    { paragraph: 'If you do not know what this is about, ignore this mail: nothing happens.' },
  ])
}

type TeamInvitation = {
  url: string
  inviter: string
  organisation: string
  /** Null: they are invited as a member. */
  guestUntil?: Date | null
}

export function teamInvitationMail({ url, inviter, organisation, guestUntil = null }: TeamInvitation): MailContent {
  const asGuest = guestUntil === null ? '' : ` as a guest until ${guestUntil.toISOString().slice(0, 10)}`
  return compose('You have been invited', [
    { paragraph: `${inviter} invites you to ${organisation}${asGuest} on QuantumShield, a vault for encrypted files.` },
    { button: 'Accept the invitation', url },
    {
      paragraph:
        'The link works once, for seven days. You choose a password, and your browser makes your keys. If you do not know what this is about, ignore this mail: nothing happens.',
    },
  ])
}
